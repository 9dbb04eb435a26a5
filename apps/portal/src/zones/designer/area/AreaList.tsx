import type { AnyId } from '@ambit/contract'
import { polygonArea } from '@ambit/geo'
import { ActionIcon, Checkbox, Menu, TextInput, Tooltip } from '@mantine/core'
import { IconCurrentLocation, IconDots, IconPencil, IconTrash, IconVector } from '@tabler/icons-react'
import { useState } from 'react'
import { StatusTag } from '../../../ui/StatusTag.tsx'
import type { AreaDraft } from '../design/design.ts'
import { useDesign } from '../design/design-session.ts'
import shared from './area.module.css'
import classes from './AreaList.module.css'
import { remove, rename } from './area-edits.ts'
import { type Counted, totalOf } from './figures.ts'
import { areaStrings as words } from './strings.ts'
import type { AreaEditor } from './use-area-editor.ts'

type Figures = ReadonlyMap<AnyId, Counted>
type Props = {
  editor: AreaEditor
  figures: Figures
  onShow: (area: AreaDraft) => void
  onCorners: (area: AreaDraft) => void
}

/** The areas with what they cover. */
export const AreaList = ({ editor, figures, onShow, onCorners }: Props) => (
  <ul className={classes['list']} aria-label={words.list}>
    {editor.areas.map((area) => (
      <AreaRow
        key={area.id}
        area={area}
        shown={editor.shown.find(({ id }) => id === area.id) ?? area}
        counted={figures.get(area.id) ?? 'counting'}
        editor={editor}
        onShow={() => onShow(area)}
        onCorners={() => onCorners(area)}
      />
    ))}
  </ul>
)

type RowProps = {
  area: AreaDraft
  /** as it is while dragged */
  shown: AreaDraft
  counted: Counted
  editor: AreaEditor
  onShow: () => void
  onCorners: () => void
}

const AreaRow = ({ area, shown, counted, editor, onShow, onCorners }: RowProps) => {
  const { stateOf } = useDesign()
  const [naming, setNaming] = useState(false)
  const chosen = editor.chosen.some(({ id }) => id === area.id)
  const state = stateOf('service_areas', area.id)
  return (
    <li className={classes['area']} data-chosen={chosen || undefined}>
      <Checkbox
        aria-label={words.row.choose(area.name)}
        checked={chosen}
        onChange={() => editor.choose(area.id, true)}
      />
      {naming ? (
        <NameInput
          area={area}
          onDone={(name) => {
            setNaming(false)
            if (name !== null && name !== area.name) editor.apply(rename(area, name))
          }}
        />
      ) : (
        <button
          type="button"
          className={shared['name']}
          aria-pressed={chosen}
          onClick={({ ctrlKey, metaKey, shiftKey }) => editor.choose(area.id, ctrlKey || metaKey || shiftKey)}
          onDoubleClick={() => editor.may && setNaming(true)}
          onKeyDown={({ key }) => key === 'F2' && editor.may && setNaming(true)}
        >
          {area.name}
        </button>
      )}
      <span className={shared['actions']}>
        {state === 'added' && <StatusTag tone="warning">{words.row.added}</StatusTag>}
        {state === 'updated' && <StatusTag tone="warning">{words.row.updated}</StatusTag>}
        <RowTools area={area} editor={editor} onShow={onShow} onCorners={onCorners} onRename={() => setNaming(true)} />
      </span>
      <span className={classes['figures']}>
        <span>{words.size(polygonArea(shown.coordinates))}</span>
        <CountedText counted={counted} />
      </span>
    </li>
  )
}

const CountedText = ({ counted }: { counted: Counted }) => {
  if (counted === 'counting') return <span>{words.counting}</span>
  if (counted === 'failed') return <span>{words.notCounted}</span>
  return (
    <>
      <span>{words.streets(counted.street_m)}</span>
      <span>{words.addresses(counted.addresses)}</span>
    </>
  )
}

type ToolsProps = Pick<RowProps, 'area' | 'editor' | 'onShow' | 'onCorners'> & { onRename: () => void }

const RowTools = ({ area, editor, onShow, onCorners, onRename }: ToolsProps) => (
  <>
    <Tooltip label={words.row.show} openDelay={750}>
      <ActionIcon size={26} aria-label={words.row.showNamed(area.name)} onClick={onShow}>
        <IconCurrentLocation size={16} />
      </ActionIcon>
    </Tooltip>
    {editor.may && (
      <Menu>
        <Menu.Target>
          <ActionIcon size={26} aria-label={words.row.menu(area.name)}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={onRename}>
            {words.row.rename}
          </Menu.Item>
          <Menu.Item leftSection={<IconVector size={16} />} onClick={onCorners}>
            {words.row.corners}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconTrash size={16} />}
            color="var(--danger)"
            onClick={() => editor.apply(remove(editor.areas, area))}
          >
            {words.row.remove}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    )}
  </>
)

const LONGEST_NAME = 255

/** Enter or leaving the field renames, Escape does not. */
const NameInput = ({ area, onDone }: { area: AreaDraft; onDone: (name: string | null) => void }) => {
  const [name, setName] = useState(area.name)
  const [asked, setAsked] = useState(false)
  const trimmed = name.trim()
  const error = trimmed === '' ? words.row.nameMissing : trimmed.length > LONGEST_NAME ? words.row.nameTooLong : null
  const done = (): void => (error === null ? onDone(trimmed) : setAsked(true))
  return (
    <TextInput
      size="xs"
      aria-label={words.row.name(area.name)}
      value={name}
      error={asked && error}
      autoFocus
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setName(event.currentTarget.value)}
      onBlur={() => (error === null ? onDone(trimmed) : onDone(null))}
      onKeyDown={(event) => {
        if (event.key === 'Enter') done()
        if (event.key === 'Escape') onDone(null)
      }}
    />
  )
}

/** All areas together. */
export const AreaTotal = ({ areas, figures }: { areas: readonly AreaDraft[]; figures: Figures }) => {
  const total = totalOf(figures)
  const size = areas.reduce((sum, { coordinates }) => sum + polygonArea(coordinates), 0)
  return (
    <p className={classes['total']} aria-label={words.totals} role="group">
      <strong>{words.total(areas.length)}</strong>
      <span>{words.size(size)}</span>
      {total !== null && <CountedText counted={total} />}
    </p>
  )
}

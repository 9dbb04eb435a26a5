import { ActionIcon, Button, Checkbox, Tooltip } from '@mantine/core'
import {
  IconDownload,
  IconPolygon,
  IconScissors,
  IconUpload,
  IconVectorSpline,
  IconCircleDashed,
  IconLayersUnion,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './AreaTools.module.css'
import { enoughPoints } from './editor.ts'
import type { SnapTo } from './pointer.ts'
import { areaStrings as words } from './strings.ts'
import type { AreaEditor } from './use-area-editor.ts'

type Props = {
  editor: AreaEditor
  snapTo: SnapTo
  onSnapTo: (snapTo: SnapTo) => void
  onImport: () => void
  onExport: () => void
}

/** What can be done with the areas; while something is drawn, how it is finished. */
export const AreaTools = ({ editor, snapTo, onSnapTo, onImport, onExport }: Props) => {
  const { only, chosen, areas, may, take, state } = editor
  if (state.tool !== 'select') return <Drawing editor={editor} />
  const needsOne = only === null ? words.tools.needsOne : null
  return (
    <>
      <div className={classes['tools']} role="group" aria-label={words.tools.label}>
        {may && (
          <>
            <Button leftSection={<IconPolygon size={16} />} onClick={() => take('draw')}>
              {words.tools.draw}
            </Button>
            <Tool label={words.tools.hole} missing={needsOne} onClick={() => take('hole')}>
              <IconCircleDashed size={17} />
            </Tool>
            <Tool label={words.tools.split} missing={needsOne} onClick={() => take('split')}>
              <IconScissors size={17} />
            </Tool>
            <Tool
              label={words.tools.merge}
              missing={chosen.length < 2 ? words.tools.needsTwo : null}
              onClick={editor.mergeChosen}
            >
              <IconLayersUnion size={17} />
            </Tool>
            <span data-apart />
            <Tool label={words.tools.import} missing={null} onClick={onImport}>
              <IconUpload size={17} />
            </Tool>
          </>
        )}
        <Tool label={words.tools.export} missing={areas.length === 0 ? words.none : null} onClick={onExport}>
          <IconDownload size={17} />
        </Tool>
      </div>
      {may && (
        <div className={classes['snapping']}>
          <Checkbox
            label={words.tools.snapAreas}
            checked={snapTo.areas}
            onChange={(event) => onSnapTo({ ...snapTo, areas: event.currentTarget.checked })}
          />
          <Checkbox
            label={words.tools.snapStreets}
            checked={snapTo.streets}
            onChange={(event) => onSnapTo({ ...snapTo, streets: event.currentTarget.checked })}
          />
        </div>
      )}
    </>
  )
}

type ToolProps = { label: string; missing: string | null; onClick: () => void; children: ReactNode }

/** A tool that says what it needs; it stays reachable by keyboard, so that its reason can be read. */
const Tool = ({ label, missing, onClick, children }: ToolProps) => (
  <Tooltip label={missing === null ? label : `${label}: ${missing}`} openDelay={400} multiline maw={260}>
    <ActionIcon
      size={32}
      variant="default"
      aria-label={label}
      {...(missing === null ? {} : { 'data-disabled': true, 'aria-disabled': true, 'aria-description': missing })}
      onClick={() => missing === null && onClick()}
    >
      {children}
    </ActionIcon>
  </Tooltip>
)

const Drawing = ({ editor }: { editor: AreaEditor }) => {
  const { state, only } = editor
  const name = only?.name ?? ''
  const hint = {
    draw: words.hints.draw,
    hole: words.hints.hole(name),
    split: words.hints.split(name),
    select: words.hints.select,
  }[state.tool]
  return (
    <div className={classes['drawing']} role="group" aria-label={words.tools.label}>
      <p role="status">{hint}</p>
      <div>
        <Button
          size="compact-sm"
          leftSection={<IconVectorSpline size={15} />}
          disabled={!enoughPoints(state)}
          onClick={() => editor.finish()}
        >
          {words.finish}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={state.points.length === 0}
          onClick={() => editor.act({ act: 'back' })}
        >
          {words.takeBack}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => editor.take('select')}>
          {words.cancel}
        </Button>
        <span className={classes['count']} role="status">
          {words.hints.points(state.points.length)}
        </span>
      </div>
    </div>
  )
}

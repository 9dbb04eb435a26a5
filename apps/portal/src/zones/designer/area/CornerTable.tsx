import { ActionIcon, Button, CloseButton, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { AreaDraft } from '../design/design.ts'
import shared from './area.module.css'
import classes from './CornerTable.module.css'
import {
  type Corner,
  insertCorner,
  midpointsOf,
  moveCorner,
  removeCorner,
  removeHole,
  type Shape,
  shapeOf,
} from './shape.ts'
import { areaStrings as words } from './strings.ts'
import type { AreaEditor } from './use-area-editor.ts'

const ROW = 36

type Row = { ring: number; index: number | null }

/** Every ring's heading, then its corners. */
const rowsOf = (shape: Shape): Row[] =>
  shape.flatMap((points, ring) => [{ ring, index: null }, ...points.map((_, index): Row => ({ ring, index }))])

const ringName = (ring: number): string => (ring === 0 ? words.corners.outline : words.corners.hole(ring))

/** The corners of one area in numbers: what a hand does on the map is typed here. */
export const CornerTable = ({
  area,
  editor,
  onClose,
}: {
  area: AreaDraft
  editor: AreaEditor
  onClose: () => void
}) => {
  const scroller = useRef<HTMLDivElement>(null)
  const shape = shapeOf(area.coordinates)
  const rows = rowsOf(shape)
  const { corner } = editor.state
  // The list is as long as the outline, and only what is in view is drawn.
  // oxlint-disable-next-line react-hooks/incompatible-library
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 8,
  })
  const reveal = useEffectEvent(() => {
    const at = rows.findIndex(({ ring, index }) => ring === corner?.ring && index === corner.index)
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' })
  })
  useEffect(() => reveal(), [corner])
  return (
    <section className={classes['corners']} aria-label={words.corners.title(area.name)}>
      <div className={shared['cornersHead']}>
        <h2>{words.corners.title(area.name)}</h2>
        <CloseButton size="sm" aria-label={words.corners.close} onClick={onClose} />
      </div>
      <p className={shared['hint']}>{words.corners.hint}</p>
      <div className={classes['cornerScroll']} ref={scroller}>
        <div className={classes['cornerRows']} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index: at, start }) => {
            const row = rows[at]
            if (row === undefined) return null
            const { ring, index } = row
            const style = { transform: `translateY(${start}px)` }
            return index === null ? (
              <div key={`${ring}`} className={classes['ring']} style={style}>
                {ringName(ring)}
                {ring > 0 && editor.may && (
                  <Button
                    size="compact-xs"
                    variant="default"
                    onClick={() => editor.change(area, removeHole(shape, ring), words.steps.fill(area.name))}
                  >
                    {words.corners.removeHole(ring)}
                  </Button>
                )}
              </div>
            ) : (
              <div
                key={`${ring} ${index}`}
                style={style}
                className={classes['corner']}
                data-chosen={(corner?.ring === ring && corner.index === index) || undefined}
              >
                <CornerRow area={area} shape={shape} corner={{ ring, index }} editor={editor} />
              </div>
            )
          })}
        </div>
      </div>
    </section>
  )
}

type RowProps = { area: AreaDraft; shape: Shape; corner: Corner; editor: AreaEditor }

const CornerRow = ({ area, shape, corner, editor }: RowProps) => {
  const { ring, index } = corner
  const [lng, lat] = shape[ring]?.[index] ?? [0, 0]
  const chosen = editor.state.corner?.ring === ring && editor.state.corner.index === index
  const number = index + 1
  const put = (point: [number, number]): void =>
    editor.change(area, moveCorner(shape, corner, point), words.steps.corner(area.name))
  const insert = (): void => {
    const middle = midpointsOf([shape[ring] ?? []])[index]
    if (middle === undefined) return
    editor.change(area, insertCorner(shape, corner, middle.point), words.steps.insert(area.name))
    editor.act({ act: 'corner', corner: { ring, index: index + 1 } })
  }
  const fewer = removeCorner(shape, corner)
  return (
    <>
      <button
        type="button"
        className={shared['cornerName']}
        aria-pressed={chosen}
        aria-label={words.corners.of(number, ringName(ring))}
        onClick={() => editor.act({ act: 'corner', corner: chosen ? null : corner })}
        onFocus={() => editor.act({ act: 'corner', corner })}
      >
        {words.corners.corner} {number}
      </button>
      <Degrees
        label={words.corners.latitudeOf(number)}
        value={lat}
        limit={90}
        locked={!editor.may}
        onChange={(value) => put([lng, value])}
      />
      <Degrees
        label={words.corners.longitudeOf(number)}
        value={lng}
        limit={180}
        locked={!editor.may}
        onChange={(value) => put([value, lat])}
      />
      {editor.may && (
        <span className={shared['actions']}>
          <ActionIcon size={26} aria-label={words.corners.insert(number)} onClick={insert}>
            <IconPlus size={14} />
          </ActionIcon>
          <ActionIcon
            size={26}
            aria-label={words.corners.remove(number)}
            disabled={fewer === null}
            onClick={() => fewer !== null && editor.change(area, fewer, words.steps.drop(area.name))}
          >
            <IconTrash size={14} />
          </ActionIcon>
        </span>
      )}
    </>
  )
}

/** Digits that are shown: a centimetre. What is kept is exact. */
const DIGITS = 7

type DegreesProps = {
  label: string
  value: number
  limit: number
  locked: boolean
  onChange: (value: number) => void
}

/** Takes what is typed when the field is left or Enter is pressed; what is no coordinate stays and says so. */
const Degrees = ({ label, value, limit, locked, onChange }: DegreesProps) => {
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? String(Number(value.toFixed(DIGITS)))
  const read = Number(text.trim().replace(',', '.'))
  const bad = text.trim() === '' || !Number.isFinite(read) || Math.abs(read) > limit
  const done = (): void => {
    if (typed === null || bad) return
    setTyped(null)
    if (text !== String(Number(value.toFixed(DIGITS)))) onChange(read)
  }
  return (
    <TextInput
      size="xs"
      aria-label={label}
      readOnly={locked}
      inputMode="decimal"
      value={text}
      error={bad}
      {...(bad ? { title: words.corners.bad, 'aria-description': words.corners.bad } : {})}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={done}
      onKeyDown={(event) => {
        if (event.key === 'Enter') done()
        if (event.key === 'Escape') setTyped(null)
      }}
    />
  )
}

import type { FixedRouteLeg } from '@ambit/contract'
import { ActionIcon, NumberInput } from '@mantine/core'
import { IconGripVertical, IconRowInsertBottom, IconX } from '@tabler/icons-react'
import { type DragEvent, Fragment, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useFormat } from '../../../settings/format.ts'
import type { RouteDraft, StopDraft } from '../design/design.ts'
import type { LiveLine } from './line.ts'
import { visitKeys, visitsOf } from './route-stops.ts'
import shared from './routes.module.css'
import classes from './VisitList.module.css'
import { routeStrings as words } from './strings.ts'
import type { RouteEditor } from './use-route-editor.ts'

type Props = {
  route: RouteDraft
  stops: readonly StopDraft[]
  live: LiveLine
  editor: RouteEditor
  /** the visit after which the next stop goes in */
  after: number | null
  onAfter: (index: number | null) => void
}

/** The stops of a route in order, with the dwell time at each and the drive to the next. */
export const VisitList = ({ route, stops, live, editor, after, onAfter }: Props) => {
  const visits = visitsOf(route, stops)
  const keys = visitKeys(route.stops)
  const { dragged, over, drag } = useReordering((from, to) => editor.move(route, from, to))
  const { list, said, moveByKey } = useMovingByKey(route, editor)
  const legs = legsByVisit(visits, live.line?.legs ?? [])
  return (
    <>
      <ol className={classes['visits']} aria-label={words.stops(route.name)} ref={list}>
        {visits.map(({ stop, dwell_seconds }, index) => (
          <Fragment key={keys[index]}>
            <li
              className={classes['visit']}
              data-over={over?.index === index ? over.side : undefined}
              data-after={after === index || undefined}
              style={dragged === index ? { opacity: 0.45 } : undefined}
              onKeyDown={(event) => moveByKey(event, index)}
              {...(editor.may ? drag(index) : {})}
            >
              <Visit
                name={stop?.name ?? words.gone}
                index={index}
                count={visits.length}
                dwell={dwell_seconds}
                may={editor.may}
                after={after === index}
                onDwell={(seconds) => editor.dwell(route, index, seconds)}
                onInsert={() => onAfter(after === index ? null : index)}
                onTake={() => {
                  onAfter(null)
                  editor.take(route, index)
                }}
              />
              {index < visits.length - 1 && <Leg leg={legs[index] ?? null} live={live} />}
            </li>
          </Fragment>
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  )
}

/** The legs count only the stops that exist; each belongs to the visit that it leaves. */
const legsByVisit = (visits: readonly { stop: StopDraft | null }[], legs: readonly FixedRouteLeg[]) => {
  let known = -1
  return visits.map(({ stop }) => {
    if (stop === null) return null
    known++
    return legs.find(({ from }) => from === known) ?? null
  })
}

type Over = { index: number; side: 'before' | 'after' }

/** Dragging a visit to another place of the list. */
const useReordering = (onMove: (from: number, to: number) => void) => {
  const [dragged, setDragged] = useState<number | null>(null)
  const [over, setOver] = useState<Over | null>(null)
  const end = (): void => {
    setDragged(null)
    setOver(null)
  }
  const drag = (index: number) => ({
    draggable: true,
    onDragStart: (event: DragEvent<HTMLLIElement>) => {
      // Firefox drags only what carries something.
      event.dataTransfer.setData('text/plain', String(index))
      event.dataTransfer.effectAllowed = 'move'
      setDragged(index)
    },
    onDragOver: (event: DragEvent<HTMLLIElement>) => {
      if (dragged === null) return
      event.preventDefault()
      const { top, height } = event.currentTarget.getBoundingClientRect()
      setOver({ index, side: event.clientY < top + height / 2 ? 'before' : 'after' })
    },
    onDrop: (event: DragEvent<HTMLLIElement>) => {
      event.preventDefault()
      if (dragged !== null && over !== null) {
        const place = over.index + (over.side === 'after' ? 1 : 0)
        onMove(dragged, place > dragged ? place - 1 : place)
      }
      end()
    },
    onDragEnd: end,
  })
  return { dragged, over, drag }
}

/** Alt with an arrow moves the visit that holds the keyboard, which stays with it. */
const useMovingByKey = (route: RouteDraft, editor: RouteEditor) => {
  const list = useRef<HTMLOListElement>(null)
  const [said, say] = useState('')
  const follow = useRef<number | null>(null)
  useEffect(() => {
    if (follow.current === null) return
    list.current?.querySelectorAll<HTMLButtonElement>('[data-handle]')[follow.current]?.focus()
    follow.current = null
  })
  const moveByKey = (event: KeyboardEvent, index: number): void => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') || !editor.may) return
    event.preventDefault()
    const place = editor.move(route, index, index + (event.key === 'ArrowUp' ? -1 : 1))
    const id = route.stops[index]?.zone_stop_id
    say(words.moved(editor.nameOf(id ?? ''), place + 1, route.stops.length))
    follow.current = place
  }
  return { list, said, moveByKey }
}

const LONGEST_DWELL = 3600

type VisitProps = {
  name: string
  index: number
  count: number
  dwell: number
  may: boolean
  after: boolean
  onDwell: (seconds: number) => void
  onInsert: () => void
  onTake: () => void
}

const Visit = ({ name, index, count, dwell, may, after, onDwell, onInsert, onTake }: VisitProps) => (
  <div className={classes['visitRow']}>
    <button
      type="button"
      data-handle
      className={shared['handle']}
      disabled={!may}
      aria-label={words.handle(name, index + 1, count)}
    >
      {may && <IconGripVertical size={14} aria-hidden />}
      <span className={classes['number']}>{index + 1}</span>
    </button>
    <span className={classes['visitName']} title={name}>
      {name}
    </span>
    <NumberInput
      size="xs"
      aria-label={words.dwell(name)}
      value={dwell}
      min={0}
      max={LONGEST_DWELL}
      step={5}
      suffix={words.dwellUnit}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="strict"
      readOnly={!may}
      onChange={(value) => typeof value === 'number' && value !== dwell && onDwell(value)}
    />
    {may && (
      <span className={classes['actions']}>
        <ActionIcon size={26} aria-label={words.insertAfter(name)} aria-pressed={after} onClick={onInsert}>
          <IconRowInsertBottom size={16} />
        </ActionIcon>
        <ActionIcon size={26} aria-label={words.removeStop(name)} onClick={onTake}>
          <IconX size={16} />
        </ActionIcon>
      </span>
    )}
  </div>
)

const Leg = ({ leg, live }: { leg: FixedRouteLeg | null; live: LiveLine }) => {
  const format = useFormat()
  if (leg === null || live.stale)
    return (
      <p className={classes['leg']} data-unknown>
        {live.failed ? '' : words.unknownLeg}
      </p>
    )
  if (leg.polyline === null)
    return (
      <p className={classes['leg']} data-broken>
        {words.noStreet}
      </p>
    )
  return <p className={classes['leg']}>{words.leg(format.distance(leg.distance_m), leg.duration_s)}</p>
}

import { IconAlertTriangle, IconTrash, IconUsers } from '@tabler/icons-react'
import type { KeyboardEvent, PointerEvent } from 'react'
import type { Flagged } from '../drafts/diff.ts'
import { isDraftId } from '../drafts/diff.ts'
import { useFormat } from '../settings/format.ts'
import { lookOf, mayChange } from './looks.ts'
import { type PlanDraft, spanOf } from './plans.ts'
import shared from './service-plans.module.css'
import classes from './PlanBlock.module.css'
import { planStrings as words } from './strings.ts'
import { DAY_UNITS, share, type Span } from './units.ts'

type Props = {
  plan: Flagged<PlanDraft>
  /** where it is drawn: under a pointer, where that holds it */
  span: Span
  held: { start_time: string; end_time: string } | null
  top: number
  now: Date
  date: string
  timeZone: string
  editable: boolean
  onBegin: (event: PointerEvent, kind: 'move' | 'start' | 'end') => void
  onKey: (event: KeyboardEvent) => void
  onOpen: () => void
}

/** A schedule on its row: vehicle, driver, times; an edge on each side to pull. */
export const PlanBlock = ({ plan, span, held, top, now, date, timeZone, editable, onBegin, onKey, onOpen }: Props) => {
  const format = useFormat(timeZone)
  const look = lookOf(plan, span, now)
  const may = mayChange(plan, !isDraftId(plan.id), now)
  const [start, end] = [Math.max(0, span.start), Math.min(DAY_UNITS, span.end)]
  const { start_time, end_time } = held ?? plan
  const time = words.span(format.time(start_time), format.time(end_time))
  const vehicle = plan.vehicle_number ?? words.noVehicle
  const driver = plan.driver_name ?? words.noDriver
  const state = plan.$destroy ? words.states.removed : plan.$saved ? '' : words.states.updated
  // What colour and dashes say, in words.
  const unseen = [plan.booking_count > 0 ? words.bookings(plan.booking_count) : '', state, words.looks[look]]
  return (
    <div
      className={shared['block']}
      style={{ left: share(start), width: share(end - start), top: top + 3 }}
      data-look={look}
      data-unsaved={!plan.$saved || undefined}
      data-removed={plan.$destroy || undefined}
      data-held={held !== null || undefined}
      onPointerDown={(event) => {
        if (editable && may.move) onBegin(event, 'move')
        else event.stopPropagation()
      }}
    >
      <button
        type="button"
        className={classes['body']}
        title={`${vehicle}, ${driver}, ${time}`}
        onKeyDown={onKey}
        // With a pointer that may drag, letting go decides whether it was a click.
        onClick={(event) => {
          if (event.detail === 0 || !editable || !may.move) onOpen()
        }}
      >
        <span className={classes['words']}>
          {(look === 'urgent' || look === 'soon' || look === 'error') && <IconAlertTriangle size={13} aria-hidden />}
          {plan.$destroy && <IconTrash size={13} aria-hidden />}
          <strong>{vehicle}</strong>
          <span className={classes['driver']}>{driver}</span>
          <span className="numbers">{time}</span>
          <span className="visually-hidden">{unseen.filter((part) => part !== '').join(', ')}</span>
        </span>
        {plan.booking_count > 0 && (
          <span className={classes['load']} aria-hidden>
            <IconUsers size={12} aria-hidden />
            {plan.booking_count}
          </span>
        )}
      </button>
      <Break plan={plan} span={{ start, end }} timeZone={timeZone} date={date} />
      {editable && may.start && span.start >= 0 && (
        <span
          className={classes['edge']}
          data-side="start"
          aria-hidden
          onPointerDown={(event) => onBegin(event, 'start')}
        />
      )}
      {editable && may.end && span.end <= DAY_UNITS && (
        <span
          className={classes['edge']}
          data-side="end"
          aria-hidden
          onPointerDown={(event) => onBegin(event, 'end')}
        />
      )}
    </div>
  )
}

const Break = ({ plan, span, timeZone, date }: { plan: PlanDraft; span: Span; timeZone: string; date: string }) => {
  if (plan.break_from === null || plan.break_until === null) return null
  const rest = spanOf({ start_time: plan.break_from, end_time: plan.break_until }, timeZone, date)
  const [from, to] = [Math.max(span.start, rest.start), Math.min(span.end, rest.end)]
  const width = span.end - span.start
  if (to <= from || width <= 0) return null
  const part = (units: number): string => `${(units / width) * 100}%`
  return (
    <span className={classes['break']} style={{ left: part(from - span.start), width: part(to - from) }} aria-hidden />
  )
}

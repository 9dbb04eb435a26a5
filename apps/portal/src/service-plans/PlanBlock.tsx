import { IconAlertTriangle, IconTrash, IconUsers } from '@tabler/icons-react'
import { memo } from 'react'
import type { Flagged } from '../drafts/diff.ts'
import { isDraftId } from '../drafts/diff.ts'
import { useFormat } from '../settings/format.ts'
import { blockPlace } from './lane-drag.ts'
import { lookOf, mayChange } from './looks.ts'
import { type PlanDraft, spanOf } from './plans.ts'
import shared from './service-plans.module.css'
import classes from './PlanBlock.module.css'
import { planStrings as words } from './strings.ts'
import { DAY_UNITS, type Span } from './units.ts'
import type { Model } from './use-models.ts'

type Props = {
  plan: Flagged<PlanDraft>
  span: Span
  row: number
  now: Date
  date: string
  timeZone: string
  editable: boolean
  /** why the last save did not take it */
  failed: string | undefined
  model: Model | undefined
}

/** A schedule on its row: vehicle, driver, times; an edge on each side to pull. */
export const PlanBlock = memo(({ plan, span, row, now, date, timeZone, editable, failed, model }: Props) => {
  const format = useFormat(timeZone)
  const look = lookOf(plan, span, now)
  const may = mayChange(plan, !isDraftId(plan.id), now)
  const time = words.span(format.time(plan.start_time), format.time(plan.end_time))
  const vehicle = plan.vehicle_number ?? words.noVehicle
  const driver = plan.driver_name ?? words.noDriver
  const state = plan.$destroy ? words.states.removed : plan.$saved ? '' : words.states.updated
  const refused = failed === undefined ? '' : words.refused(failed)
  // What colour and dashes say, in words.
  const unseen = [
    plan.booking_count > 0 ? words.bookings(plan.booking_count) : '',
    model?.label ?? '',
    state,
    words.looks[look],
    refused,
  ]
  const colour = model === undefined ? {} : { '--model': model.color }
  return (
    <div
      className={shared['block']}
      style={{ ...blockPlace(span, row), ...colour } as React.CSSProperties} // properties of the style sheet
      data-plan={plan.id}
      data-look={look}
      data-model={model !== undefined || undefined}
      data-unassigned={plan.vehicle_id === null || undefined}
      data-unsaved={!plan.$saved || undefined}
      data-removed={plan.$destroy || undefined}
      data-failed={failed !== undefined || undefined}
    >
      <button
        type="button"
        className={classes['body']}
        title={[vehicle, driver, time, refused].filter((part) => part !== '').join(', ')}
      >
        <span className={classes['words']}>
          {(look === 'urgent' || look === 'soon' || look === 'error' || failed !== undefined) && (
            <IconAlertTriangle size={13} aria-hidden />
          )}
          {plan.$destroy && <IconTrash size={13} aria-hidden />}
          <strong>{vehicle}</strong>
          <span className={classes['driver']}>{driver}</span>
          <span className="numbers" data-times>
            {time}
          </span>
          <span className="visually-hidden">{unseen.filter((part) => part !== '').join(', ')}</span>
        </span>
        {plan.booking_count > 0 && (
          <span className={classes['load']} aria-hidden>
            <IconUsers size={12} aria-hidden />
            {plan.booking_count}
          </span>
        )}
      </button>
      <Break
        plan={plan}
        span={{ start: Math.max(0, span.start), end: Math.min(DAY_UNITS, span.end) }}
        {...{ timeZone, date }}
      />
      {editable && may.start && span.start >= 0 && <span className={classes['edge']} data-side="start" aria-hidden />}
      {editable && may.end && span.end <= DAY_UNITS && <span className={classes['edge']} data-side="end" aria-hidden />}
    </div>
  )
})

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

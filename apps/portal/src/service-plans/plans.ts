import type { ServicePlan, ServicePlanChange } from '@ambit/contract'
import { DEFAULT_MINIMUM_CAPACITY } from '@ambit/contract'
import { newDraftId, type RecordId } from '../drafts/diff.ts'
import { type Span, unitsOf } from './units.ts'

/** A schedule as it is planned: with the names that the timeline shows, and its row beside the other fields. */
export type PlanDraft = Pick<
  ServicePlan,
  | 'zone_id'
  | 'vehicle_id'
  | 'vehicle_number'
  | 'driver_id'
  | 'driver_name'
  | 'start_time'
  | 'end_time'
  | 'minimum_capacity'
  | 'service_route_id'
  | 'service_route_name'
  | 'break_minutes'
  | 'break_from'
  | 'break_until'
  | 'trip_id'
  | 'booking_count'
  | 'version'
> & {
  id: RecordId
  shift: string | null
  shiftLabel: string | null
  /** its service model as saved; null while a draft has none or another route */
  model_id: number | null
}

export type PlanKinds = { plans: PlanDraft }

/** What staff change of a schedule; the rest is derived, or the server's. */
export const planFields = [
  'start_time',
  'end_time',
  'vehicle_id',
  'driver_id',
  'minimum_capacity',
  'service_route_id',
  'break_minutes',
  'break_from',
  'break_until',
  'shift',
  'shiftLabel',
] as const satisfies readonly (keyof PlanDraft)[]

const iso = (time: string): string => new Date(time).toISOString()

export const draftOf = ({ metadata, ...plan }: ServicePlan): PlanDraft => ({
  id: plan.id,
  version: plan.version,
  zone_id: plan.zone_id,
  vehicle_id: plan.vehicle_id,
  vehicle_number: plan.vehicle_number,
  driver_id: plan.driver_id,
  driver_name: plan.driver_name,
  start_time: iso(plan.start_time),
  end_time: iso(plan.end_time),
  minimum_capacity: plan.minimum_capacity,
  service_route_id: plan.service_route_id,
  service_route_name: plan.service_route_name,
  break_minutes: plan.break_minutes,
  break_from: plan.break_from === null ? null : iso(plan.break_from),
  break_until: plan.break_until === null ? null : iso(plan.break_until),
  trip_id: plan.trip_id,
  booking_count: plan.booking_count,
  shift: metadata.shift,
  shiftLabel: metadata.shiftLabel,
  model_id: plan.PlanStrategies[0]?.id ?? null,
})

type Place = { zone_id: number; shift: number; start_time: string; end_time: string }

/** The id of a schedule that is not saved yet. */
export const newPlanId = (): string => `$uid${newDraftId().slice(1)}`

export const newPlan = ({ shift, ...place }: Place): PlanDraft => ({
  id: newPlanId(),
  version: 0,
  ...place,
  vehicle_id: null,
  vehicle_number: null,
  driver_id: null,
  driver_name: null,
  minimum_capacity: DEFAULT_MINIMUM_CAPACITY,
  service_route_id: null,
  service_route_name: null,
  break_minutes: null,
  break_from: null,
  break_until: null,
  trip_id: null,
  booking_count: 0,
  shift: String(shift),
  shiftLabel: null,
  model_id: null,
})

/** Other times. A break moves with a schedule that moves as a whole; one that no longer fits is removed. */
export const withTimes = (plan: PlanDraft, start_time: string, end_time: string): PlanDraft => {
  const [from, to] = [Date.parse(start_time), Date.parse(end_time)]
  const shift = from - Date.parse(plan.start_time)
  const whole = to - Date.parse(plan.end_time) === shift
  const carried = (time: string | null): string | null =>
    time === null ? null : whole ? new Date(Date.parse(time) + shift).toISOString() : time
  const [break_from, break_until] = [carried(plan.break_from), carried(plan.break_until)]
  const next = { ...plan, start_time, end_time, break_from, break_until }
  const fits =
    break_from === null || break_until === null || (Date.parse(break_from) >= from && Date.parse(break_until) <= to)
  return fits ? next : { ...next, break_minutes: null, break_from: null, break_until: null }
}

type Values = Partial<Pick<PlanDraft, (typeof planFields)[number]>>

/** Fields as the server takes them: the row and the Shift ID travel in `metadata`. */
export const changeOnWire = ({ shift, shiftLabel, ...values }: Values): ServicePlanChange => ({
  ...values,
  ...(shift === undefined && shiftLabel === undefined
    ? {}
    : {
        metadata: {
          shift,
          ...(shiftLabel === undefined ? {} : { shiftLabel: shiftLabel ?? '' }),
        },
      }),
})

/** Where a schedule lies on a date's timeline. */
export const spanOf = (plan: Pick<PlanDraft, 'start_time' | 'end_time'>, timeZone: string, date: string): Span => ({
  start: unitsOf(timeZone, date, plan.start_time),
  end: unitsOf(timeZone, date, plan.end_time),
})

/** `spanOf` on one date, which answers from memory for times it has met: reading a clock takes long for a thousand. */
export const rememberSpans = (date: string) => {
  const known = new Map<string, Span>()
  return (plan: Pick<PlanDraft, 'start_time' | 'end_time'>, timeZone: string): Span => {
    const key = `${timeZone} ${plan.start_time} ${plan.end_time}`
    const span = known.get(key) ?? spanOf(plan, timeZone, date)
    known.set(key, span)
    return span
  }
}

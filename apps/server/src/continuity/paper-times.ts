import type { PaperStop } from '@ambit/contract'
import { type FieldError, invalid } from '../http/errors.ts'
import type { PlanChange } from '../planning/change/change-plan.ts'
import type { OpenTrip } from '../planning/change/trips.ts'

/** A vehicle sets out before its trip begins, and comes home after it has ended. */
const BEFORE_MS = 60 * 60_000
const AFTER_MS = 3 * 60 * 60_000

/** Throws 422, beside each entry, for times that lie ahead, outside of the trip, or before what happened before them. */
export const refuseTimes = async (change: PlanChange, trip: OpenTrip, stops: readonly PaperStop[]): Promise<void> => {
  const known = await knownTimes(change, trip.id)
  const from = trip.start_datetime.getTime() - BEFORE_MS
  const until = trip.end_datetime.getTime() + AFTER_MS
  const wrong: FieldError[] = []
  let last = known.last
  const look = (text: string, pointer: string): void => {
    const at = Date.parse(text)
    if (at > change.now.getTime()) wrong.push({ pointer, detail: 'This time has not come yet' })
    else if (at < from || at > until) wrong.push({ pointer, detail: 'This time does not lie within the trip' })
    else if (at < last) wrong.push({ pointer, detail: 'This time lies before what happened before it' })
    last = Math.max(last, at)
  }
  for (const [index, stop] of stops.entries()) {
    const pointer = `/stops/${index}`
    if (stop.arrived_at !== null) look(stop.arrived_at, `${pointer}/arrived_at`)
    else if (!known.arrived.has(stop.trip_stop_id))
      wrong.push({ pointer: `${pointer}/arrived_at`, detail: 'Please enter when the vehicle arrived' })
    for (const [place, { at }] of stop.bookings.entries()) look(at, `${pointer}/bookings/${place}/at`)
    if (stop.departed_at !== null) look(stop.departed_at, `${pointer}/departed_at`)
    else if (index < stops.length - 1)
      wrong.push({ pointer: `${pointer}/departed_at`, detail: 'Please enter when the vehicle left' })
  }
  if (wrong.length > 0) throw invalid(wrong)
}

/** What the server knows of the trip's stops already. */
const knownTimes = async ({ tx }: PlanChange, tripId: number): Promise<{ last: number; arrived: Set<number> }> => {
  const rows = await tx
    .selectFrom('trip_stops')
    .where('trip_id', '=', tripId)
    .where('arrived_at', 'is not', null)
    .select(['id', 'arrived_at', 'departed_at'])
    .execute()
  const times = rows.map(({ arrived_at, departed_at }) => (departed_at ?? arrived_at)?.getTime() ?? 0)
  return { last: Math.max(0, ...times), arrived: new Set(rows.map(({ id }) => id)) }
}

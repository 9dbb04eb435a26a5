import type { TripStop, TripWithStops } from '@ambit/contract'
import type { PlanChange } from './device.ts'
import { taskAhead } from './task.ts'

/** A driver has to know of changes among so many stops. */
const STOPS_THAT_MATTER = 3
/** The next stop may be so much earlier or later without a word. Minutes */
const MATTERS_MINUTES = 3

const ahead = ({ trip_stops }: TripWithStops): TripStop[] => trip_stops.filter(({ arrived_at }) => arrived_at === null)

/** What a new plan changes that its driver has to know of: among the next three stops, and when the next one is. */
export const changesBetween = (before: TripWithStops, after: TripWithStops): PlanChange[] => {
  const [old, now] = [ahead(before), ahead(after)]
  const [oldNext, next] = [old.slice(0, STOPS_THAT_MATTER), now.slice(0, STOPS_THAT_MATTER)]
  const known = new Set(before.trip_stops.map(({ id }) => id))
  const still = new Set(after.trip_stops.map(({ id }) => id))
  const added = next.filter(({ id }) => !known.has(id))
  const removed = oldNext.filter(({ id }) => !still.has(id))
  return [
    ...added.map((stop) => line('added', stop, now)),
    ...removed.map((stop) => line('removed', stop, old)),
    ...moved(old, now).map((stop) => line('moved', stop, now)),
    ...shift(old[0], now[0]),
  ]
}

const line = (kind: 'added' | 'removed' | 'moved', stop: TripStop, plan: readonly TripStop[]): PlanChange => {
  const following = plan[plan.findIndex(({ id }) => id === stop.id) + 1]
  return { kind, stop: stop.location_name, before: following?.location_name ?? null, task: taskAhead(stop) }
}

/** Stops of both plans that come sooner among the next three than they did. */
const moved = (old: readonly TripStop[], now: readonly TripStop[]): TripStop[] => {
  const inBoth = old.filter(({ id }) => now.some((stop) => stop.id === id))
  const order = now.filter(({ id }) => inBoth.some((stop) => stop.id === id))
  const sooner = order.filter((stop, place) => place < inBoth.findIndex(({ id }) => id === stop.id))
  return sooner.filter((stop) => now.indexOf(stop) < STOPS_THAT_MATTER)
}

const shift = (old: TripStop | undefined, now: TripStop | undefined): PlanChange[] => {
  if (old === undefined || now === undefined || old.id !== now.id) return []
  const minutes = Math.round((Date.parse(now.scheduled_at) - Date.parse(old.scheduled_at)) / 60_000)
  if (Math.abs(minutes) < MATTERS_MINUTES) return []
  return [{ kind: minutes > 0 ? 'later' : 'earlier', stop: now.location_name, minutes: Math.abs(minutes) }]
}

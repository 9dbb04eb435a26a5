import type { Deed, TripManifest, TripStop, TripWithStops } from '@ambit/contract'
import {
  afterDeed,
  doneBy,
  type Done,
  type DrivingRules,
  openAt,
  refuseDeed,
  riderOf,
  type WalkOn,
  walkOnId,
} from '@ambit/domain'

/** Something that was done, and is not known to be in the trip yet. */
export type Pending = { id: string; deed: Deed; at: number }

export type Rebased = { trip: TripWithStops; done: (Done & { at: number })[] }

type Base = {
  trip: TripWithStops
  rules: DrivingRules
  /** what can be taken back already, oldest first */
  done: readonly (Done & { at: number })[]
  /** the trip as it was shown before: what was done there has happened, whatever has left the plan since */
  copy: TripWithStops | null
  /** which bookings of the trip are the walk-on passengers that this device took in */
  walk_ons?: TripManifest['walk_ons']
}

/**
 * The trip with what was done on top, as the server will have it: where the plan has changed meanwhile, it gives way to
 * where the vehicle was and who got in. What is in the trip already, or cannot be, changes nothing.
 */
export const rebased = ({ trip, rules, done, copy, walk_ons = [] }: Base, pending: readonly Pending[]): Rebased => {
  const numbers = new Map(walk_ons.map((taken) => [walkOnId(taken), taken.service_request_id]))
  // What was done has been allowed then: the wait for a passenger was over, and walk-on passengers fitted in.
  const then: DrivingRules = { ...rules, wait_minutes: -Infinity, walk_ons: 'anywhere', room: null }
  return pending.reduce<Rebased>(
    (so, { id, deed: told, at }) => {
      const newest = so.done.at(-1) ?? null
      const deed = numbered(told, numbers)
      if (deed.kind === 'walk_on' && numbers.has(walkOnId(deed))) return withTaken(so, { id, deed, at }, numbers)
      const trip = givenWay(so.trip, deed, copy)
      if (refuseDeed(trip, then, deed, at, newest) !== null) return withKnown(so, { id, deed, at })
      const after = afterDeed(trip, deed, at, newest)
      if (deed.kind === 'undo') return { trip: after, done: so.done.slice(0, -1) }
      const left = doneBy(trip, deed, id)
      return { trip: after, done: left === null ? so.done : [...so.done, { ...left, at }] }
    },
    { trip, done: done.map((one) => numbered(one, numbers)) },
  )
}

/** By the server's number, where the walk-on passengers that it is about have one. */
const numbered = <T extends object>(one: T, numbers: ReadonlyMap<number, number>): T => {
  if (!('service_request_id' in one) || typeof one.service_request_id !== 'number') return one
  const number = numbers.get(one.service_request_id)
  return number === undefined ? one : { ...one, service_request_id: number }
}

/** The server has taken them in already, and can still be told that they were not. */
const withTaken = (so: Rebased, { id, deed, at }: Pending, numbers: ReadonlyMap<number, number>): Rebased => {
  const known = doneBy(so.trip, deed, id)
  if (known === null || so.done.some((one) => one.id === id)) return so
  return { trip: so.trip, done: [...so.done, { ...numbered(known, numbers), at }] }
}

/** What is in the trip already, as the server told it before it answered, can be taken back as well. */
const withKnown = (so: Rebased, { id, deed, at }: Pending): Rebased => {
  const known = isIn(so.trip, deed) ? doneBy(so.trip, deed, id) : null
  if (known === null || so.done.some((one) => one.id === id)) return so
  const before = { state: deed.kind === 'arrive' ? 'in_transit' : 'live', status: 'secured' } as const
  return { trip: so.trip, done: [...so.done, { ...known, before, at }] }
}

const isIn = (trip: TripWithStops, deed: Deed): boolean => {
  const stop = 'trip_stop_id' in deed ? trip.trip_stops.find(({ id }) => id === deed.trip_stop_id) : undefined
  const status = 'service_request_id' in deed ? riderOf(trip, deed.service_request_id)?.status : undefined
  switch (deed.kind) {
    case 'arrive':
      return stop?.arrived_at != null
    case 'depart':
      return stop?.departed_at != null
    case 'board':
      return status === 'on_board'
    case 'no_show':
      return status === 'no_show'
    case 'drop_off':
      return status === 'completed'
    default:
      return false
  }
}

const givenWay = (trip: TripWithStops, deed: Deed, copy: TripWithStops | null): TripWithStops => {
  switch (deed.kind) {
    case 'arrive':
      return broughtForward(withStop(trip, copy, deed.trip_stop_id), deed.trip_stop_id)
    case 'depart':
      return withoutOpen(trip, deed.trip_stop_id)
    case 'board':
    case 'no_show':
      return withBooking(trip, copy, deed.service_request_id, 'secured')
    case 'drop_off':
      return withBooking(trip, copy, deed.service_request_id, 'on_board')
    case 'walk_on':
      return withDropOff(trip, copy, deed)
    default:
      return trip
  }
}

const aheadFrom = (stops: readonly TripStop[]): number => {
  const place = stops.findIndex(({ departed_at }) => departed_at === null)
  return place < 0 ? stops.length : place
}

/** A stop that has left the plan is put back where the vehicle is, with those who may get in or out there. */
const withStop = (trip: TripWithStops, copy: TripWithStops | null, id: number): TripWithStops => {
  const stop = copy?.trip_stops.find((one) => one.id === id)
  if (stop === undefined || trip.trip_stops.some((one) => one.id === id)) return trip
  const put: TripStop = { ...stop, arrived_at: null, departed_at: null, boardings: [], alightings: [] }
  return { ...trip, trip_stops: trip.trip_stops.toSpliced(aheadFrom(trip.trip_stops), 0, put) }
}

/** Where passengers who are aboard get off has left the plan: the server puts it behind all others. */
const withDropOff = (trip: TripWithStops, copy: TripWithStops | null, deed: WalkOn): TripWithStops => {
  const stop = copy?.trip_stops.find(({ id }) => id === deed.dropoff_trip_stop_id)
  if (stop === undefined || trip.trip_stops.some(({ id }) => id === stop.id)) return trip
  return { ...trip, trip_stops: [...trip.trip_stops, { ...stop, boardings: [], alightings: [] }] }
}

/** Stops that are planned before the one that the vehicle has reached come afterwards. */
const broughtForward = (trip: TripWithStops, id: number): TripWithStops => {
  const [from, to] = [trip.trip_stops.findIndex((stop) => stop.id === id), aheadFrom(trip.trip_stops)]
  const stop = trip.trip_stops[from]
  if (stop === undefined || from <= to || stop.arrived_at !== null || trip.trip_stops[to]?.arrived_at != null)
    return trip
  return { ...trip, trip_stops: trip.trip_stops.toSpliced(from, 1).toSpliced(to, 0, stop) }
}

/** Who was planned for a stop that the vehicle has left already is not there: the server plans the stop once more. */
const withoutOpen = (trip: TripWithStops, id: number): TripWithStops => ({
  ...trip,
  trip_stops: trip.trip_stops.map((stop) => {
    const { waiting, riding } = openAt(stop)
    if (stop.id !== id || stop.arrived_at === null || waiting.length + riding.length === 0) return stop
    return {
      ...stop,
      boardings: stop.boardings.filter((rider) => !waiting.includes(rider)),
      alightings: stop.alightings.filter((rider) => !riding.includes(rider)),
    }
  }),
})

/** A booking that was cancelled or moved is put back with its stops: its passenger stood there. */
const withBooking = (
  trip: TripWithStops,
  copy: TripWithStops | null,
  id: number,
  status: 'secured' | 'on_board',
): TripWithStops => {
  const known = riderOf(trip, id)
  if (copy === null || (known !== undefined && known.status !== 'cancelled' && known.status !== 'error')) return trip
  return copy.trip_stops.reduce<TripWithStops>((so, stop, place) => {
    const boardings = stop.boardings.filter((rider) => rider.id === id).map((rider) => ({ ...rider, status }))
    const alightings = stop.alightings.filter((rider) => rider.id === id).map((rider) => ({ ...rider, status }))
    if (boardings.length + alightings.length === 0) return so
    const others = (riders: TripStop['boardings']) => riders.filter((rider) => rider.id !== id)
    const there = so.trip_stops.find((one) => one.id === stop.id)
    const put: TripStop = {
      ...(there ?? { ...stop, boardings: [], alightings: [] }),
      boardings: [...others(there?.boardings ?? []), ...boardings],
      alightings: [...others(there?.alightings ?? []), ...alightings],
    }
    if (there !== undefined) return { ...so, trip_stops: so.trip_stops.map((one) => (one.id === stop.id ? put : one)) }
    // After the stop that came before it, as far as that is still there.
    const before = copy.trip_stops.slice(0, place).findLast((one) => so.trip_stops.some(({ id }) => id === one.id))
    const after = before === undefined ? 0 : so.trip_stops.findIndex(({ id }) => id === before.id) + 1
    return { ...so, trip_stops: so.trip_stops.toSpliced(Math.max(after, aheadFrom(so.trip_stops)), 0, put) }
  }, trip)
}

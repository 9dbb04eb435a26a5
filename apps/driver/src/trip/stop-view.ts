import type { AidKind, TripManifest, TripStop, TripWithStops } from '@ambit/contract'
import { openAt, ridersOf, seatsTaken, spacesTaken } from '@ambit/domain'
import { taskAhead } from '../device/task.ts'
import type { TextKey } from '../texts/catalogue.ts'

export const MINUTE_MS = 60_000

/** One booking at a stop. */
export type Rider = TripStop['boardings'][number]

const ms = (moment: string): number => Date.parse(moment)

/** Wheelchair spaces; only staff may find them masked. */
export const spacesOf = (rider: Rider): number => spacesTaken(rider)

/** Bookings that never ride, or no longer do. */
const gone = ({ status }: Rider): boolean => status === 'no_show' || status === 'cancelled'
const counted = (riders: readonly Rider[]): number =>
  riders.filter((rider) => !gone(rider)).reduce((sum, rider) => sum + ridersOf(rider), 0)

export const peopleAt = ({ boardings, alightings }: TripStop): { on: number; off: number; wheelchairs: number } => ({
  on: counted(boardings),
  off: counted(alightings),
  wheelchairs: [...boardings, ...alightings]
    .filter((rider) => !gone(rider))
    .reduce((sum, rider) => sum + spacesOf(rider), 0),
})

type Needs = { wheelchairs: number; aids: { kind: AidKind; name: string; count: number }[]; attendants: number }

/** Of all who are expected to get on or off at the stop; what is the same is counted. */
export const needsAt = ({ bookings }: Pick<TripManifest, 'bookings'>, stop: TripStop): Needs => {
  const here = new Set([...stop.boardings, ...stop.alightings].filter((one) => !gone(one)).map(({ id }) => id))
  const own = bookings.filter(({ id }) => here.has(id))
  const aids: Needs['aids'] = []
  for (const { kind, name } of own.flatMap((booking) => booking.aids ?? [])) {
    const same = aids.find((aid) => aid.kind === kind && aid.name === name)
    if (same === undefined) aids.push({ kind, name, count: 1 })
    else same.count += 1
  }
  const attendants = own.reduce((sum, booking) => sum + (booking.attendants ?? 0), 0)
  return { wheelchairs: peopleAt(stop).wheelchairs, aids, attendants }
}

export const isFinished = (stop: TripStop): boolean => {
  const { waiting, riding } = openAt(stop)
  return waiting.length + riding.length === 0
}

/** What the driver does at the stop. */
export const taskOf = (stop: TripStop, waitsHere: boolean): TextKey => {
  const waits = stop.kind === 'staging' ? stop.arrived_at !== null : stop.kind === 'passenger' && waitsHere
  return waits ? 'wait_here' : taskAhead(stop)
}

export type Standing = { kind: 'on_time' } | { kind: 'late' | 'early'; minutes: number }

/** The window that closes first of those that were promised at the stop; null: none was. */
export const promiseAt = ({ boardings, alightings }: TripStop): { from: string; to: string } | null => {
  const [first] = [...boardings, ...alightings]
    .filter((rider) => !gone(rider))
    .toSorted((a, b) => ms(a.promised_upper_bound) - ms(b.promised_upper_bound))
  return first === undefined ? null : { from: first.promised_lower_bound, to: first.promised_upper_bound }
}

/** How the arrival stands to what was promised, or to the plan where nothing was. `now`: ms */
export const standingAt = (stop: TripStop, now: number): Standing => {
  const expected = stop.arrived_at === null ? Math.max(now, ms(stop.eta ?? stop.scheduled_at)) : ms(stop.arrived_at)
  const promise = promiseAt(stop)
  const late = Math.round((expected - ms(promise?.to ?? stop.scheduled_at)) / MINUTE_MS)
  if (late > 0) return { kind: 'late', minutes: late }
  const early = promise === null ? 0 : Math.round((ms(promise.from) - expected) / MINUTE_MS)
  return early > 0 ? { kind: 'early', minutes: early } : { kind: 'on_time' }
}

/**
 * Whole minutes until the vehicle has to leave where it stands: for the stop ahead, or from the one where everything is
 * done for the one after it. Null: it is on its way, has something to do, or should have left.
 */
export const minutesToSetOut = (trip: TripWithStops, stop: TripStop, now: number): number | null => {
  const standing = stop.arrived_at !== null
  if (standing ? !isFinished(stop) || stop.kind === 'break' : trip.current_state === 'in_transit') return null
  const goal = standing ? trip.trip_stops[trip.trip_stops.indexOf(stop) + 1] : stop
  if (goal === undefined) return null
  const leaves =
    goal.leg === null && standing
      ? ms(stop.scheduled_departure_at)
      : ms(goal.scheduled_at) - (goal.leg?.duration_s ?? 0) * 1000
  const minutes = Math.ceil((leaves - now) / MINUTE_MS)
  return minutes > 0 ? minutes : null
}

/** Seats and wheelchair spaces that are free once the vehicle has left the stop. */
export const freeAfter = (trip: TripWithStops, stop: TripStop): { seats: number; spaces: number } => {
  const later = trip.trip_stops.slice(trip.trip_stops.indexOf(stop) + 1)
  const boards = new Set(stop.boardings.filter((rider) => !gone(rider)).map(({ id }) => id))
  const riders = later
    .flatMap(({ alightings }) => alightings)
    .filter(({ id, status }) => status === 'on_board' || boards.has(id))
  const taken = (of: (rider: Rider) => number): number => riders.reduce((sum, rider) => sum + of(rider), 0)
  return {
    seats: Math.max(0, trip.capacity - taken(seatsTaken)),
    spaces: Math.max(0, trip.mobility_capacity - taken(spacesOf)),
  }
}

import type { LateStatus, TripStop } from '@ambit/contract'
import { lateBySeconds, lateStatus, ON_TIME_TOLERANCE_S } from '@ambit/domain'

/** Where the vehicle is in relation to a stop. */
export type StopStatus = 'stopped-at' | 'coming-from' | 'going-to' | 'past' | 'future'

type Times = Pick<TripStop, 'arrived_at' | 'departed_at'>

/** `previous` and `next` are the stops before and after in the trip's order, null at its ends. */
export const stopStatus = (stop: Times, previous: Times | null, next: Times | null): StopStatus => {
  if (stop.arrived_at !== null && stop.departed_at === null) return 'stopped-at'
  if (stop.departed_at !== null && next !== null && next.arrived_at === null) return 'coming-from'
  if (stop.arrived_at === null && previous !== null && previous.arrived_at !== null) return 'going-to'
  if (stop.arrived_at !== null && stop.departed_at !== null) return 'past'
  return 'future'
}

/** The status with what the viewed booking does there, as class names: `is-pickup-stop`, `is-dropoff-stop`. */
export const stopMarks = (stop: Pick<TripStop, 'boardings' | 'alightings'>, bookingId: number | null): string[] => {
  if (bookingId === null) return []
  const holds = (list: TripStop['boardings']): boolean => list.some((passenger) => passenger.id === bookingId)
  return [
    'is-service-request-view',
    ...(holds(stop.boardings) ? ['is-pickup-stop'] : []),
    ...(holds(stop.alightings) ? ['is-dropoff-stop'] : []),
  ]
}

/** How far the vehicle has come from its last stop, 0 to 100: the time since it left over the time until it is expected. */
export const progressPercent = (
  departedAt: string | null,
  next: Pick<TripStop, 'scheduled_at' | 'eta'> | null,
  now: Date,
): number => {
  if (departedAt === null || next === null) return 0
  const left = Date.parse(departedAt)
  const way = Date.parse(next.eta ?? next.scheduled_at) - left
  const share = way <= 0 ? 1 : (now.getTime() - left) / way
  return Math.round(100 * Math.min(1, Math.max(0, share)))
}

/** Minutes that a stop is or was late, negative when early, and what that is called. */
export type Lateness = { minutes: number; status: LateStatus | 'early' }

export const stopLateness = (stop: Pick<TripStop, 'scheduled_at' | 'eta' | 'arrived_at'>): Lateness | null => {
  const known = stop.arrived_at ?? stop.eta
  if (known === null) return null
  const [scheduled, expected] = [Date.parse(stop.scheduled_at), Date.parse(known)]
  const seconds = lateBySeconds(scheduled, expected)
  return {
    minutes: Math.round(seconds / 60),
    status: seconds < -ON_TIME_TOLERANCE_S ? 'early' : lateStatus(scheduled, expected, true),
  }
}

export const isDeparted = (stop: Times): boolean => stop.departed_at !== null

/** The booking's stops and all between them; every stop when the trip does not hold the booking. */
export const stopsOfBooking = <S extends Pick<TripStop, 'boardings' | 'alightings'>>(
  stops: readonly S[],
  bookingId: number,
): readonly S[] => {
  const from = stops.findIndex((stop) => stop.boardings.some(({ id }) => id === bookingId))
  const to = stops.findIndex((stop) => stop.alightings.some(({ id }) => id === bookingId))
  return from < 0 || to < from ? stops : stops.slice(from, to + 1)
}

/** Whether the name of a stop, or of a passenger who boards or alights there, contains the text, in any case. */
export const stopMatches = (
  stop: Pick<TripStop, 'location_name' | 'boardings' | 'alightings'>,
  search: string,
): boolean => {
  const wanted = search.trim().toLowerCase()
  return (
    wanted === '' ||
    [stop.location_name, ...[...stop.boardings, ...stop.alightings].map(({ traveler_name }) => traveler_name)].some(
      (text) => text.toLowerCase().includes(wanted),
    )
  )
}

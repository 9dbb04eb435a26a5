import type { ServiceRequest } from '@ambit/contract'
import { minutesIn } from '@ambit/domain'
import { measuredEnd, minutesOutside } from '../records/arrival.ts'
import type { Grouping } from './bookings-state.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Moments in epoch milliseconds. */
export type Axis = { from: number; to: number }
export type Span = { from: number; to: number }

type Served = Pick<ServiceRequest['pickup'], 'promised_lower_bound' | 'promised_upper_bound' | 'eta' | 'actual'>
type Timed = { pickup: Served; dropoff: Served; first_boarded_at: string | null }

const knownAt = ({ actual, eta }: Served): number | null => {
  const known = actual ?? eta
  return known === null ? null : Date.parse(known)
}
const windowOf = ({ promised_lower_bound, promised_upper_bound }: Served): Span => ({
  from: Date.parse(promised_lower_bound),
  to: Date.parse(promised_upper_bound),
})

/** What is drawn of one booking: both promises, and the ride between what is expected of them or became of them. */
export const spansOf = ({
  pickup,
  dropoff,
}: Pick<Timed, 'pickup' | 'dropoff'>): { pickup: Span; dropoff: Span; ride: Span | null } => {
  const [from, to] = [knownAt(pickup), knownAt(dropoff)]
  return {
    pickup: windowOf(pickup),
    dropoff: windowOf(dropoff),
    ride: from === null || to === null || to < from ? null : { from, to },
  }
}

/** How far rides that begin in the range may reach beyond it, so that one long ride does not squeeze all others. */
const BEYOND = 90 * MINUTE

/** The range, and as much more as its bookings need. */
export const axisOf = ([from, to]: readonly [Date, Date], bookings: readonly Timed[]): Axis => {
  const spans = bookings.flatMap((booking) => Object.values(spansOf(booking)).filter((span) => span !== null))
  const first = Math.min(from.getTime(), ...spans.map((span) => span.from))
  const last = Math.max(to.getTime(), ...spans.map((span) => span.to))
  return { from: Math.max(first, from.getTime() - BEYOND), to: Math.min(last, to.getTime() + BEYOND) }
}

/** Per cent from the left edge; what lies outside is at the edge. */
export const placeOf = ({ from, to }: Axis, time: number): number =>
  Math.round(Math.min(100, Math.max(0, ((time - from) / (to - from)) * 100)) * 1000) / 1000

export const isOn = ({ from, to }: Axis, time: number): boolean => time >= from && time <= to

const steps = [10, 15, 30, 60, 120, 180] // minutes

/** Round times by the zone's clocks, few enough to be read. */
export const ticksOf = ({ from, to }: Axis, timeZone: string, most: number): number[] => {
  const step = steps.find((minutes) => (to - from) / (minutes * MINUTE) <= most) ?? 360
  // Zones differ from UTC by quarters of an hour: the clock time at `from` gives where round times lie.
  const past = minutesIn(timeZone, new Date(from)) % step
  const first = past === 0 ? from : from + (step - past) * MINUTE
  const count = Math.max(0, Math.floor((to - first) / (step * MINUTE)) + 1)
  return Array.from({ length: count }, (_, index) => first + index * step * MINUTE)
}

/** A narrow window cannot hold a day: the axis grows and is scrolled. */
export const PIXELS_PER_HOUR = 110
export const widthOf = ({ from, to }: Axis): number => Math.round(((to - from) / HOUR) * PIXELS_PER_HOUR)

export type Group<B> = { key: string; name: string; bookings: B[] }
type Placed = Pick<ServiceRequest, 'zone_id' | 'zone_name' | 'vehicle_id' | 'vehicle_number'>

/** By name; bookings without a vehicle come first, because they need attention. */
export const groupsOf = <B extends Placed>(bookings: readonly B[], by: Grouping, unassigned: string): Group<B>[] => {
  const keyOf = ({ zone_id, vehicle_id }: B): string => String((by === 'zone' ? zone_id : vehicle_id) ?? '')
  const groups = [...Map.groupBy(bookings, keyOf)].map(([key, members]) => {
    const name = by === 'zone' ? members[0]?.zone_name : members[0]?.vehicle_number
    return { key, name: name ?? unassigned, bookings: members }
  })
  return groups.toSorted(
    (a, b) => Number(a.key !== '') - Number(b.key !== '') || a.name.localeCompare(b.name, undefined, { numeric: true }),
  )
}

/** The end that is further outside its promise, in minutes; 0: both are kept, or nothing is known. */
export const worstOutside = (booking: Timed): number => {
  const [start, end] = [minutesOutside(measuredEnd(booking, 'pickup')) ?? 0, minutesOutside(booking.dropoff) ?? 0]
  return Math.abs(end) > Math.abs(start) ? end : start
}

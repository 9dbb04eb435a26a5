import type { Reliability, ServiceRequest, WaitlistState } from '@ambit/contract'
import type { RequestRecord } from '../riders/ledger.ts'

/** What came of journeys other than single rides. */
export type WeekReport = {
  series: {
    made: number
    /** bookings that were made of them */
    rides: number
    /** how often all promises were compared with what they were at first, and how many differed */
    nights: number
    promises_moved: number
    /** the states of all ways of all dates */
    states: { word: string; count: number }[]
  }
  groups: { asked: number; booked: number; refused: number; members: number }
  open_returns: { asked: number; kept: number; called: number; in_time: number; waiting: number }
  waiting: Record<WaitlistState, number>
  /** journeys refused by the report of the server */
  refused_by_report: number
}

/** Rides whose offering said how likely its promise is kept, and how many kept it. */
export type BadgeCount = { badge: Reliability; rides: number; kept: number }

export const badgesOf = (
  requests: readonly RequestRecord[],
  bookings: ReadonlyMap<number, ServiceRequest>,
): BadgeCount[] => {
  const counts = new Map<Reliability, BadgeCount>()
  for (const { badge, booking } of requests) {
    const ride = booking === null ? undefined : bookings.get(booking.id)
    if (badge === null || booking === null || ride === undefined) continue
    // What the passenger cancelled or missed counts neither way.
    if (ride.status !== 'completed' && ride.status !== 'error') continue
    const { pickup, dropoff } = ride
    const kept =
      pickup.actual !== null &&
      dropoff.actual !== null &&
      Date.parse(pickup.actual) <= booking.pickup_upper &&
      Date.parse(dropoff.actual) <= booking.dropoff_upper
    const count = counts.get(badge) ?? { badge, rides: 0, kept: 0 }
    counts.set(badge, { badge, rides: count.rides + 1, kept: count.kept + (kept ? 1 : 0) })
  }
  return [...counts.values()].toSorted((a, b) => b.rides - a.rides)
}

/** As lines for a terminal. */
export const weekLines = ({ series, groups, open_returns, waiting, refused_by_report }: WeekReport): string[] => [
  `Recurring journeys: ${series.made} made, ${series.rides} rides booked (${series.states.map(({ word, count }) => `${count} ${word}`).join(', ')})`,
  `  their promises: compared on ${series.nights} nights, ${series.promises_moved} moved`,
  `Groups: ${groups.asked} asked, ${groups.booked} booked with ${groups.members} members, ${groups.refused} refused at the wished time`,
  `Open returns: ${open_returns.asked} asked for, ${open_returns.kept} kept, ${open_returns.called} called, ${open_returns.in_time} fetched in time, ${open_returns.waiting} had to wait`,
  `Waiting list: ${waiting.booked} booked, ${waiting.waiting} wait, ${waiting.given_up} given up, ${waiting.withdrawn} withdrawn`,
  `Refused journeys in the server's report: ${refused_by_report}`,
]

/** As lines for a terminal. */
export const badgeLines = (badges: readonly BadgeCount[]): string[] =>
  badges.map(
    ({ badge, rides, kept }) =>
      `Promises kept of ${rides} rides offered as ${badge}: ${((100 * kept) / rides).toFixed(1)} %`,
  )

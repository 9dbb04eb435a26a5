import type { ServiceRequest } from '@ambit/contract'
import type { Odometer } from '../fleet/cab.ts'
import type { RequestRecord } from '../riders/ledger.ts'
import { type BadgeCount, badgesOf, type WeekReport } from './week.ts'
import { countsOf, round, shareOf, type Spread, spreadOf } from './figures.ts'

/** Figures of a day for its passengers and its operator: minutes, kilometres and shares, rounded as printed. */
export type DayReport = {
  date: string
  seed: number
  vehicles: number
  requests: number
  booked: number
  /** of them in the passengers' app */
  booked_by_app: number
  served: number
  refused: number
  refused_why: { code: string; text: string; count: number }[]
  declined: number
  /** the offering was gone when it was confirmed, and nothing else suited */
  gone: number
  /** the server refused the request itself */
  failed: number
  failed_why: { text: string; count: number }[]
  cancelled: number
  no_show: number
  errors: number
  unfinished: number
  second_choices: number
  /** booked at another time, which the search had proposed */
  moved: number
  passengers: number
  wheelchairs: number
  pickup_on_time: number | null
  dropoff_on_time: number | null
  /** minutes by which pick-ups came after their window, of those that did */
  pickup_late_min: Spread
  /** from the requested time to boarding, minutes, of those who asked for a departure and were served */
  wished_wait_min: Spread
  /** from being at the stop in time to boarding, minutes */
  wait_min: Spread
  ride_min: Spread
  /** ride ÷ direct drive */
  detour: Spread
  vehicle_hours: number
  passengers_per_vehicle_hour: number | null
  km: number
  km_per_passenger: number | null
  /** driven by timetable, with or without passengers: nothing that planning could change */
  route_km: number
  /** the rest, for each passenger served by it */
  on_demand_km_per_passenger: number | null
  empty_share: number | null
  /** of days with other journeys than single rides */
  week?: WeekReport
  /** left out where no offering had one, as on a first day */
  badges?: BadgeCount[]
}

export type DayFacts = {
  date: string
  seed: number
  vehicles: number
  requests: readonly RequestRecord[]
  bookings: ReadonlyMap<number, ServiceRequest>
  /** by trip */
  odometers: ReadonlyMap<number, Odometer>
  /** trips that drive a route */
  routeTrips: ReadonlySet<number>
  vehicleHours: number
  week: WeekReport | null
}

const ENDED: readonly string[] = ['completed', 'cancelled', 'no_show', 'error'] satisfies ServiceRequest['status'][]

export const hasEnded = (request: Pick<ServiceRequest, 'status'> | undefined): boolean =>
  request !== undefined && ENDED.includes(request.status)

export const reportOf = (facts: DayFacts): DayReport => {
  const { requests, bookings, odometers, routeTrips, vehicleHours } = facts
  const outcome = (kind: RequestRecord['outcome']): RequestRecord[] =>
    requests.filter((record) => record.outcome === kind)
  const rides = requests.flatMap((record) => {
    const request = record.booking === null ? undefined : bookings.get(record.booking.id)
    return request === undefined || record.booking === null ? [] : [{ record, booking: record.booking, request }]
  })
  const ended = (status: ServiceRequest['status']) => rides.filter(({ request }) => request.status === status)
  const served = ended('completed')
  const refused = outcome('refused')
  const failed = outcome('failed')
  const metres = metresOf([...odometers.values()])
  const onRoutes = metresOf([...odometers].flatMap(([trip, odometer]) => (routeTrips.has(trip) ? odometer : [])))
  const driven = metres.empty + metres.loaded
  const byTimetable = onRoutes.empty + onRoutes.loaded
  const passengers = passengersOf(served)
  const badges = badgesOf(requests, bookings)
  const onDemand = passengersOf(served.filter(({ request }) => !routeTrips.has(request.trip_id ?? 0)))
  return {
    date: facts.date,
    seed: facts.seed,
    vehicles: facts.vehicles,
    requests: requests.length,
    booked: rides.length,
    booked_by_app: rides.filter(({ record }) => record.by_app).length,
    served: served.length,
    refused: refused.length,
    refused_why: whyRefused(refused),
    declined: outcome('declined').length,
    gone: outcome('gone').length,
    failed: failed.length,
    failed_why: countsOf(failed.map(({ reasons }) => reasons[0]?.text ?? '')).map(({ word, count }) => ({
      text: word,
      count,
    })),
    cancelled: ended('cancelled').length,
    no_show: ended('no_show').length,
    errors: ended('error').length,
    unfinished: rides.filter(({ request }) => !hasEnded(request)).length,
    second_choices: requests.filter(({ second_choice }) => second_choice).length,
    moved: rides.filter(({ record }) => record.moved).length,
    passengers,
    wheelchairs: served.reduce((sum, { record }) => sum + record.wheelchairs, 0),
    ...punctuality(served),
    vehicle_hours: round(vehicleHours, 1),
    passengers_per_vehicle_hour: rounded(shareOf(passengers, vehicleHours), 2),
    km: round(driven / 1000, 1),
    km_per_passenger: rounded(shareOf(driven / 1000, passengers), 2),
    route_km: round(byTimetable / 1000, 1),
    on_demand_km_per_passenger: rounded(shareOf((driven - byTimetable) / 1000, onDemand), 2),
    empty_share: rounded(shareOf(metres.empty, driven), 4),
    ...(facts.week === null ? {} : { week: facts.week }),
    ...(badges.length === 0 ? {} : { badges }),
  }
}

const metresOf = (odometers: readonly Odometer[]): Odometer =>
  odometers.reduce((sum, { empty, loaded }) => ({ empty: sum.empty + empty, loaded: sum.loaded + loaded }), {
    empty: 0,
    loaded: 0,
  })

const passengersOf = (rides: readonly Ride[]): number => rides.reduce((sum, { record }) => sum + record.passengers, 0)

type Ride = { record: RequestRecord; booking: NonNullable<RequestRecord['booking']>; request: ServiceRequest }

/** Promises are those made at booking. A window counts to its last second, as its screens show minutes. */
const punctuality = (served: readonly Ride[]) => {
  const timed = served.flatMap(({ record, booking, request }) => {
    if (request.pickup.actual === null || request.dropoff.actual === null) return []
    return [{ record, booking, up: Date.parse(request.pickup.actual), down: Date.parse(request.dropoff.actual) }]
  })
  const late = timed.map(({ booking, up }) => up - booking.pickup_upper).filter((by) => by > 0)
  return {
    pickup_on_time: rounded(shareOf(timed.length - late.length, timed.length), 4),
    dropoff_on_time: rounded(
      shareOf(timed.filter(({ booking, down }) => down <= booking.dropoff_upper).length, timed.length),
      4,
    ),
    pickup_late_min: inMinutes(late),
    wished_wait_min: inMinutes(
      timed.filter(({ record }) => record.departing).map(({ record, up }) => Math.max(0, up - record.requested_at)),
    ),
    wait_min: inMinutes(timed.map(({ booking, up }) => Math.max(0, up - booking.pickup_lower))),
    ride_min: inMinutes(timed.map(({ up, down }) => down - up)),
    detour: roundedSpread(
      spreadOf(
        timed
          .filter(({ booking }) => booking.direct_s > 0)
          .map(({ booking, up, down }) => (down - up) / 1000 / booking.direct_s),
      ),
    ),
  }
}

/** The reason that most vehicles met; without counts, the first that the search named. */
const whyRefused = (refused: readonly RequestRecord[]): DayReport['refused_why'] => {
  const texts = new Map<string, string>()
  const codes = refused.map(({ reasons }) => {
    const main = reasons.toSorted((a, b) => (b.vehicles ?? 0) - (a.vehicles ?? 0))[0]
    const code = main?.code ?? 'unexplained'
    if (!texts.has(code)) texts.set(code, main?.text ?? 'The search gave no reason')
    return code
  })
  return countsOf(codes).map(({ word, count }) => ({ code: word, text: texts.get(word) ?? '', count }))
}

const rounded = (value: number | null, places: number): number | null => (value === null ? null : round(value, places))
const roundedSpread = (spread: Spread): Spread =>
  spread === null
    ? null
    : { mean: round(spread.mean, 2), p50: round(spread.p50, 2), p90: round(spread.p90, 2), p95: round(spread.p95, 2) }
const inMinutes = (milliseconds: readonly number[]): Spread =>
  roundedSpread(spreadOf(milliseconds.map((value) => value / 60_000)))

import { sql } from 'kysely'
import type { z } from 'zod'
import { BOARD_BEFORE_MINUTES, MOST_BOARD_ZONES } from '@ambit/contract'
import type { api, EffectMark } from '@ambit/contract'
import type { Deps } from '../deps.ts'
import { invalid } from '../http/errors.ts'
import { type Scope, withinScope } from '../http/scope.ts'
import { type BookingRow, readBookings, readStops, readTrips, type Shown, type StopRow, type TripRow } from './rows.ts'
import { slackIn } from '../planning/effects/slack.ts'

const MINUTE_MS = 60_000

/** The vehicles of the zones in the time asked for, and the bookings on them and without a vehicle. */
export const showBoard = async (deps: Deps, query: z.output<typeof api.dispatchBoard.show.query>, scope: Scope) => {
  const now = deps.clock.now()
  const from = new Date(query.from ?? now.getTime() - BOARD_BEFORE_MINUTES * MINUTE_MS)
  const until = new Date(from.getTime() + query.minutes * MINUTE_MS)
  const zones = await zonesOf(deps, query.filter, scope)
  const shown: Shown = { zones: zones.map(({ zone_id }) => zone_id), from, until }
  const trips = await readTrips(deps.db, shown)
  const ids = trips.map(({ trip_id }) => trip_id)
  const [stops, bookings] = await Promise.all([readStops(deps.db, ids), readBookings(deps.db, ids, shown)])
  const slack = new Map<number, number>()
  const versions = new Map<number, number>()
  for (const { zone_id } of zones) {
    const own = await slackIn(deps, zone_id, new Set(ids))
    versions.set(zone_id, own.plan_version)
    for (const [stop, seconds] of own.slack) slack.set(stop, seconds)
  }
  const of = indexOf(stops, bookings)
  return {
    from,
    until,
    now,
    zones: zones.map((zone) => ({ ...zone, plan_version: versions.get(zone.zone_id) ?? 0 })),
    rows: trips.map((trip) => rowOf(trip, of, slack)),
    bookings: bookings.map((booking) => bookingOf(booking, of, now)),
  }
}

const zonesOf = async (
  { db }: Deps,
  filter: z.output<typeof api.dispatchBoard.show.query>['filter'],
  scope: Scope,
): Promise<{ zone_id: number; name: string; time_zone: string }[]> => {
  let zones = db.selectFrom('zones').where('status', '=', 'active').where(withinScope(scope, 'region_id'))
  if (filter?.region !== undefined) zones = zones.where('region_id', '=', sql<number>`any(${filter.region}::int[])`)
  if (filter?.zone !== undefined) zones = zones.where('id', '=', sql<number>`any(${filter.zone}::int[])`)
  const found = await zones.select(['id as zone_id', 'name', 'time_zone']).orderBy('name').execute()
  if (found.length > MOST_BOARD_ZONES)
    throw invalid([{ pointer: '/filter/zone', detail: `Please choose at most ${MOST_BOARD_ZONES} zones` }])
  return found
}

type Index = {
  stopsOf: ReadonlyMap<number, readonly StopRow[]>
  stop: ReadonlyMap<number, StopRow>
  boardings: ReadonlyMap<number | null, readonly BookingRow[]>
  alightings: ReadonlyMap<number | null, readonly BookingRow[]>
}

const indexOf = (stops: readonly StopRow[], bookings: readonly BookingRow[]): Index => ({
  stopsOf: Map.groupBy(stops, ({ trip_id }) => trip_id),
  stop: new Map(stops.map((stop) => [stop.id, stop])),
  boardings: Map.groupBy(bookings, ({ pickup_stop }) => pickup_stop),
  alightings: Map.groupBy(bookings, ({ dropoff_stop }) => dropoff_stop),
})

const rowOf = (trip: TripRow, of: Index, slack: ReadonlyMap<number, number>) => {
  const { seats, wheelchairs, pause, ...row } = trip
  const load = { seats: 0, wheelchairs: 0 }
  const take = (booking: BookingRow, sign: 1 | -1): void => {
    const people = booking.boarded_count ?? booking.passenger_count
    const chairs = Math.min(booking.mobility_support, people)
    load.wheelchairs += sign * chairs
    load.seats += sign * (people - chairs)
  }
  return {
    ...row,
    capacity: { seats, wheelchairs },
    pause: pause === null ? null : { ...pause, until: timeOf(pause.until), created_at: new Date(pause.created_at) },
    stops: (of.stopsOf.get(trip.trip_id) ?? []).map((stop) => {
      const [on, off] = [of.boardings.get(stop.id) ?? [], of.alightings.get(stop.id) ?? []]
      for (const booking of off) take(booking, -1)
      for (const booking of on) take(booking, 1)
      return {
        id: stop.id,
        kind: stop.kind,
        location_name: stop.location_name,
        planned_at: stop.planned_at,
        planned_departure_at: stop.planned_departure_at,
        expected_at: stop.expected_at,
        arrived_at: stop.arrived_at,
        departed_at: stop.departed_at,
        boardings: on.map(({ id }) => id),
        alightings: off.map(({ id }) => id),
        load: { ...load },
        slack_s: stop.arrived_at === null ? (slack.get(stop.id) ?? null) : null,
      }
    }),
  }
}

const timeOf = (text: string | null): Date | null => (text === null ? null : new Date(text))

/** When a stop is made, as far as it is known by now. */
const momentOf = (stop: StopRow | undefined): Date | null =>
  stop === undefined ? null : (stop.arrived_at ?? stop.expected_at ?? stop.planned_at)

const bookingOf = (row: BookingRow, of: Index, now: Date) => {
  const pickup_at = row.boarded_at ?? momentOf(of.stop.get(row.pickup_stop ?? 0))
  const dropoff_at = row.dropped_off_at ?? momentOf(of.stop.get(row.dropoff_stop ?? 0))
  const past = (at: Date | null, due: Date): number => (at === null ? 0 : (at.getTime() - due.getTime()) / 1000)
  const late = [row.status === 'on_board' ? 0 : past(pickup_at, row.pickup_until), past(dropoff_at, row.dropoff_until)]
  const pin =
    row.pin === null ? null : { ...row.pin, until: timeOf(row.pin.until), created_at: new Date(row.pin.created_at) }
  return {
    id: row.id,
    traveler_id: row.traveler_id,
    traveler_name: row.traveler_name,
    zone_id: row.zone_id,
    trip_id: row.trip_id,
    status: row.status,
    passenger_count: row.passenger_count,
    mobility_support: row.mobility_support,
    aids: row.aids,
    pickup: { from: row.pickup_from, until: row.pickup_until },
    dropoff: { from: row.dropoff_from, until: row.dropoff_until },
    pickup_at,
    dropoff_at,
    late_s: Math.max(0, Math.round(Math.max(...late))),
    marks: marksOf(row, pin, now),
    pin,
  }
}

const marksOf = (row: BookingRow, pin: { until: Date | null } | null, now: Date): EffectMark[] => [
  ...(row.mobility_support > 0 ? (['wheelchair'] as const) : []),
  ...(row.status === 'on_board' ? (['on_board'] as const) : []),
  ...(row.passenger_count > 1 ? (['group'] as const) : []),
  ...(pin !== null && (pin.until === null || pin.until > now) ? (['pinned'] as const) : []),
  ...(row.departing === false ? (['wished_arrival'] as const) : []),
]

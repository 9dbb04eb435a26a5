import { stayLimits } from '@ambit/contract'
import type { AskedRide, OnBoard } from '@ambit/domain'
import type { LngLat } from '@ambit/geo'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Scope } from '../http/scope.ts'

/** A ride ahead of a passenger, or the one that the passenger is on. */
export type OtherRide = OnBoard & {
  id: number
  traveler_name: string
  time_zone: string
  /** in a region of the caller */
  seen: boolean
  asked: AskedRide
  /** where it boards and alights */
  pickup: LngLat
  dropoff: LngLat
  pickup_opens: Date
  /** of the same journey; null: it is a ride of its own */
  sameJourney: OtherLeg | null
}

/** With the seconds on foot that follow and come before it, and the minutes that have to be between it and the leg in question. */
type OtherLeg = { isBefore: boolean; stay_minutes: number; pickup_walk_s: number; dropoff_walk_s: number }

type Of = {
  traveler_id: number
  at: Date
  changed: number | null
  regions: Scope
  /** whose further leg is booked; left out: that of the booking to change */
  journey?: number | null
}

/** The passenger's rides within a day of a moment, in the order in which they begin, without the one to change. No ride takes longer than a day. */
export const ridesBeside = async (
  db: Kysely<DB>,
  { traveler_id, at, changed, regions, journey = null }: Of,
): Promise<OtherRide[]> => {
  const rows = await db
    .selectFrom('service_requests as r')
    .innerJoin('travelers', 'travelers.id', 'r.traveler_id')
    .innerJoin('zones', 'zones.id', 'r.zone_id')
    .innerJoin('locations as p', 'p.id', 'r.pickup_location_id')
    .innerJoin('locations as d', 'd.id', 'r.dropoff_location_id')
    .leftJoin('trip_stops as ps', 'ps.id', 'r.pickup_trip_stop_id')
    .leftJoin('trip_stops as ds', 'ds.id', 'r.dropoff_trip_stop_id')
    .select(['r.id', 'zones.time_zone', 'zones.region_id', 'r.boarded_at'])
    .select(['ps.eta as pickup_eta', 'ds.eta as dropoff_eta'])
    .select(['r.pickup_lower_bound', 'r.pickup_upper_bound', 'r.dropoff_lower_bound', 'r.dropoff_upper_bound'])
    .select(['r.origin_longitude', 'r.origin_latitude', 'r.destination_longitude', 'r.destination_latitude'])
    .select(['p.longitude as pickup_longitude', 'p.latitude as pickup_latitude'])
    .select(['d.longitude as dropoff_longitude', 'd.latitude as dropoff_latitude'])
    .leftJoin('service_requests as own', (join) => join.on('own.id', '=', changed))
    .select(
      sql<OtherLeg | null>`case when r.journey_id = coalesce(${journey}::int, own.journey_id) then json_build_object(
        'isBefore', own.journey_leg is null or r.journey_leg < own.journey_leg,
        'stay_minutes', case when case when r.journey_leg > own.journey_leg then r.stay_minutes else own.stay_minutes end
          is null then 0 else ${stayLimits.min}::int end,
        'pickup_walk_s', r.pickup_walk_s, 'dropoff_walk_s', r.dropoff_walk_s) end`.as('same_journey'),
    )
    .select(sql<string>`travelers.first_name || ' ' || travelers.last_name`.as('traveler_name'))
    .where('r.traveler_id', '=', traveler_id)
    // Written out, so that the index of such rides is used.
    .where(sql<boolean>`r.status in ('created', 'assigned', 'unassigned', 'secured', 'on_board')`)
    .where(
      sql<boolean>`r.pickup_lower_bound between ${at}::timestamptz - interval '1 day' and ${at}::timestamptz + interval '1 day'`,
    )
    .where(sql<boolean>`r.id is distinct from ${changed}::int`)
    .orderBy('r.pickup_lower_bound')
    .orderBy('r.id')
    .execute()
  return rows.map((row) => otherRide(row, regions))
}

type Row = {
  id: number
  traveler_name: string
  time_zone: string
  region_id: number
  boarded_at: Date | null
  pickup_eta: Date | null
  dropoff_eta: Date | null
  same_journey: OtherLeg | null
} & Record<`${'pickup' | 'dropoff'}_${'lower' | 'upper'}_bound`, Date> &
  Record<`${'origin' | 'destination' | 'pickup' | 'dropoff'}_${'longitude' | 'latitude'}`, number>

const otherRide = (row: Row, regions: Scope): OtherRide => {
  const point = (end: 'origin' | 'destination' | 'pickup' | 'dropoff'): LngLat => [
    row[`${end}_longitude`],
    row[`${end}_latitude`],
  ]
  const window = (end: 'pickup' | 'dropoff') => ({
    opens: row[`${end}_lower_bound`].getTime(),
    closes: row[`${end}_upper_bound`].getTime(),
  })
  const opens = row.pickup_lower_bound.getTime()
  // No passenger boards before the window opens, however early the vehicle comes.
  const boards = row.boarded_at?.getTime() ?? Math.max(opens, row.pickup_eta?.getTime() ?? opens)
  return {
    id: row.id,
    traveler_name: row.traveler_name,
    time_zone: row.time_zone,
    seen: regions === null || regions.includes(row.region_id),
    boards,
    alights: Math.max(boards, (row.dropoff_eta ?? row.dropoff_lower_bound).getTime()),
    asked: { from: point('origin'), to: point('destination'), pickup: window('pickup'), dropoff: window('dropoff') },
    pickup: point('pickup'),
    dropoff: point('dropoff'),
    pickup_opens: row.pickup_lower_bound,
    sameJourney: row.same_journey,
  }
}

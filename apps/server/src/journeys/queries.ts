import type { LngLat } from '@ambit/geo'
import { lastChoice, usualStay } from '@ambit/domain'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Scope } from '../http/scope.ts'
import { openReturnOfJourney } from '../open-returns/store/queries.ts'
import { madeOf } from '../service-requests/made-of.ts'
import { findServiceRequests } from '../service-requests/queries.ts'

/** So many of a passenger's last rides are looked at. */
const RIDES = 200

/** A passenger's rides in the regions of the caller. */
type Of = { traveler_id: number; regions: Scope }

const ridesOf = (db: Kysely<DB>, { traveler_id, regions }: Of) =>
  db
    .selectFrom('service_requests as r')
    .where('r.traveler_id', '=', traveler_id)
    .$if(regions !== null, (query) =>
      query.where(sql<boolean>`r.zone_id in (select id from zones where region_id = any(${regions}::int[]))`),
    )
    .select(['r.origin_longitude', 'r.origin_latitude', 'r.destination_longitude', 'r.destination_latitude'])
    .limit(RIDES)

type Ends = Record<`${'origin' | 'destination'}_${'longitude' | 'latitude'}`, number>
const endsOf = (row: Ends): { from: LngLat; to: LngLat } => ({
  from: [row.origin_longitude, row.origin_latitude],
  to: [row.destination_longitude, row.destination_latitude],
})

/** A journey with the legs that lie in the regions; undefined where none does. */
export const findJourney = async (db: Kysely<DB>, id: number, regions: Scope) => {
  const legs = await db
    .selectFrom('service_requests as r')
    .innerJoin('zones', 'zones.id', 'r.zone_id')
    .where('r.journey_id', '=', id)
    .$if(regions !== null, (query) => query.where(sql<boolean>`zones.region_id = any(${regions}::int[])`))
    .select('r.id')
    .orderBy('r.journey_leg')
    .execute()
  if (legs.length === 0) return undefined
  const service_requests = await findServiceRequests(
    db,
    legs.map((leg) => leg.id),
  )
  return { id, service_requests, open_return: await openReturnOfJourney(db, regions, id) }
}

/** Which bookings the offerings have become, of one journey as they were booked; undefined where none has become one. */
export const bookedOf = async (db: Kysely<DB>, offeringIds: readonly number[]) => {
  const rows = await madeOf(db, offeringIds)
    .select(['r.id', 'r.journey_id', 'r.status', 'o.left_by'])
    .orderBy('r.id')
    .execute()
  const [first] = rows
  if (first === undefined) return undefined
  const together = rows.every(
    ({ journey_id, left_by }) => left_by === null && journey_id !== null && journey_id === first.journey_id,
  )
  return {
    id: first.id,
    journey_id: together && rows.length === offeringIds.length ? first.journey_id : null,
    cancelled: rows.every(({ status }) => status === 'cancelled'),
  }
}

export const beginJourney = async (tx: Transaction<DB>, now: Date): Promise<number> =>
  (await tx.insertInto('journeys').values({ created_at: now }).returning('id').executeTakeFirstOrThrow()).id

/** SQL, of the booking `r`: it is a leg of a ride with stops. */
export const hasStops = sql<boolean>`exists (select from service_requests s
  where s.journey_id = r.journey_id and s.stay_minutes is not null)`

const keptOpen = sql<boolean>`exists (select from open_returns o where o.journey_id = r.journey_id)`

/** What a passenger said of a way back the last time that a ride was booked between two places. */
export const lastChoiceOf = async (db: Kysely<DB>, of: Of, origin: LngLat, destination: LngLat) => {
  const rows = await ridesOf(db, of)
    .select([sql<number | null>`case when not ${hasStops} then r.journey_leg end`.as('leg'), keptOpen.as('open')])
    .orderBy('r.id', 'desc')
    .execute()
  const rides = rows.map((row) => ({ ...endsOf(row), leg: row.leg, open: row.open }))
  return lastChoice(rides, origin, destination)
}

/** Minutes that a passenger usually stays at a place. */
export const usualStayOf = async (db: Kysely<DB>, of: Of, place: LngLat): Promise<number> => {
  const rows = await ridesOf(db, of)
    .where('r.boarded_at', 'is not', null)
    .where('r.dropped_off_at', 'is not', null)
    .select(['r.boarded_at', 'r.dropped_off_at'])
    .orderBy('r.boarded_at', 'desc')
    .execute()
  const rides = rows.flatMap((row) => {
    const [boarded, left] = [row.boarded_at?.getTime(), row.dropped_off_at?.getTime()]
    return boarded === undefined || left === undefined ? [] : [{ ...endsOf(row), boarded, left }]
  })
  return usualStay(rides, place)
}

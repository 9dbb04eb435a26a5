import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { api, Place } from '@ambit/contract'
import { byRequiredText, byText, byValue, listed } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import { notFound } from '../http/errors.ts'
import type { Hidden } from '../http/mask-plans.ts'
import { matchesPassenger } from '../http/masked-search.ts'
import { type Scope, visibleTravelers } from '../http/scope.ts'
import { cardsOf } from '../payment-methods/queries.ts'
import { newestTravelerComments } from '../traveler-comments/queries.ts'

const FREQUENT = 5
/** How many comments come with one passenger; the others are a list of their own. */
const COMMENTS = 20

/** Every column except the password's hash. */
const select = (db: Kysely<DB>) =>
  db
    .selectFrom('travelers')
    .select([
      'id',
      'first_name',
      'last_name',
      sql<string>`first_name || ' ' || last_name`.as('full_name'),
      'username',
      'email',
      'phone_number',
      sql<boolean>`phone_verified_at is not null`.as('phone_verified'),
      'low_tech',
      'handicapped',
      'medically_exempt',
      'attendant_allowed',
      'mobility_aids',
      'own_times',
      'status',
      'region_id',
      'restriction',
      'protected',
      'locale',
      'can_text',
      'call_when_near',
      'message_channels',
      'quiet_hours',
      'created_at',
      'updated_at',
      'version',
    ])

const sortable = {
  ...byRequiredText('first_name', 'last_name', 'username'),
  ...byText('email'),
  ...byValue('created_at'),
}

export const listTravelers = (
  db: Kysely<DB>,
  scope: Scope,
  query: z.output<typeof api.travelers.list.query>,
  hidden: Hidden,
) => {
  const { status, id } = query.filter ?? {}
  let found = select(db).where(visibleTravelers(scope)).where(withNumber(query.search, hidden))
  if (status !== undefined) found = found.where(sql<boolean>`status = any(${status}::text[])`)
  if (id !== undefined) found = found.where(sql<boolean>`id = any(${id}::int[])`)
  return listed(found, query, sortable)
}

/** A number may be a passenger's id or part of a telephone number. */
const withNumber = (search: string, hidden: Hidden) => {
  const words = matchesPassenger(search, hidden)
  return /^[1-9]\d{0,8}$/.test(search) ? sql<boolean>`(${words} or id = ${Number(search)})` : words
}

const withDetails = async <T extends { id: number }>(db: Kysely<DB>, traveler: T | undefined) =>
  traveler === undefined
    ? undefined
    : {
        ...traveler,
        traveler_comments: await newestTravelerComments(db, traveler.id, COMMENTS),
        payment_methods: await cardsOf(db, traveler.id),
      }

export const findTraveler = async (db: Kysely<DB>, scope: Scope, id: number) =>
  withDetails(db, await select(db).where('id', '=', id).where(visibleTravelers(scope)).executeTakeFirst())

export const lockTraveler = async (db: Kysely<DB>, scope: Scope, id: number) =>
  withDetails(db, await select(db).where('id', '=', id).where(visibleTravelers(scope)).forUpdate().executeTakeFirst())

/** Whose account and home it is; throws 404 for one whom the caller does not see. */
export const seenTraveler = async (db: Kysely<DB>, scope: Scope, id: number) => {
  const found = await db
    .selectFrom('travelers')
    .select(['id', 'region_id'])
    .where('id', '=', id)
    .where(visibleTravelers(scope))
    .executeTakeFirst()
  if (found === undefined) throw notFound()
  return found
}

/** Into whom the record was merged, for those who see that passenger; undefined: into nobody. */
export const mergedInto = async (db: Kysely<DB>, scope: Scope, id: number): Promise<number | undefined> =>
  (
    await db
      .selectFrom('travelers')
      .select('id')
      .where('id', '=', (of) => of.selectFrom('travelers as m').select('m.merged_into').where('m.id', '=', id))
      .where(visibleTravelers(scope))
      .executeTakeFirst()
  )?.id

type FrequentRow = { origin: Place; destination: Place; count: number; last_on: string }

/** The journeys that the passenger booked most, without cancelled ones; among equals the latest first. */
export const frequentLocations = async (db: Kysely<DB>, scope: Scope, travelerId: number): Promise<FrequentRow[]> => {
  const { rows } = await sql<FrequentRow>`
    select
      jsonb_build_object('name', r.origin_name,
        'point', jsonb_build_array(r.origin_longitude, r.origin_latitude)) as origin,
      jsonb_build_object('name', r.destination_name,
        'point', jsonb_build_array(r.destination_longitude, r.destination_latitude)) as destination,
      count(*) as count,
      to_char(max(r.pickup_lower_bound at time zone zones.time_zone), 'YYYY-MM-DD') as last_on
    from service_requests r join zones on zones.id = r.zone_id
    where r.traveler_id = ${travelerId} and r.status not in ('cancelled', 'error')
      and (${scope}::int[] is null or zones.region_id = any(${scope}::int[]))
    group by r.origin_name, r.origin_latitude, r.origin_longitude,
      r.destination_name, r.destination_latitude, r.destination_longitude
    order by count(*) desc, max(r.id) desc
    limit ${FREQUENT}`.execute(db)
  return rows
}

/** What the passenger notes for drivers with places of their own. */
export const placeNotes = async (db: Kysely<DB>, travelerId: number) => {
  const places = await db
    .selectFrom('ride_places')
    .where('traveler_id', '=', travelerId)
    .where('note', '<>', '')
    .select(['name', 'longitude', 'latitude', 'note'])
    .orderBy('id')
    .execute()
  return places.map(({ name, longitude, latitude, note }) => ({
    name,
    point: [longitude, latitude] as [number, number],
    note,
  }))
}

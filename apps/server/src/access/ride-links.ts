import { type Kysely, sql, type Transaction } from 'kysely'
import type { LiveEvent } from '@ambit/contract'
import { type KeyedHash, keyedHashes } from './secrets.ts'
import type { DB } from '../database/schema.ts'
import { statusEntry } from '../database/status-entry.ts'
import type { Deps } from '../deps.ts'
import { publish } from '../live/publish.ts'
import { publicUrlOf } from '../settings/public-url.ts'
import { codeOf, hashOfCode } from './ride-link-codes.ts'

/** `pay` opens nothing by itself: it leads to the ride in the app, after signing in. */
export type LinkPurpose = 'track' | 'manage' | 'pay'
export type RideLink = { id: string; service_request_id: number; purpose: LinkPurpose }

const HOURS_AFTER = 2
/** A ride whose end was not entered is over so long after it was to end. */
const HOURS_WITHOUT_END = 24
/** So long a ride that is not paid can be paid by its link; after it, in the app. */
const DAYS_TO_PAY = 90

/** SQL: when the link `l` to the booking `r` ends. */
const linkEnds = sql<Date>`case when l.purpose = 'pay'
  then coalesce(r.charged_at,
    (select p.updated_at from payments p where p.service_request_id = r.id and p.state = 'waived'),
    r.dropoff_upper_bound + interval '${sql.raw(String(DAYS_TO_PAY))} days')
  else coalesce(case when r.status in ('completed', 'no_show', 'cancelled', 'error') then coalesce(
    case when r.status = 'completed' then r.dropped_off_at end,
    (select h.created_at from service_request_histories h where h.id = ${statusEntry})) + interval '${sql.raw(String(HOURS_AFTER))} hours' end,
  r.dropoff_upper_bound + interval '${sql.raw(String(HOURS_WITHOUT_END))} hours') end`

type Making = Pick<Deps, 'clock' | 'random'> & { hash: KeyedHash }

/** The code of the booking's link, which is made where there is none. */
export const codeFor = async (
  { clock, random, hash }: Making,
  db: Kysely<DB>,
  { service_request_id, purpose }: Omit<RideLink, 'id'>,
): Promise<string> => {
  const id = random.uuid()
  const made = await db
    .insertInto('ride_links')
    .values({ id, service_request_id, purpose, code_hash: hashOfCode(hash, codeOf(hash, id)), created_at: clock.now() })
    // What is there already is answered.
    .onConflict((on) => on.columns(['service_request_id', 'purpose']).doUpdateSet({ purpose }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return codeOf(hash, made.id)
}

/** On the installation's own host, whatever host the caller named. */
export const addressOf = (config: Deps['config'], code: string): string => `${publicUrlOf(config)}/t/${code}`

const openLinks = (db: Kysely<DB>, now: Date) =>
  db
    .selectFrom('ride_links as l')
    .innerJoin('service_requests as r', 'r.id', 'l.service_request_id')
    .where('r.anonymised_at', 'is', null)
    .where(linkEnds, '>', now)
    .select(['l.id', 'l.service_request_id', 'l.purpose'])

/** Null: there is none, it was taken back, or its time is over. */
export const linkByCode = async (deps: Deps, code: string): Promise<RideLink | null> => {
  const code_hash = hashOfCode(await keyedHashes(deps), code)
  const found = await openLinks(deps.db, deps.clock.now()).where('l.code_hash', '=', code_hash).executeTakeFirst()
  return found ?? null
}

/** Of links that tokens name those that open their rides still. */
export const openOf = async <L extends RideLink>(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  links: readonly L[],
): Promise<ReadonlySet<L>> => {
  if (links.length === 0) return new Set()
  const ids = links.map(({ id }) => id)
  const rows = await openLinks(db, clock.now())
    .where('l.id', '=', sql<string>`any(array(select unnest(${ids}::uuid[])))`)
    .execute()
  const found = new Map(rows.map((row) => [row.id, row]))
  return new Set(
    links.filter(({ id, service_request_id, purpose }) => {
      const open = found.get(id)
      return open?.service_request_id === service_request_id && open.purpose === purpose
    }),
  )
}

/** Answers whether there was one. */
export const takeLinkBack = async (
  db: Kysely<DB>,
  { service_request_id, purpose }: Omit<RideLink, 'id'>,
): Promise<boolean> => {
  const taken = await db
    .deleteFrom('ride_links')
    .where('service_request_id', '=', service_request_id)
    .where('purpose', '=', purpose)
    .returning('id')
    .execute()
  return taken.length > 0
}

/**
 * What messages to a passenger led to opens nothing any more, rides of those without a contact for whom they answer
 * included, and open pages of it are told; the next message has a new link.
 */
export const endSentLinks = async (tx: Transaction<DB>, traveler_id: number): Promise<void> => {
  const { rows } = await sql<Omit<Extract<LiveEvent, { kind: 'service_request' }>, 'kind'>>`
    delete from ride_links l using service_requests r join zones z on z.id = r.zone_id
    where r.id = l.service_request_id and l.purpose = 'manage' and r.traveler_id in (
      select ${traveler_id}::int union all
      select t.id from traveler_helpers h join travelers t on t.id = h.traveler_id
      where h.helper_id = ${traveler_id} and h.household and t.email is null and t.phone_number is null)
    returning r.id as service_request_id, r.trip_id, r.zone_id, z.region_id`.execute(tx)
  await publish(
    tx,
    rows.map((row) => ({ kind: 'service_request', ...row })),
  )
}

export const removeEndedLinks = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> => {
  await sql`delete from ride_links l using service_requests r
    where r.id = l.service_request_id and ${linkEnds} <= ${clock.now()}`.execute(db)
}

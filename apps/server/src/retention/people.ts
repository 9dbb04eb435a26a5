import { sql, type Transaction } from 'kysely'
import { eraseEvents } from '../audit/erase.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { held } from '../holds/queries.ts'
import { languageOf } from '../messages/languages.ts'
import { mailAddress } from '../messages/mail-address.ts'
import { forgetRequests } from '../privacy-requests/forget.ts'
import { shownSettings } from '../settings/shown.ts'
import { endingTexts } from './ending-texts.ts'
import { handOn } from '../households/hand-on.ts'
import type { Kind, Step } from './kind.ts'
import { forgetMerged, withMerged } from './merged.ts'

const DAY = 24 * 3600_000
const NOTICE_DAYS = 30

/** When a passenger, or one whom they help, was last expected on board, or they were enrolled. Decision 110. */
const lastSeen = sql`greatest(t.created_at, t.last_ride_at,
  (select max(r.dropoff_upper_bound) from service_requests r where r.traveler_id = t.id and r.anonymised_at is null),
  (select max(r.dropoff_upper_bound) from traveler_helpers h join service_requests r on r.traveler_id = h.traveler_id
    where h.helper_id = t.id and h.accepted_at is not null and r.anonymised_at is null),
  (select max(m.last_ride_at) from traveler_helpers h join travelers m on m.id = h.traveler_id
    where h.helper_id = t.id and h.accepted_at is not null))`

/** Not on board for so long. Whose data are only to be stored is neither written to nor removed. */
const oldTravelers = (before: Date) => sql`
  from (select t.*, ${lastSeen} as seen_at from travelers t
    where t.anonymised_at is null and not t.walk_on and t.restriction is null and t.created_at < ${before}) as t
  where t.seen_at < ${before} and not ${held({ travelers: sql.ref('t.id') })}
    and not exists (select from service_requests r where r.traveler_id = t.id
      and ${held({ service_requests: sql.ref('r.id'), trips: sql.ref('r.trip_id'), at: sql.ref('r.dropoff_upper_bound') })})`
const told = (now: Date) => sql`t.ending_told_at <= ${new Date(now.getTime() - NOTICE_DAYS * DAY)}`

/** Whose account does not end after all is told anew before it does. */
const forgetNotices = async (tx: Transaction<DB>, soon: Date): Promise<void> => {
  const { rows } = await sql<{ id: number }>`
    select id from travelers where ending_told_at is not null and anonymised_at is null`.execute(tx)
  const these = sql`any(${rows.map(({ id }) => id)}::int[])`
  await sql`update travelers set ending_told_at = null
    where id = ${these} and id not in (select t.id ${oldTravelers(soon)} and t.id = ${these})`.execute(tx)
}

/** Passengers without a journey for so long: told by mail a month before, then without a name. */
export const travelers: Kind = {
  due: (before) => sql`select t.id::text as id, t.seen_at as at, t.id::text as person ${oldTravelers(before)}`,
  begin: (deps, before) => {
    const { db, clock } = deps
    const soon = new Date(before.getTime() + NOTICE_DAYS * DAY)
    const notice = inTurn(soon, sql`t.ending_told_at is null`, (tx, ids) => tellOfEnding(deps, tx, ids))
    const ending = inTurn(before, told(clock.now()), (tx, ids) => anonymiseTravelers(tx, ids, clock.now()))
    let begun = false
    let telling = true
    return async (rows) => {
      const { seen, removed } = await db.transaction().execute(async (tx) => {
        if (!begun) await forgetNotices(tx, soon)
        begun = true
        return (telling ? notice : ending)(tx, rows)
      })
      if (!telling) return { seen, removed }
      if (seen < rows) telling = false
      return { seen: rows, removed: 0 }
    }
  },
}

type Turn = (tx: Transaction<DB>, rows: number) => ReturnType<Step>

/** Goes through the passengers by number once, so that no step looks at the same ones again. */
const inTurn = (
  before: Date,
  which: ReturnType<typeof told>,
  work: (tx: Transaction<DB>, ids: readonly number[]) => Promise<void>,
): Turn => {
  let after = 0
  return async (tx, rows) => {
    const { rows: due } = await sql<{ id: number }>`
      select t.id ${oldTravelers(before)} and t.id > ${after} and ${which} order by t.id limit ${rows}`.execute(tx)
    const ids = due.map(({ id }) => id)
    if (ids.length > 0) await work(tx, ids)
    after = ids.at(-1) ?? after
    return { seen: ids.length, removed: ids.length }
  }
}

/** In their language, where they, or who answers for them, have an address. */
const tellOfEnding = async (
  { mailer, clock, config }: Pick<Deps, 'clock' | 'config' | 'mailer'>,
  tx: Transaction<DB>,
  ids: readonly number[],
): Promise<void> => {
  await tx.updateTable('travelers').set({ ending_told_at: clock.now() }).where('id', 'in', ids).execute()
  const people = await tx
    .selectFrom('travelers as p')
    .leftJoin('regions as g', 'g.id', 'p.region_id')
    .where('p.id', 'in', ids)
    .orderBy('p.id')
    .select(['p.id', 'p.first_name', 'p.locale', 'g.message_language', mailAddress(sql.ref('p.id')).as('email')])
    .execute()
  const { locale: shown } = await shownSettings(tx, config)
  for (const { id, email, first_name: name, locale, message_language } of people) {
    if (email === null) continue
    const { subject, lines } = endingTexts[locale ?? message_language ?? languageOf(shown)]({ name, days: NOTICE_DAYS })
    await mailer.send(tx, { to: email, traveler_id: id, expires_at: null, subject, text: lines.join('\n\n') })
  }
}

/** SQL: the number of `s` is that of the passenger `t` and of nobody who stays, whatever form theirs was kept in. */
const digits = (column: string) => sql`right(regexp_replace(${sql.ref(column)}, '\\D', '', 'g'), 8)`
const isTheirs = sql`t.phone_number is not null and s.number like '%' || ${digits('t.phone_number')}
  and not exists (select from travelers o where o.id <> t.id and o.anonymised_at is null
    and ${digits('o.phone_number')} = ${digits('t.phone_number')})`

/** What stays of a passenger is `Passenger {id}`, who cannot be found, booked, mailed or signed in to. */
export const emptyTravelers = async (tx: Transaction<DB>, ids: readonly number[], now: Date): Promise<void> => {
  await sql`update travelers set first_name = 'Passenger', last_name = id::text, username = 'passenger-' || id,
    email = 'passenger-' || id || '@removed.invalid', phone_number = null, password_hash = null, low_tech = false,
    handicapped = false, medically_exempt = false, locale = null, can_text = false, call_when_near = false, message_channels = '{}',
    quiet_hours = null, attendant_allowed = false, mobility_aids = '{}', own_times = null,
    restriction = null, protected = false, status = 'blocked', last_ride_at = null, anonymised_at = ${now},
    updated_at = ${now} where id = any(${ids}::int[])`.execute(tx)
}

/** Takes away who the passengers were, those whose records were merged into theirs too. */
export const anonymiseTravelers = async (tx: Transaction<DB>, named: readonly number[], now: Date): Promise<void> => {
  const ids = await withMerged(tx, named)
  const these = sql`any(${ids}::int[])`
  // Codes that were sent to them, whatever form their number was kept in.
  await sql`delete from sign_in_challenges c using travelers t where t.id = ${these} and (c.traveler_id = t.id
    or c.contact = lower(t.email)
    or t.phone_number is not null and c.contact like '%' || right(regexp_replace(t.phone_number, '\\D', '', 'g'), 8))`.execute(
    tx,
  )
  await sql`delete from sms_stops s using travelers t where t.id = ${these} and ${isTheirs}`.execute(tx)
  await sql`delete from sms_replies s using travelers t where t.id = ${these} and (s.traveler_id = t.id or ${isTheirs})`.execute(
    tx,
  )
  await emptyTravelers(tx, ids, now)
  await removeBelongings(tx, ids, now)
  await forgetMerged(tx, ids)
  const texts = ids.map(String)
  await eraseEvents(
    tx,
    sql<boolean>`(record_kind = 'travelers' and record_id = any(${texts}::text[])
      or parent_kind = 'travelers' and parent_id = any(${texts}::text[]))`,
  )
  await eraseEvents(tx, sql<boolean>`actor_kind = 'passenger' and actor_id = ${these}`, 'actor')
}

/** What is a passenger's own, and not of their journeys. */
export const removeBelongings = async (tx: Transaction<DB>, ids: readonly number[], now: Date): Promise<void> => {
  const these = sql`any(${ids}::int[])`
  await sql`insert into card_removals (provider, customer_id, asked_at, next_attempt_at)
    select provider, customer_id, ${now}, ${now} from card_customers where traveler_id = ${these}
    on conflict do nothing`.execute(tx)
  for (const table of [
    'booking_series',
    'suspensions',
    'organisation_travelers',
    'card_customers',
    'test_card_setups',
    'payment_methods',
    'ride_places',
    'sessions',
    'traveler_comments',
    'traveler_concessions',
    'traveler_feature_flags',
    'password_resets',
    'outbox_mails',
    'messages',
  ] as const)
    await sql`delete from ${sql.table(table)} where traveler_id = ${these}`.execute(tx)
  await sql`delete from messages where helper_id = ${these}`.execute(tx)
  for (const id of ids) await handOn(tx, id, { now })
  await sql`delete from traveler_helpers where traveler_id = ${these} or helper_id = ${these}`.execute(tx)
  await forgetRequests(tx, ids)
}

const oldDrivers = (before: Date) => sql`
  from (select d.*, greatest(d.created_at,
      (select max(p.end_time) from service_plans p where p.driver_id = d.id),
      (select max(t.end_datetime) from trips t where t.driver_id = d.id)) as seen_at
    from drivers d where d.anonymised_at is null and d.created_at < ${before}) as d
  where d.seen_at < ${before} and not exists (select from trips t where t.driver_id = d.id
    and ${held({ trips: sql.ref('t.id'), vehicles: sql.ref('t.vehicle_id'), at: sql.ref('t.end_datetime') })})`

/** Drivers without a schedule for so long: `Driver {id}` stays on the trips. */
export const drivers: Kind = {
  due: (before) => sql`select d.id::text as id, d.seen_at as at, d.id::text as person ${oldDrivers(before)}`,
  begin:
    ({ db, clock }, before) =>
    (rows) =>
      db.transaction().execute(async (tx) => {
        const { rows: due } = await sql<{
          id: number
        }>`select d.id ${oldDrivers(before)} order by d.id limit ${rows}`.execute(tx)
        const ids = due.map(({ id }) => id)
        if (ids.length > 0) await anonymiseDrivers(tx, ids, clock.now())
        return { seen: ids.length, removed: ids.length }
      }),
}

const anonymiseDrivers = async (tx: Transaction<DB>, ids: readonly number[], now: Date): Promise<void> => {
  const these = sql`any(${ids}::int[])`
  // Histories of trips hold names as they were.
  for (const side of ['before', 'after'])
    await sql`update trip_histories h set ${sql.ref(side)} = 'Driver ' || d.id
      from drivers d where d.id = ${these} and h.change = 'driver'
        and h.${sql.ref(side)} = d.first_name || ' ' || d.last_name`.execute(tx)
  await sql`update drivers set first_name = 'Driver', last_name = id::text, username = 'driver-' || id,
    email = 'driver-' || id || '@removed.invalid', phone_number = null, pin_hash = null, status = 'blocked',
    anonymised_at = ${now}, updated_at = ${now} where id = ${these}`.execute(tx)
  await sql`delete from sessions where driver_id = ${these}`.execute(tx)
  const texts = ids.map(String)
  await eraseEvents(tx, sql<boolean>`record_kind = 'drivers' and record_id = any(${texts}::text[])`)
  await eraseEvents(tx, sql<boolean>`actor_kind = 'driver' and actor_id = ${these}`, 'actor')
}

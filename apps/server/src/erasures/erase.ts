import { type RawBuilder, sql, type Transaction } from 'kysely'
import { eraseEvents } from '../audit/erase.ts'
import { passAllOf } from '../booking-series/fail.ts'
import { noteEvent } from '../audit/note-event.ts'
import type { DB } from '../database/schema.ts'
import { endOpenReturnsOf } from '../open-returns/store/end.ts'
import { anonymiseBookings, PLACE, rounded } from '../retention/bookings.ts'
import { withMerged } from '../retention/merged.ts'
import { anonymiseTravelers } from '../retention/people.ts'
import { endEntriesOf } from '../waitlist-entries/store/end.ts'
import { type Mention, mentionsOf, type Named, names, patternOf, without } from './mentions.ts'

/**
 * Takes away all that tells who the passenger was, in this one transaction: what is left is `Passenger 17` with journeys
 * without names and doors. Records that were merged into this one go with it. Cards go at the card provider later.
 * `reason` is kept in the audit as it is given.
 */
export const eraseTraveler = async (tx: Transaction<DB>, id: number, reason: string, now: Date): Promise<void> => {
  const people = await peopleOf(tx, id)
  for (const person of people) await erasePerson(tx, person, now)
  for (const person of people)
    await noteEvent(tx, {
      kind: 'access',
      record_kind: 'travelers',
      record_id: String(person.id),
      told: { erased: 'for good', because: reason },
    })
}

type Known = Named & { id: number }

/** The passenger, and what is still known of those whose records were merged into this one. */
const peopleOf = async (tx: Transaction<DB>, id: number): Promise<Known[]> => {
  const ids = await withMerged(tx, [id])
  const people = await tx
    .selectFrom('travelers')
    .select(['id', 'first_name', 'last_name', 'username', 'email', 'phone_number'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  const { rows } = await sql<Known>`
    select s.*, m.merged_id as id from traveler_merges m,
      jsonb_to_record(m.merged_before) as s(first_name text, last_name text, username text, email text, phone_number text)
    where m.merged_id = any(${ids}::int[]) and m.undone_at is null and m.merged_before is not null`.execute(tx)
  const said = new Map(rows.map((row) => [row.id, row]))
  return people.map((person) => said.get(person.id) ?? person)
}

const erasePerson = async (tx: Transaction<DB>, person: Known, now: Date): Promise<void> => {
  const { id } = person
  const bookings = await tx.selectFrom('service_requests').select('id').where('traveler_id', '=', id).execute()
  await endOpenReturnsOf(tx, id, now)
  await endEntriesOf(tx, id, now)
  await passAllOf(tx, id, now)
  await eraseDoors(tx, id)
  await anonymiseBookings(
    tx,
    bookings.map((one) => one.id),
    null,
    now,
  )
  await sql`update service_availability_searches set anonymised_at = ${now}, override_reason = null, origin_name = ${PLACE},
    destination_name = ${PLACE}, ${rounded('origin_longitude', 'origin_latitude', 'destination_longitude', 'destination_latitude')}
    where traveler_id = ${id}`.execute(tx)
  await anonymiseTravelers(tx, [id], now)
  const mentions = mentionsOf(person)
  await eraseMails(tx, person.email, mentions)
  await eraseMentions(tx, mentions, `Passenger ${id}`)
  await eraseAnswers(tx, id, mentions)
  await eraseLooks(tx, id, [...likes(mentions), patternOf(person.first_name), patternOf(person.last_name)])
  await tx
    .insertInto('erased_travelers')
    .values({ traveler_id: id, erased_at: now })
    .onConflict((c) => c.doNothing())
    .execute()
}

/** Doors that were only offered are locations too. */
const eraseDoors = async (tx: Transaction<DB>, id: number): Promise<void> => {
  await sql`update locations l set name = ${PLACE}, street_address = null, ${rounded('longitude', 'latitude')}
    where id in (
        select unnest(array[o.pickup_location_id, o.dropoff_location_id]) from service_offerings o
        join service_availability_searches s on s.id = o.service_availability_search_id where s.traveler_id = ${id})
      and not exists (select from zone_stops where location_id = l.id)
      and not exists (select from service_requests r where r.pickup_location_id = l.id and r.traveler_id <> ${id})
      and not exists (select from service_requests r where r.dropoff_location_id = l.id and r.traveler_id <> ${id})
    `.execute(tx)
}

/** Texts in which others wrote of the person. */
const texts = [
  ['vehicle_notes', 'details'],
  ['vehicle_notes', 'witness_details'],
  ['vehicle_notes', 'insurance_details'],
  ['traveler_comments', 'comment'],
  ['service_requests', 'comment'],
  ['misses', 'judged_reason'],
  ['organisations', 'contacts'],
  ['organisation_travelers', 'consented_by'],
  ['suspensions', 'decided_reason'],
  ['suspensions', 'dismissed_reason'],
  ['suspensions', 'lifted_reason'],
  ['suspensions', 'objection'],
  ['suspensions', 'objection_reasons'],
  ['service_requests', 'pickup_note'],
  ['service_requests', 'dropoff_note'],
  ['open_returns', 'reason'],
  ['booking_series', 'comment'],
  ['booking_series', 'notes'],
  ['surveys', 'additional_information'],
  ['feedbacks', 'comments'],
  ['driver_messages', 'text'],
  ['broadcasts', 'text'],
  ['exceptions', 'text'],
  ['exceptions', 'note'],
  ['exception_changes', 'note'],
  ['exception_mutes', 'reason'],
  ['handovers', 'note'],
  ['dispatch_actions', 'reason'],
  ['booking_pins', 'reason'],
  ['vehicle_pauses', 'reason'],
  ['overrides', 'reason'],
  ['messages', 'own_words'],
  ['vehicle_checks', 'released_reason'],
  ['trip_histories', 'message'],
  ['privacy_requests', 'identity_check'],
  ['privacy_answers', 'text'],
  // What drivers noted when they checked a vehicle, in what was tapped and in the check that was made of it.
  ['vehicle_checks', 'answers'],
  ['driver_actions', 'input', sql<boolean>`kind = 'check'`],
  ['dispatch_actions', 'action'],
  ['dispatch_actions', 'changes'],
  ['notices', 'texts'],
  ['overrides', 'input'],
] as const satisfies readonly (readonly [table: keyof DB, column: string, only?: RawBuilder<boolean>])[]

const likes = (mentions: readonly Mention[]): string[] => mentions.map(({ like }) => like)
/** SQL: the text may hold one of them; which does is said by `names` and `without`. */
const mayName = (text: RawBuilder<unknown>, mentions: readonly Mention[]) =>
  sql<boolean>`${text} ilike any(${likes(mentions)}::text[])`

/** Mails to the person, and those that name them. */
const eraseMails = async (tx: Transaction<DB>, email: string | null, mentions: readonly Mention[]): Promise<void> => {
  if (email !== null) await sql`delete from outbox_mails where lower("to") = lower(${email})`.execute(tx)
  const { rows } = await sql<{ id: number; subject: string; text: string | null }>`select id, subject, text
    from outbox_mails where ${mayName(sql`subject`, mentions)} or ${mayName(sql`text`, mentions)}`.execute(tx)
  const ids = rows.filter(({ subject, text }) => names(mentions, [subject, text])).map(({ id }) => id)
  await sql`delete from outbox_mails where id = any(${ids}::int[])`.execute(tx)
}

/** The row's events hold the text as well: before this change, and as it was written. */
const eraseMentions = async (tx: Transaction<DB>, mentions: readonly Mention[], instead: string): Promise<void> => {
  for (const [table, column, only = sql<boolean>`true`] of texts) {
    const field = sql.ref(column)
    const { rows } = await sql<{ id: number; value: unknown }>`select id, ${field} as value from ${sql.table(table)}
      where ${only} and ${mayName(sql`${field}::text`, mentions)} order by id`.execute(tx)
    const named = rows.filter(({ value }) => names(mentions, value))
    for (const { id, value } of named) {
      const left = without(mentions, value, instead)
      const written = typeof left === 'string' ? sql`${left}` : sql`${JSON.stringify(left)}::jsonb`
      await sql`update ${sql.table(table)} set ${field} = ${written} where id = ${id}`.execute(tx)
    }
    const ids = named.map(({ id }) => String(id))
    if (ids.length > 0) await eraseEvents(tx, sql<boolean>`record_kind = ${table} and record_id = any(${ids}::text[])`)
  }
}

/** Answers that are kept for a retry. Those of others stay: a call of theirs that is repeated must not be done twice. */
const eraseAnswers = async (tx: Transaction<DB>, id: number, mentions: readonly Mention[]): Promise<void> => {
  await sql`delete from idempotency_keys where answer::text ~ ${`"traveler_id":\\s*${id}\\M`}`.execute(tx)
  const rows = await tx
    .selectFrom('idempotency_keys')
    .where(mayName(sql`answer::text`, mentions))
    .select(['actor', 'endpoint', 'key', 'answer'])
    .execute()
  for (const { actor, endpoint, key } of rows.filter(({ answer }) => names(mentions, answer)))
    await tx
      .deleteFrom('idempotency_keys')
      .where('actor', '=', actor)
      .where('endpoint', '=', endpoint)
      .where('key', '=', key)
      .execute()
}

/** What lists were asked for, and why somebody looked: one of the names is enough there, and nobody needs it for long. */
const eraseLooks = async (tx: Transaction<DB>, id: number, patterns: readonly string[]): Promise<void> => {
  const named = sql`any(${patterns}::text[])`
  await sql`update access_events set filter = null where filter::text ilike ${named}`.execute(tx)
  await sql`update access_events set reason = null where traveler_id = ${id} or reason ilike ${named}`.execute(tx)
}

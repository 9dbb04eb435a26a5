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

/** What names the person in texts of others: too short a word would be found everywhere. */
const SHORTEST_MENTION = 5
/** Such a username is a name, which others have as well. */
const ONLY_LETTERS = /^\p{L}*$/u

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

type Person = Record<'first_name' | 'last_name' | 'username', string> & Record<'email' | 'phone_number', string | null>
type Known = Person & { id: number }

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
  const words = mentionsOf(person)
  await eraseMentions(tx, words, `Passenger ${id}`)
  await eraseAnswers(tx, id, words)
  await eraseLooks(tx, id, [...words, person.first_name, person.last_name])
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

const mentionsOf = ({ first_name, last_name, username, email, phone_number }: Person): string[] =>
  [
    `${first_name} ${last_name}`,
    `${last_name}, ${first_name}`,
    email ?? '',
    ONLY_LETTERS.test(username) ? '' : username,
    phone_number ?? '',
  ].filter((word) => word.length >= SHORTEST_MENTION)

/** Texts in which others wrote of the person. */
const texts: readonly (readonly [table: keyof DB, column: string, type?: 'jsonb'])[] = [
  ['vehicle_notes', 'details'],
  ['vehicle_notes', 'witness_details'],
  ['vehicle_notes', 'insurance_details'],
  ['traveler_comments', 'comment'],
  ['service_requests', 'comment'],
  ['misses', 'judged_reason'],
  ['organisations', 'contacts', 'jsonb'],
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
  ['booking_series', 'notes', 'jsonb'],
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
]
/** What drivers noted when they checked a vehicle, in what was tapped and in the check that was made of it. */
const notes = [
  ['vehicle_checks', 'answers', sql`true`],
  ['driver_actions', 'input', sql`kind = 'check'`],
  ['dispatch_actions', 'action', sql`true`],
  ['dispatch_actions', 'changes', sql`true`],
  ['notices', 'texts', sql`true`],
  ['overrides', 'input', sql`true`],
] as const
const mailColumns = ['to', 'subject', 'text'] as const

const patternOf = (word: string): string => `%${word.replaceAll(/[%\\_]/g, String.raw`\$&`)}%`

const eraseMentions = async (tx: Transaction<DB>, words: readonly string[], instead: string): Promise<void> => {
  for (const word of words) {
    const pattern = patternOf(word)
    for (const column of mailColumns)
      await sql`delete from outbox_mails where ${sql.ref(column)} ilike ${pattern}`.execute(tx)
    for (const [table, column, type = 'text'] of texts)
      await rewrite(tx, { table, column, type }, { word, pattern, instead })
    for (const [table, column, only] of notes)
      await rewriteTexts(tx, { table, column, only }, { word, pattern, instead })
  }
}

/** In the texts alone: a username may be a number, which means something else where it is one. */
const rewriteTexts = async (
  tx: Transaction<DB>,
  { table, column, only }: { table: keyof DB; column: string; only: RawBuilder<unknown> },
  { word, pattern, instead }: Mention,
): Promise<void> => {
  const { rows } = await sql<{ id: number; value: unknown }>`select id, ${sql.ref(column)} as value
    from ${sql.table(table)} where ${only} and ${sql.ref(column)}::text ilike ${pattern} order by id`.execute(tx)
  const found = new RegExp(literally(word), 'giu')
  for (const { id, value } of rows) {
    const [before, after] = [JSON.stringify(value), JSON.stringify(withoutWord(value, found, instead))]
    if (after !== before)
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${after}::jsonb where id = ${id}`.execute(tx)
  }
}

const withoutWord = (value: unknown, found: RegExp, instead: string): unknown => {
  if (typeof value === 'string') return value.replaceAll(found, instead)
  if (Array.isArray(value)) return value.map((one) => withoutWord(one, found, instead))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutWord(one, found, instead)]))
}

/** As a regular expression that finds the word itself. */
const literally = (word: string): string => word.replaceAll(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`)

/** Answers that are kept for a retry. Those of others stay: a call of theirs that is repeated must not be done twice. */
const eraseAnswers = async (tx: Transaction<DB>, id: number, words: readonly string[]): Promise<void> => {
  await sql`delete from idempotency_keys where answer::text ilike any(${words.map(patternOf)}::text[])
    or answer::text ~ ${`"traveler_id":\\s*${id}\\M`}`.execute(tx)
}

/** What lists were asked for, and why somebody looked: one of the names is enough there, and nobody needs it for long. */
const eraseLooks = async (tx: Transaction<DB>, id: number, words: readonly string[]): Promise<void> => {
  const named = sql`any(${words.map(patternOf)}::text[])`
  await sql`update access_events set filter = null where filter::text ilike ${named}`.execute(tx)
  await sql`update access_events set reason = null where traveler_id = ${id} or reason ilike ${named}`.execute(tx)
}

type Mention = { word: string; pattern: string; instead: string }

/** The row's events hold the text as well: before this change, and as it was written. */
const rewrite = async (
  tx: Transaction<DB>,
  { table, column, type }: { table: keyof DB; column: string; type: 'text' | 'jsonb' },
  { word, pattern, instead }: Mention,
): Promise<void> => {
  const text = sql`${sql.ref(column)}::text`
  const { rows } = await sql<{ id: number }>`
    update ${sql.table(table)}
    set ${sql.ref(column)} = regexp_replace(${text}, ${literally(word)}, ${instead}, 'gi')::${sql.raw(type)}
    where ${text} ilike ${pattern} returning id`.execute(tx)
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => String(id))
  await eraseEvents(tx, sql<boolean>`record_kind = ${table} and record_id = any(${ids}::text[])`)
}

import { type RawBuilder, sql, type SqlBool, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'

export type Moved = Record<string, (number | string)[]>
type Way = {
  from: number
  to: number
  /** the rows to move; null: all */
  ids: readonly (number | string)[] | null
}
/** SQL: the row `t` stays, because the other passenger has such a one already. */
type Unless = (way: Way) => RawBuilder<SqlBool>
type Move = { table: keyof DB; column: 'traveler_id' | 'helper_id'; unless?: Unless }

const overlapping: Unless = ({ to }) =>
  sql<SqlBool>`exists (select from traveler_concessions o where o.traveler_id = ${to} and o.region_id = t.region_id
    and tstzrange(o.created_at, o.expires_at) && tstzrange(t.created_at, t.expires_at))`
const sameName: Unless = ({ to }) =>
  sql<SqlBool>`exists (select from ride_places o where o.traveler_id = ${to} and lower(o.name) = lower(t.name))`
/** Cards hang on the provider's name for their owner: they go together or not at all. */
const otherCards: Unless = ({ from, to, ids }) =>
  sql<SqlBool>`t.provider <> 'test' and exists (select from payment_methods o where o.provider = t.provider
    and (o.traveler_id = ${to} or o.traveler_id = ${from} and not o.id = any(coalesce(${ids}::text[], array[o.id]))))`
const toldTwice: Unless = ({ from, to }) =>
  sql<SqlBool>`(t.traveler_id in (${from}, ${to}) or exists (select from messages o where o.helper_id = ${to}
    and o.service_request_id = t.service_request_id and o.event = t.event and o.once = t.once))`
/** Nobody helps themself, or twice. */
const helpedAlready: Unless = ({ to }) =>
  sql<SqlBool>`(t.helper_id = ${to} or exists (select from traveler_helpers o where o.traveler_id = ${to}
    and (o.helper_id = t.helper_id or o.contact = t.contact)))`
const helpsAlready: Unless = ({ to }) =>
  sql<SqlBool>`(t.traveler_id = ${to} or exists (select from traveler_helpers o where o.helper_id = ${to}
    and o.traveler_id = t.traveler_id))`
/** One step at a time waits for people in a region. */
const decidedOn = (
  step: string,
) => sql`${sql.ref(`${step}.letter_sent_at`)} is null and ${sql.ref(`${step}.withdrawn_at`)} is null
  and ${sql.ref(`${step}.dismissed_at`)} is null and ${sql.ref(`${step}.lifted_at`)} is null`
const bothDecidedOn: Unless = ({ to }) =>
  sql<SqlBool>`(${decidedOn('t')} and exists (select from suspensions o where o.traveler_id = ${to}
    and o.region_id = t.region_id and ${decidedOn('o')}))`

/** One consent that stands for each organisation. */
const consentedAlready: Unless = ({ to }) =>
  sql<SqlBool>`(t.ended_at is null and exists (select from organisation_travelers o where o.traveler_id = ${to}
    and o.organisation_id = t.organisation_id and o.ended_at is null))`

/** What names a passenger and names the one who stays after a merge. */
export const moves: readonly Move[] = [
  { table: 'service_requests', column: 'traveler_id' },
  { table: 'service_request_histories', column: 'traveler_id' },
  { table: 'service_availability_searches', column: 'traveler_id' },
  { table: 'booking_series', column: 'traveler_id' },
  { table: 'open_returns', column: 'traveler_id' },
  { table: 'feedbacks', column: 'traveler_id' },
  { table: 'traveler_comments', column: 'traveler_id' },
  { table: 'traveler_concessions', column: 'traveler_id', unless: overlapping },
  { table: 'payment_methods', column: 'traveler_id', unless: otherCards },
  { table: 'ride_places', column: 'traveler_id', unless: sameName },
  { table: 'traveler_helpers', column: 'traveler_id', unless: helpedAlready },
  { table: 'traveler_helpers', column: 'helper_id', unless: helpsAlready },
  { table: 'organisation_travelers', column: 'traveler_id', unless: consentedAlready },
  { table: 'messages', column: 'traveler_id' },
  { table: 'messages', column: 'helper_id', unless: toldTwice },
  { table: 'outbox_mails', column: 'traveler_id' },
  { table: 'sms_replies', column: 'traveler_id' },
  { table: 'exceptions', column: 'traveler_id' },
  { table: 'suspensions', column: 'traveler_id', unless: bothDecidedOn },
  { table: 'privacy_requests', column: 'traveler_id' },
]

/** What names a passenger and stays as it is, and why. */
export const staying: Readonly<Record<string, string>> = {
  'access_events.traveler_id': 'whose record it was that somebody looked at; the copy for the passenger tells of both',
  'card_customers.traveler_id': 'goes with the cards',
  'erased_travelers.traveler_id': 'who is erased is merged no more',
  'password_resets.traveler_id': 'links end with the merge',
  'protected_openings.traveler_id': 'for a quarter of an hour',
  'sessions.traveler_id': 'they end with the merge',
  'sign_in_challenges.traveler_id': 'codes end with the merge',
  'test_card_setups.traveler_id': 'steps of entering a card, for minutes',
  'traveler_feature_flags.traveler_id': 'switches of one account’s app',
  'travelers.merged_into': 'says itself what was merged',
  'traveler_merges.kept_id': 'says itself what was merged',
  'traveler_merges.merged_id': 'says itself what was merged',
}

/** Rows of one table that name `from` name `to` from now on. Answers their ids. */
const moveRows = async (
  tx: Transaction<DB>,
  { table, column, unless }: Move,
  way: Way,
): Promise<(number | string)[]> => {
  const { rows } = await sql<{ id: number | string }>`
    update ${sql.table(table)} as t set ${sql.ref(column)} = ${way.to} where t.${sql.ref(column)} = ${way.from}
      and (${way.ids?.map(String) ?? null}::text[] is null or t.id::text = any(${way.ids?.map(String) ?? null}::text[]))
      and not (${unless === undefined ? sql`false` : unless(way)}) returning t.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Moves all that hangs on one passenger to another; `ids` by `table.column`: only these. Answers what moved. */
export const moveAll = async (
  tx: Transaction<DB>,
  { from, to }: Pick<Way, 'from' | 'to'>,
  ids: Moved | null = null,
): Promise<Moved> => {
  const moved: Moved = {}
  for (const move of moves) {
    const key = `${move.table}.${move.column}`
    const these = ids === null ? null : (ids[key] ?? [])
    if (these?.length === 0) continue
    const done = await moveRows(tx, move, { from, to, ids: these })
    if (done.length > 0) moved[key] = done
  }
  const cards = moved['payment_methods.traveler_id'] ?? []
  if (cards.length > 0) await moveCustomers(tx, { from, to }, cards)
  return moved
}

/** The card provider's name for the owner of the cards goes with them, and the other's comes back for it. */
const moveCustomers = async (
  tx: Transaction<DB>,
  { from, to }: Pick<Way, 'from' | 'to'>,
  cards: readonly (number | string)[],
): Promise<void> => {
  const customers = await tx
    .deleteFrom('card_customers')
    .where('traveler_id', 'in', [from, to])
    .where('provider', 'in', (of) =>
      of.selectFrom('payment_methods').select('provider').where('id', 'in', cards.map(String)),
    )
    .returningAll()
    .execute()
  if (customers.length === 0) return
  await tx
    .insertInto('card_customers')
    .values(customers.map((row) => ({ ...row, traveler_id: row.traveler_id === from ? to : from })))
    .execute()
}

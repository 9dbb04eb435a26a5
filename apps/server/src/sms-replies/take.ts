import { type Kysely, sql, type Transaction } from 'kysely'
import type { MessageLanguage, SmsReplyKind } from '@ambit/contract'
import { anyOf } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { publish } from '../live/publish.ts'
import { answersFor } from '../planning/change/answers-for.ts'
import { international } from '../messages/international.ts'
import { languageOf, localeOf } from '../messages/languages.ts'
import { leaving } from '../messages/mode.ts'
import type { SmsReply } from '../messages/sms/reports.ts'
import { peopleAt } from '../rides/contacts.ts'
import { shownSettings } from '../settings/shown.ts'
import { answers } from './answers.ts'
import { kindOf } from './keywords.ts'
import { nextPickup } from './next-ride.ts'

/** WHERE is answered so often in an hour. */
const WHERE_AN_HOUR = 5
const LONGEST_TEXT = 1600

type Writer = {
  number: string
  /** who has the number, and for whom they answer, without those whose data are only to be stored */
  people: number[]
  traveler_id: number | null
  region_id: number | null
  language: MessageLanguage
  locale: string
  phone: string | null
}

/**
 * Keeps what a phone answered, with what it is answered; a job sends that. A reply that the gateway tells of again
 * changes nothing.
 */
export const takeReply = async (deps: Deps, { id, from, text }: SmsReply): Promise<void> => {
  const { db, config, clock } = deps
  const { phonePrefix, brand: service, locale } = await shownSettings(db, config)
  const number = international(from, phonePrefix)
  if (number === null) return
  const writer = await writerOf(db, { number, prefix: phonePrefix, locale })
  const mayLeave = (await leaving(deps))(number)
  const now = clock.now()
  const kind = kindOf(text)
  const range =
    kind === 'where' && writer.people.length > 0 ? await nextPickup(deps, writer.people, writer.locale) : null
  await db.transaction().execute(async (tx) => {
    // One reply of a number after the other, so that they are counted.
    await sql`select pg_advisory_xact_lock(hashtext(${`sms reply ${number}`}))`.execute(tx)
    const answer = await answerTo(tx, { kind, writer, service, range, now })
    const state = answer === null ? null : mayLeave ? ('queued' as const) : ('captured' as const)
    const { traveler_id, region_id } = writer
    const kept = { number, text: text.slice(0, LONGEST_TEXT), kind, traveler_id, region_id, received_at: now }
    const taken = await tx
      .insertInto('sms_replies')
      .values({ ...kept, provider_id: id, answer, answer_state: state })
      .onConflict((known) => known.column('provider_id').doNothing())
      .returning('id')
      .executeTakeFirst()
    // An old STOP or START that is told again must not undo what was answered since.
    if (taken === undefined) return
    if (kind === 'stop')
      await tx
        .insertInto('sms_stops')
        .values({ number, since: now })
        .onConflict((known) => known.doNothing())
        .execute()
    if (kind === 'start') await tx.deleteFrom('sms_stops').where('number', '=', number).execute()
    if (kind === 'other') await publish(tx, [{ kind: 'message', region_id }])
  })
}

/** `range`: when the next vehicle comes; null: none, or nobody asked. */
type Asked = { kind: SmsReplyKind; writer: Writer; service: string; range: string | null; now: Date }

const answerTo = async (tx: Transaction<DB>, { kind, writer, service, range, now }: Asked): Promise<string | null> => {
  const words = answers[writer.language]
  const sender = { service, phone: writer.phone }
  switch (kind) {
    case 'stop':
    case 'start':
    case 'help':
      return words[kind](sender)
    case 'where':
      if ((await askedWhere(tx, writer.number, now)) >= WHERE_AN_HOUR) return null
      return range === null ? words.nowhere(sender) : words.where(sender, range)
    case 'other':
      return null
  }
}

const askedWhere = async (tx: Transaction<DB>, number: string, now: Date): Promise<number> => {
  const { count } = await tx
    .selectFrom('sms_replies')
    .where('number', '=', number)
    .where('kind', '=', 'where')
    .where('answer', 'is not', null)
    .where('received_at', '>', new Date(now.getTime() - 3_600_000))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** SQL: where the passenger was told something, is at home, or booked last. */
const regionOf = (told: number | null) =>
  sql<number>`coalesce(${told}::int, t.region_id, (select z.region_id from service_requests r
    join zones z on z.id = r.zone_id where r.traveler_id = t.id order by r.id desc limit 1))`

/** SQL: whom a message is about, or who follows it. */
const writtenFor = sql<number>`coalesce(m.helper_id, m.traveler_id)`

type Known = { number: string; prefix: string; locale: string }

/** Of a number of several people it is the one who was written to last, of one that nobody has whoever that was. */
const writerOf = async (db: Kysely<DB>, { number, prefix, locale }: Known): Promise<Writer> => {
  const people = await peopleAt(db, { channel: 'sms', address: number }, prefix)
  const free = people.filter(({ restricted }) => !restricted).map(({ id }) => id)
  const reached = await withHouseholds(db, free)
  const owners = [...people.map(({ id }) => id), ...reached]
  const told = await db
    .selectFrom('messages as m')
    .where('m.channel', '=', 'sms')
    .where('m.recipient', '=', number)
    .$if(owners.length > 0, (query) => query.where(writtenFor, '=', anyOf(owners)))
    .orderBy('m.id', 'desc')
    .select(writtenFor.as('traveler_id'))
    .select(['m.region_id', 'm.language'])
    .limit(1)
    .executeTakeFirst()
  const traveler_id = told?.traveler_id ?? people[0]?.id ?? null
  const found =
    traveler_id === null
      ? undefined
      : await db
          .selectFrom('travelers as t')
          .leftJoin('regions', (join) => join.on('regions.id', '=', regionOf(told?.region_id ?? null)))
          .where('t.id', '=', traveler_id)
          .select(['t.locale', 'regions.id as region_id', 'regions.contact_phone', 'regions.message_language'])
          .executeTakeFirst()
  const language = found?.locale ?? told?.language ?? found?.message_language ?? languageOf(locale)
  return {
    number,
    people: reached,
    traveler_id,
    region_id: found?.region_id ?? null,
    language,
    locale: localeOf(language, locale),
    phone: found?.contact_phone ?? null,
  }
}

/** These, and those without a contact whose messages go to one of them. */
const withHouseholds = async (db: Kysely<DB>, ids: readonly number[]): Promise<number[]> => {
  const members = await db
    .selectFrom('traveler_helpers as h')
    .innerJoin('travelers as t', 't.id', 'h.traveler_id')
    .where('h.helper_id', '=', anyOf(ids))
    .where('h.helper_id', '=', answersFor)
    .where('t.restriction', 'is', null)
    .where('t.anonymised_at', 'is', null)
    .select('t.id')
    .execute()
  return [...ids, ...members.map(({ id }) => id)]
}

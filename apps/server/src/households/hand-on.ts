import { type Kysely, sql, type Transaction } from 'kysely'
import { MAX_MEMBERS, type PermissionKey } from '@ambit/contract'
import { endSentLinks } from '../access/ride-links.ts'
import type { DB } from '../database/schema.ts'
import { holdersOf } from '../http/holders.ts'
import { recordChanged } from '../live/record-changed.ts'
import { withdraw } from '../planning/change/withdraw.ts'

const KEY = 'TravellerManagement:helper:canUpdate' satisfies PermissionKey
const LEFT = 'Nobody answers for this passenger any more, who has no contact. Please ask who does.'

/** Passengers without a contact of their own, for whom the helper answers. */
const membersOf = (db: Kysely<DB>, helperId: number, only: number | null) =>
  db
    .selectFrom('traveler_helpers as h')
    .innerJoin('travelers as t', 't.id', 'h.traveler_id')
    .where('h.household', '=', true)
    .where('h.helper_id', '=', helperId)
    .where(sql<boolean>`(${only}::int is null or t.id = ${only})`)
    .where('t.anonymised_at', 'is', null)
    .where('t.email', 'is', null)
    .where('t.phone_number', 'is', null)
    .select(['h.id', 'h.traveler_id', 't.region_id'])
    .orderBy('h.id')
    .execute()

type Leaving = { now: Date; only?: number }

/**
 * A helper leaves, or only one of the household: who has no contact goes to another helper who may book and has room,
 * else to staff, who read it on the passenger and get a mail. What the helper was sent opens no rides any more, and what
 * waits to be sent is for who answers now. The caller removes the helper's own row, unless the helper goes on helping.
 */
export const handOn = async (tx: Transaction<DB>, helperId: number, { now, only }: Leaving): Promise<void> => {
  for (const member of await membersOf(tx, helperId, only ?? null)) {
    // Of one passenger one row at most is of a household.
    await tx.updateTable('traveler_helpers').set({ household: false }).where('id', '=', member.id).execute()
    const next = await nextHelper(tx, member.traveler_id, helperId)
    if (next === undefined) await handToStaff(tx, member, now)
    else await tx.updateTable('traveler_helpers').set({ household: true }).where('id', '=', next.id).execute()
    await endSentLinks(tx, member.traveler_id)
    await addressAnew(tx, member.traveler_id, now)
    await recordChanged(tx, 'travelers', member.traveler_id)
  }
}

/** What no process has in hand gets recipient, channel and words once more, and a call its number. */
const addressAnew = async (tx: Transaction<DB>, travelerId: number, now: Date): Promise<void> => {
  const { rows } = await sql<{ id: number }>`
    update messages set state = 'queued', channel = null, recipient = null, subject = null, text = null, attempts = 0,
      next_attempt_at = null, reason = null, state_at = ${now}
    where traveler_id = ${travelerId} and helper_id is null and user_id is null and channel is not null
      and (state = 'queued' or state = 'sending' and channel in ('email', 'call')) returning id`.execute(tx)
  await withdraw(
    tx,
    rows.map(({ id }) => id),
    now,
  )
}

/** A helper may be written to again: who has no contact, and nobody who answers, has the helper again who may book. */
export const answerAgain = async (tx: Transaction<DB>, helperId: number): Promise<void> => {
  const { rows } = await sql<{ traveler_id: number }>`
    update traveler_helpers h set household = true from travelers t
    where t.id = h.traveler_id and h.helper_id = ${helperId} and 'book' = any(h.rights)
      and t.email is null and t.phone_number is null and t.anonymised_at is null
      and not exists (select from traveler_helpers o where o.traveler_id = t.id and o.household)
    returning h.traveler_id`.execute(tx)
  for (const { traveler_id } of rows) await recordChanged(tx, 'travelers', traveler_id)
}

const nextHelper = (tx: Transaction<DB>, travelerId: number, leaving: number) =>
  tx
    .selectFrom('traveler_helpers as h')
    .innerJoin('travelers as w', 'w.id', 'h.helper_id')
    .where('h.traveler_id', '=', travelerId)
    .where('w.id', '<>', leaving)
    .where(sql<boolean>`'book' = any(h.rights)`)
    .where(
      sql<boolean>`(select count(*) from traveler_helpers o where o.helper_id = w.id and o.household) < ${MAX_MEMBERS}`,
    )
    .where('w.anonymised_at', 'is', null)
    .where('w.restriction', 'is', null)
    .select('h.id')
    .orderBy('h.id')
    .limit(1)
    .executeTakeFirst()

type Member = { traveler_id: number; region_id: number | null }

const handToStaff = async (tx: Transaction<DB>, { traveler_id, region_id }: Member, now: Date): Promise<void> => {
  await tx
    .insertInto('traveler_comments')
    .values({ traveler_id, comment: LEFT, created_by: null, created_at: now, updated_at: now })
    .execute()
  for (const { id, email, first_name } of await holdersOf(tx, KEY, region_id))
    await tx
      .insertInto('outbox_mails')
      .values({
        to: email,
        user_id: id,
        subject: 'A passenger without a contact has no helper any more',
        text: `Hello ${first_name},\n\nnobody answers for passenger ${traveler_id} any more. The passenger stays, with a comment that says so.`,
        created_at: now,
        expires_at: null,
      })
      .execute()
}

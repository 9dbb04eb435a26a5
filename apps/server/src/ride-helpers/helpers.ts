import { MAX_HELPERS, type RideHelpers } from '@ambit/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Wire } from '../http/bind.ts'
import { notFound, notPossible } from '../http/errors.ts'
import { recordChanged } from '../live/record-changed.ts'
import { international } from '../messages/international.ts'
import { handOn } from '../households/hand-on.ts'
import type { PassengerActor } from '../rides/me.ts'

const nameOf = (table: string) =>
  sql<string>`${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)}`

/** An invitation that has ended is as if it were not there. `now`: the wall's clock, as codes have it. */
const standing = (db: Kysely<DB>, now: Date) =>
  db
    .selectFrom('traveler_helpers as h')
    .innerJoin('travelers as t', 't.id', 'h.traveler_id')
    .leftJoin('travelers as w', 'w.id', 'h.helper_id')
    .where('t.anonymised_at', 'is', null)
    .where((e) => e.or([e('h.helper_id', 'is not', null), e('h.ends_at', '>', now)]))

/** Contacts that a code has shown to be the passenger's: what was sent there is for them. */
export const provenContacts = async (db: Kysely<DB>, id: number, prefix: string): Promise<string[]> => {
  const me = await db
    .selectFrom('travelers')
    .select(['email', 'phone_number', 'email_verified_at', 'phone_verified_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (me === undefined) return []
  const phone = me.phone_number === null ? null : international(me.phone_number, prefix)
  return [
    ...(me.email_verified_at === null || me.email === null ? [] : [me.email.toLowerCase()]),
    ...(me.phone_verified_at === null || phone === null ? [] : [phone]),
  ]
}

type Seen = { now: Date; prefix: string }

/** Who helps the passenger, whom the passenger helps, and what they are asked to. */
export const helpersOf = async (db: Kysely<DB>, id: number, { now, prefix }: Seen): Promise<Wire<RideHelpers>> => {
  const contacts = await provenContacts(db, id, prefix)
  const found = await standing(db, now)
    .where((e) =>
      e.or([
        e('h.traveler_id', '=', id),
        e('h.helper_id', '=', id),
        e('h.contact', 'in', contacts.length === 0 ? [''] : contacts),
      ]),
    )
    .select(['h.id', 'h.traveler_id', 'h.helper_id', 'h.rights', 'h.ends_at', 'h.contact'])
    .select(sql<boolean>`h.household and t.email is null and t.phone_number is null`.as('household'))
    .select([nameOf('t').as('traveler_name'), sql<string | null>`w.first_name || ' ' || w.last_name`.as('helper_name')])
    .orderBy('h.id')
    .execute()
  const asked = found
    .filter(({ traveler_id }) => traveler_id !== id)
    .map(({ helper_id, traveler_name: name, ...one }) => ({
      helper_id,
      helped: {
        id: one.id,
        traveler_id: one.traveler_id,
        name,
        rights: one.rights,
        ends_at: one.ends_at,
        household: one.household,
      },
    }))
  return {
    helpers: found
      .filter(({ traveler_id }) => traveler_id === id)
      .map(({ helper_name, contact, ...one }) => ({
        id: one.id,
        name: helper_name ?? contact ?? '',
        rights: one.rights,
        ends_at: one.ends_at,
      })),
    helped: asked.filter(({ helper_id }) => helper_id === id).map(({ helped }) => helped),
    invitations: asked.filter(({ helper_id }) => helper_id === null).map(({ helped }) => helped),
  }
}

/** Throws 422 where one has as many helpers, or helps as many, as one can. Both passengers are locked. */
export const requireRoom = async (
  tx: Transaction<DB>,
  side: 'traveler_id' | 'helper_id',
  id: number,
): Promise<void> => {
  const { count } = await tx
    .selectFrom('traveler_helpers')
    .where(side, '=', id)
    .where('household', '=', false)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  if (count < MAX_HELPERS) return
  throw notPossible(
    side === 'traveler_id'
      ? `A passenger can have ${MAX_HELPERS} helpers. End one first`
      : `One passenger can help ${MAX_HELPERS} others. End one first`,
  )
}

/** Ends it from either side, at once; of an invitation also whom it was sent to. 404 for what is others'. */
export const endHelping = ({ db, clock }: Deps, id: number, actor: PassengerActor, prefix: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const contacts = await provenContacts(tx, actor.id, prefix)
    const found = await standing(tx, clock.wall())
      .where('h.id', '=', id)
      .select(['h.traveler_id', 'h.helper_id', 'h.contact'])
      .executeTakeFirst()
    const isTheirs =
      found !== undefined &&
      (found.traveler_id === actor.id ||
        found.helper_id === actor.id ||
        (found.contact !== null && contacts.includes(found.contact)))
    if (!isTheirs) throw notFound()
    await recordChanged(tx, 'traveler_helpers', id)
    if (found.helper_id === actor.id) await handOn(tx, actor.id, { now: clock.now(), only: found.traveler_id })
    await tx.deleteFrom('traveler_helpers').where('id', '=', id).execute()
  })

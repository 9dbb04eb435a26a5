import type { Transaction } from 'kysely'
import { type Endpoint, OPENING_MINUTES, type PermissionKey } from '@ambit/contract'
import { holdersOf } from './holders.ts'
import { noteEvent } from '../audit/note-event.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { requireReason } from './acting.ts'
import type { Actor, Call } from './bind.ts'
import { comparedWith, passengerOf } from './passengers-in.ts'
import { regionScope, visibleTravelers } from './scope.ts'

const KEY = 'PrivacyManagement:protected:canUpdate' satisfies PermissionKey
const QUESTION = 'This passenger is protected. Please say why you open the record'

type Opening = Pick<Deps, 'clock' | 'db' | 'mailer'>

/**
 * Before staff read or change a protected passenger's record (a change answers all of it) they say why, and those who
 * protect passengers are told. Said once, it holds for a while, by the machine's clock, so that a page can ask for what is
 * in it. Throws 422 `reason_needed`.
 */
export const requireOpening = async (deps: Opening, endpoint: Endpoint, call: Call<Endpoint>): Promise<void> => {
  const { actor } = call
  if (actor?.kind !== 'user') return
  for (const id of [passengerOf(endpoint, call), comparedWith(endpoint, call)])
    if (id !== null) await requireOpened(deps, id, actor)
}

const requireOpened = async (
  { db, clock, mailer }: Opening,
  traveler_id: number,
  actor: Extract<Actor, { kind: 'user' }>,
): Promise<void> => {
  const passenger = await db
    .selectFrom('travelers')
    .leftJoin('protected_openings as o', (join) =>
      join.onRef('o.traveler_id', '=', 'travelers.id').on('o.user_id', '=', actor.id),
    )
    .select(['travelers.protected', 'travelers.region_id', 'o.ends_at'])
    .where('travelers.id', '=', traveler_id)
    .where(visibleTravelers(regionScope(actor)))
    .executeTakeFirst()
  if (passenger === undefined || !passenger.protected) return
  if (passenger.ends_at !== null && passenger.ends_at > clock.wall()) return
  const reason = requireReason(QUESTION)
  await db.transaction().execute(async (tx) => {
    await noteOpening(tx, { user_id: actor.id, traveler_id }, clock.wall())
    await noteEvent(tx, {
      kind: 'access',
      record_kind: 'travelers',
      record_id: String(traveler_id),
      told: { opened: 'protected passenger', minutes: OPENING_MINUTES },
    })
    for (const { id, email, first_name } of await holdersOf(tx, KEY, passenger.region_id))
      await mailer.send(tx, {
        to: email,
        user_id: id,
        expires_at: null,
        subject: 'A protected passenger was opened',
        text: [
          `Hello ${first_name},`,
          `${actor.name} opened passenger ${traveler_id}, who is protected. The reason given: ${reason}`,
          'The tab Access of the passenger tells of every look.',
        ].join('\n\n'),
      })
  })
}

/** From `now` on the user need not say why for a while. */
export const noteOpening = async (
  tx: Transaction<DB>,
  opening: { user_id: number; traveler_id: number },
  now: Date,
): Promise<void> => {
  const ends_at = new Date(now.getTime() + OPENING_MINUTES * 60_000)
  await tx
    .insertInto('protected_openings')
    .values({ ...opening, ends_at })
    .onConflict((conflict) => conflict.columns(['user_id', 'traveler_id']).doUpdateSet({ ends_at }))
    .execute()
}

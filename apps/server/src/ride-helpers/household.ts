import { MAX_MEMBERS, type RideMemberInput } from '@ambit/contract'
import { sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { eraseTraveler } from '../erasures/erase.ts'
import { previewErasure } from '../erasures/preview.ts'
import type { Keep } from '../http/bind.ts'
import { conflict, notFound, notPossible } from '../http/errors.ts'
import { recordChanged } from '../live/record-changed.ts'
import { logErased } from '../retention/erased-log.ts'
import { appOf } from '../rides/config.ts'
import type { PassengerActor } from '../rides/me.ts'
import { usernameOf } from '../rides/sign-up.ts'
import { helpersOf } from './helpers.ts'

type Adding = { input: z.output<typeof RideMemberInput>; actor: PassengerActor; prefix: string; keep: Keep }

/**
 * A passenger without a contact, for whom the one who adds them books, is written to and answers. 422 where there are as
 * many as there can be.
 */
export const addMember = async (deps: Deps, { input, actor, prefix, keep }: Adding) => {
  const { db, clock } = deps
  const username = usernameOf(deps)
  const { sign_up } = await appOf(db, actor.consumer_app_id)
  return db.transaction().execute(async (tx) => {
    const { region_id } = await tx
      .selectFrom('travelers')
      .select('region_id')
      .where('id', '=', actor.id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    await requireRoom(tx, actor.id)
    const now = clock.now()
    const stamps = { created_at: now, updated_at: now }
    const { first_name, last_name, wheelchair: handicapped } = input
    const status = sign_up === 'approval' ? null : 'active'
    const { id } = await tx
      .insertInto('travelers')
      .values({ first_name, last_name, username, email: null, handicapped, status, region_id, ...stamps })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordChanged(tx, 'travelers', id)
    const helping = await tx
      .insertInto('traveler_helpers')
      .values({
        traveler_id: id,
        helper_id: actor.id,
        rights: ['book', 'follow'],
        household: true,
        accepted_at: now,
        ...stamps,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordChanged(tx, 'traveler_helpers', helping.id)
    return keep(tx, { data: await helpersOf(tx, actor.id, { now: clock.wall(), prefix }) })
  })
}

const requireRoom = async (tx: Transaction<DB>, helperId: number): Promise<void> => {
  const { count } = await tx
    .selectFrom('traveler_helpers')
    .where('helper_id', '=', helperId)
    .where('household', '=', true)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  if (count >= MAX_MEMBERS) throw notPossible(`A household can have ${MAX_MEMBERS} people without a contact`)
}

/** For whom the passenger answers, while they have no contact of their own. */
const member = (tx: Transaction<DB>, id: number, { id: helperId }: PassengerActor) =>
  tx
    .selectFrom('traveler_helpers as h')
    .innerJoin('travelers as t', 't.id', 'h.traveler_id')
    .where('h.id', '=', id)
    .where('h.helper_id', '=', helperId)
    .where('h.household', '=', true)
    .where('t.email', 'is', null)
    .where('t.phone_number', 'is', null)
    .where('t.anonymised_at', 'is', null)
    .select('t.id')
    .forUpdate()
    .executeTakeFirst()

/** Erases a member of the household at once. 404 for others, 409 names what is in the way, such as a ride ahead. */
export const eraseMember = async (deps: Deps, id: number, actor: PassengerActor): Promise<void> => {
  const { db, clock, looks, config } = deps
  // What waits to be written may name the passenger.
  await looks.write()
  await db.transaction().execute(async (tx) => {
    const found = await member(tx, id, actor)
    if (found === undefined) throw notFound()
    const now = clock.now()
    const { obstacles } = await previewErasure(tx, found.id, now)
    if (obstacles.length > 0) throw conflict(`This cannot be deleted: ${obstacles.join('. ')}`)
    await recordChanged(tx, 'travelers', found.id)
    await eraseTraveler(tx, found.id, 'The helper who answers for the passenger has deleted them in the app', now)
  })
  if (config.dataFolder !== '') await logErased(db, config.dataFolder)
}

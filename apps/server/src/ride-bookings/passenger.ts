import type { Kysely } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Actor } from '../http/bind.ts'
import { forbidden, unauthenticated } from '../http/errors.ts'
import { phoneOf } from '../searches/queries.ts'

export type PassengerActor = Extract<Actor, { kind: 'passenger' }>

/** Whose call it is, as the endpoint's access has made sure. */
export const passengerActor = (actor: Actor): PassengerActor => {
  if (actor.kind !== 'passenger') throw unauthenticated()
  return actor
}

/** 403 for a passenger who cannot book, with the number to call: why it is so, staff say. */
export const requireStanding = async (
  db: Kysely<DB>,
  { id, consumer_app_id }: Pick<PassengerActor, 'id' | 'consumer_app_id'>,
): Promise<void> => {
  const found = await db
    .selectFrom('travelers as t')
    .innerJoin('consumer_apps as a', (join) => join.on('a.id', '=', consumer_app_id))
    .where('t.id', '=', id)
    .select(['t.status', 't.restriction', 't.region_id', 'a.sign_up'])
    .executeTakeFirst()
  if (found === undefined) throw unauthenticated()
  const { status, restriction, region_id, sign_up } = found
  const isRefused = status === 'blocked' || restriction !== null || (sign_up === 'approval' && status !== 'active')
  if (!isRefused) return
  const number = await phoneOf(db, region_id, consumer_app_id)
  throw forbidden(`Your account cannot book at the moment. Please call ${number ?? 'us'}.`)
}

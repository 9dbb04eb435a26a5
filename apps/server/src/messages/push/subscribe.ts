import { type Kysely, sql } from 'kysely'
import type { PushSubscriptionInput } from '@ambit/contract'
import type { z } from 'zod'
import type { DB } from '../../database/schema.ts'
import type { Deps } from '../../deps.ts'
import { invalid } from '../../http/errors.ts'
import { isPushService } from './services.ts'

const MOST = 10

export type Subscriber = { kind: 'passenger' | 'driver'; id: number }

const holderOf = { passenger: 'traveler_id', driver: 'driver_id' } as const

/** SQL: the browsers in which this one is signed in and that pushes go to. */
const subscriptionsOf = (db: Kysely<DB>, { kind, id }: Subscriber, now: Date) =>
  db
    .selectFrom('push_subscriptions as p')
    .innerJoin('sessions as s', 's.id', 'p.session_id')
    .where(`s.${holderOf[kind]}`, '=', id)
    .where('s.expires_at', '>', now)

export const browsersOf = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, who: Subscriber) =>
  subscriptionsOf(db, who, clock.wall()).select(['p.id', 'p.endpoint', 'p.p256dh', 'p.auth']).execute()

/**
 * A browser has one subscription, that of who signed in last. 422 for an address that is no push service's; of eleven
 * the oldest ends.
 */
export const subscribe = async (
  { db, clock, config }: Deps,
  { session_id, ...who }: Subscriber & { session_id: string },
  { endpoint, keys: { p256dh, auth } }: z.output<typeof PushSubscriptionInput>,
): Promise<void> => {
  if (!isPushService(config, endpoint))
    throw invalid([{ pointer: '/endpoint', detail: 'This is the address of no push service that is known here' }])
  await db.transaction().execute(async (tx) => {
    const values = { session_id, endpoint, p256dh, auth, created_at: clock.wall() }
    await tx.deleteFrom('push_subscriptions').where('session_id', '=', session_id).execute()
    await tx
      .insertInto('push_subscriptions')
      .values(values)
      .onConflict((known) => known.column('endpoint').doUpdateSet(values))
      .execute()
    const newest = subscriptionsOf(tx, who, clock.wall()).select('p.id').orderBy('p.created_at', 'desc')
    await tx
      .deleteFrom('push_subscriptions')
      .where('id', 'in', newest.orderBy('p.id', 'desc').offset(MOST).limit(MOST))
      .execute()
  })
}

export const endSubscription = async ({ db }: Pick<Deps, 'db'>, id: number): Promise<void> => {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute()
}

/** SQL: is there a browser that pushes to the passenger go to? */
export const hasBrowser = (traveler: string, now: Date) =>
  sql<boolean>`exists (select from push_subscriptions p join sessions s on s.id = p.session_id
    where s.traveler_id = ${sql.ref(traveler)} and s.expires_at > ${now})`

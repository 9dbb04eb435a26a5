import { type Kysely, sql } from 'kysely'
import { api } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Bind } from '../http/bind.ts'
import { invalid } from '../http/errors.ts'
import { refuseOthers, regionScope } from '../http/scope.ts'
import { fresh } from '../http/versions.ts'
import { recordChanged } from '../live/record-changed.ts'
import { findTraveler, lockTraveler } from './queries.ts'

/** For passengers in a query: those whose data may be used. `travelers` is their table's name there. */
export const usable = (travelers: string) => sql<boolean>`${sql.ref(`${travelers}.restriction`)} is null`

export const isRestricted = async (db: Kysely<DB>, id: number): Promise<boolean> =>
  (await db
    .selectFrom('travelers')
    .select('id')
    .where('id', '=', id)
    .where('restriction', 'is not', null)
    .executeTakeFirst()) !== undefined

type Standing = { status: string | null; restriction: string | null }

/** 422 for a passenger who cannot book, with the reason. */
export const requireBookable = ({ status, restriction }: Standing): void => {
  const refuse = (detail: string) => invalid([{ pointer: '/traveler_id', detail }])
  if (status === 'blocked') throw refuse('This passenger is blocked and cannot book')
  if (restriction !== null)
    throw refuse(`The use of this passenger’s data is restricted, so nothing can be booked: ${restriction}`)
}

/** Journeys that were booked before stay; mail that waits does not go out any more. */
export const bindRestriction = (bind: Bind, { db, clock }: Pick<Deps, 'db' | 'clock'>): void => {
  bind(api.travelers.restrict, ({ params: { id }, body: { restriction }, version, actor }) =>
    db.transaction().execute(async (tx) => {
      const scope = regionScope(actor)
      refuseOthers(scope, 'passenger', fresh(await lockTraveler(tx, scope, id), version))
      await tx
        .updateTable('travelers')
        .set({ restriction, updated_at: clock.now() })
        .where('id', '=', id)
        .where('anonymised_at', 'is', null)
        .execute()
      if (restriction !== null)
        await tx.deleteFrom('outbox_mails').where('traveler_id', '=', id).where('sent_at', 'is', null).execute()
      await recordChanged(tx, 'travelers', id)
      return { data: (await findTraveler(tx, null, id))! } // locked above
    }),
  )
}

import { api } from '@ambit/contract'
import { sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Bind } from '../http/bind.ts'
import { answerAgain, handOn } from '../households/hand-on.ts'
import { refuseOthers, regionScope } from '../http/scope.ts'
import { fresh } from '../http/versions.ts'
import { recordChanged } from '../live/record-changed.ts'
import { withdraw } from '../planning/change/withdraw.ts'
import { findTraveler, lockTraveler } from './queries.ts'

/** Journeys that were booked before stay; mail that waits does not go out any more, and nobody is called. */
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
      if (restriction === null) await answerAgain(tx, id)
      else {
        const now = clock.now()
        await withhold(tx, id, now)
        await handOn(tx, id, { now })
      }
      await recordChanged(tx, 'travelers', id)
      return { data: (await findTraveler(tx, null, id))! } // locked above
    }),
  )
}

/** Of the passenger's rides also what is for others, of others' rides what is for the passenger. */
const withhold = async (tx: Transaction<DB>, id: number, now: Date): Promise<void> => {
  await tx.deleteFrom('outbox_mails').where('traveler_id', '=', id).where('sent_at', 'is', null).execute()
  const { rows } = await sql<{ id: number }>`
    update messages set state = 'suppressed', reason = 'data are only stored', state_at = ${now}
    where (traveler_id = ${id} or helper_id = ${id}) and state in ('queued', 'sending') returning id`.execute(tx)
  await withdraw(
    tx,
    rows.map((message) => message.id),
    now,
  )
}

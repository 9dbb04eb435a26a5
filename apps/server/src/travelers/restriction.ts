import { api } from '@ambit/contract'
import type { Deps } from '../deps.ts'
import type { Bind } from '../http/bind.ts'
import { refuseOthers, regionScope } from '../http/scope.ts'
import { fresh } from '../http/versions.ts'
import { recordChanged } from '../live/record-changed.ts'
import { findTraveler, lockTraveler } from './queries.ts'

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
      if (restriction !== null) {
        await tx.deleteFrom('outbox_mails').where('traveler_id', '=', id).where('sent_at', 'is', null).execute()
        await tx
          .updateTable('messages')
          .set({ state: 'suppressed', reason: 'data are only stored', state_at: clock.now() })
          .where('traveler_id', '=', id)
          .where('state', 'in', ['queued', 'sending'])
          .execute()
      }
      await recordChanged(tx, 'travelers', id)
      return { data: (await findTraveler(tx, null, id))! } // locked above
    }),
  )
}

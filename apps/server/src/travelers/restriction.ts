import { api } from '@ambit/contract'
import { sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Bind } from '../http/bind.ts'
import { answerAgain, handOn } from '../households/hand-on.ts'
import { refuseOthers, regionScope } from '../http/scope.ts'
import { fresh } from '../http/versions.ts'
import { publish } from '../live/publish.ts'
import { recordChanged } from '../live/record-changed.ts'
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
  const { rows: uncalled } = await sql<{ id: number; zone_id: number; region_id: number }>`
    with unsent as (select id from messages where (traveler_id = ${id} or helper_id = ${id})
        and state in ('queued', 'sending') for update),
      withdrawn as (delete from outbox_mails where sent_at is null and message_id in (select id from unsent)),
      uncalled as (update call_tasks set state = 'expired', state_at = ${now}
        where state in ('open', 'taken') and message_id in (select id from unsent) returning id, message_id),
      told as (update messages set state = 'suppressed', reason = 'data are only stored', state_at = ${now}
        where id in (select id from unsent))
    select c.id, r.zone_id, m.region_id from uncalled c join messages m on m.id = c.message_id
    join service_requests r on r.id = m.service_request_id`.execute(tx)
  await publish(
    tx,
    uncalled.map(({ id: call_task_id, ...place }) => ({ kind: 'call_task', call_task_id, ...place })),
  )
}

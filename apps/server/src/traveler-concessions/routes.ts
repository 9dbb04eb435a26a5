import { sql } from 'kysely'
import { api } from '@ambit/contract'
import { refuseHeld } from '../holds/queries.ts'
import type { Module } from '../http/bind.ts'
import { conflict } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { fresh } from '../http/versions.ts'
import { recordChanged } from '../live/record-changed.ts'
import { assignConcession, refuseOver } from './assign.ts'
import { findTravelerConcession, listTravelerConcessions, lockTravelerConcession } from './queries.ts'

export const routes: Module = (bind, deps) => {
  const { db, clock } = deps
  bind(api.travelerConcessions.list, ({ actor, query }) =>
    listTravelerConcessions(db, clock.now(), regionScope(actor), query),
  )

  bind(api.travelerConcessions.create, ({ actor, body, keep }) => assignConcession(deps, actor, body, keep))

  bind(api.travelerConcessions.update, ({ actor, params: { id }, body, version }) =>
    db.transaction().execute(async (tx) => {
      const now = clock.now()
      refuseExpired(fresh(await lockTravelerConcession(tx, now, regionScope(actor), id), version))
      if (body.expires_at !== undefined) {
        refuseOver(body.expires_at, now)
        await tx
          .updateTable('traveler_concessions')
          .set({ expires_at: body.expires_at, updated_at: now })
          .where('id', '=', id)
          .execute()
      }
      await recordChanged(tx, 'traveler_concessions', id)
      return { data: (await findTravelerConcession(tx, now, id))! } // locked above
    }),
  )

  bind(api.travelerConcessions.destroy, ({ actor, params: { id }, version }) =>
    db.transaction().execute(async (tx) => {
      const now = clock.now()
      const concession = fresh(await lockTravelerConcession(tx, now, regionScope(actor), id), version)
      refuseExpired(concession)
      const { traveler_id, created_at } = concession
      const named = { travelers: sql`${traveler_id}`, at: sql`${created_at}::timestamptz` }
      await refuseHeld(tx, 'The concession', named, now)
      await recordChanged(tx, 'traveler_concessions', id)
      await tx.deleteFrom('traveler_concessions').where('id', '=', id).execute()
      return undefined
    }),
  )
}

/** An expired concession cannot change, since fares were priced with it. */
const refuseExpired = ({ expired }: { expired: boolean }): void => {
  if (expired) throw conflict('An expired concession cannot be changed')
}

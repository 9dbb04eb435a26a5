import { api } from '@ambit/contract'
import type { Module } from '../http/bind.ts'
import { conflict, invalid } from '../http/errors.ts'
import { refuseOthers, regionScope, requireTraveler, userIdOf } from '../http/scope.ts'
import { fresh } from '../http/versions.ts'
import { recordChanged } from '../live/record-changed.ts'
import { handOn } from '../households/hand-on.ts'
import { requireRoom } from '../ride-helpers/helpers.ts'
import { seenTraveler } from '../travelers/queries.ts'
import { findTravelerHelper, listTravelerHelpers, lockTravelerHelper } from './queries.ts'

/** Staff link one passenger to another as a helper, and end it. */
export const routes: Module = (bind, { db, clock }) => {
  bind(api.travelerHelpers.list, ({ query, actor, hidden }) =>
    listTravelerHelpers(db, regionScope(actor), query, hidden),
  )

  bind(api.travelerHelpers.create, ({ actor, body: { traveler_id, helper_id, rights }, keep }) =>
    db.transaction().execute(async (tx) => {
      if (traveler_id === helper_id)
        throw invalid([{ pointer: '/helper_id', detail: 'Please choose another passenger' }])
      const scope = regionScope(actor)
      await requireTraveler(tx, scope, traveler_id)
      await requireTraveler(tx, scope, helper_id, '/helper_id')
      // A helper sees and books in all regions: as a password, only the home region gives that (decision 029).
      refuseOthers(scope, 'passenger', await seenTraveler(tx, scope, traveler_id))
      const known = await tx
        .selectFrom('traveler_helpers')
        .select('id')
        .where('traveler_id', '=', traveler_id)
        .where('helper_id', '=', helper_id)
        .executeTakeFirst()
      if (known !== undefined) throw conflict('This passenger helps already. End it first to change the rights')
      await requireRoom(tx, 'traveler_id', traveler_id)
      await requireRoom(tx, 'helper_id', helper_id)
      const now = clock.now()
      const { id } = await tx
        .insertInto('traveler_helpers')
        .values({
          traveler_id,
          helper_id,
          rights,
          accepted_at: now,
          created_by: userIdOf(actor),
          created_at: now,
          updated_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await recordChanged(tx, 'traveler_helpers', id)
      return keep(tx, { data: (await findTravelerHelper(tx, id))! }) // inserted above
    }),
  )

  bind(api.travelerHelpers.destroy, ({ params: { id }, version, actor }) =>
    db.transaction().execute(async (tx) => {
      const scope = regionScope(actor)
      const { helper_id, traveler_id } = fresh(await lockTravelerHelper(tx, scope, id), version)
      refuseOthers(scope, 'passenger', await seenTraveler(tx, scope, traveler_id))
      if (helper_id !== null) await handOn(tx, helper_id, { now: clock.now(), only: traveler_id })
      await recordChanged(tx, 'traveler_helpers', id)
      await tx.deleteFrom('traveler_helpers').where('id', '=', id).execute()
      return undefined
    }),
  )
}

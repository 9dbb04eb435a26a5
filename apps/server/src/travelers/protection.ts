import { api } from '@ambit/contract'
import { staffOf } from '../access/proof.ts'
import type { Deps } from '../deps.ts'
import type { Bind } from '../http/bind.ts'
import { noteOpening } from '../http/protected.ts'
import { refuseOthers, regionScope } from '../http/scope.ts'
import { fresh } from '../http/versions.ts'
import { recordChanged } from '../live/record-changed.ts'
import { findTraveler, lockTraveler } from './queries.ts'

export const bindProtection = (bind: Bind, { db, clock }: Pick<Deps, 'db' | 'clock'>): void => {
  bind(api.travelers.protect, ({ params: { id }, body, version, actor }) =>
    db.transaction().execute(async (tx) => {
      const scope = regionScope(actor)
      refuseOthers(scope, 'passenger', fresh(await lockTraveler(tx, scope, id), version))
      await tx
        .updateTable('travelers')
        .set({ protected: body.protected, updated_at: clock.now() })
        .where('id', '=', id)
        .where('anonymised_at', 'is', null)
        .execute()
      // Whoever protects a passenger has the record open; it has to be opened anew by others.
      await tx.deleteFrom('protected_openings').where('traveler_id', '=', id).execute()
      if (body.protected) await noteOpening(tx, { user_id: staffOf(actor).id, traveler_id: id }, clock.wall())
      await recordChanged(tx, 'travelers', id)
      return { data: (await findTraveler(tx, null, id))! } // locked above
    }),
  )
}

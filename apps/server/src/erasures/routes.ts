import { api } from '@ambit/contract'
import { requireProof } from '../access/proof.ts'
import type { Module } from '../http/bind.ts'
import { conflict, notFound } from '../http/errors.ts'
import { refuseOthers, regionScope } from '../http/scope.ts'
import { recordChanged } from '../live/record-changed.ts'
import { lockTraveler, seenTraveler } from '../travelers/queries.ts'
import { logErased } from '../retention/erased-log.ts'
import { eraseTraveler } from './erase.ts'
import { previewErasure } from './preview.ts'

export const routes: Module = (bind, deps) => {
  const { db, clock, config, looks } = deps

  bind(api.travelers.previewErase, async ({ params: { id }, actor }) => {
    const scope = regionScope(actor)
    refuseOthers(scope, 'passenger', await seenTraveler(db, scope, id))
    return { data: await previewErasure(db, id, clock.now()) }
  })

  bind(api.travelers.erase, async ({ params: { id }, body, actor }) => {
    const scope = regionScope(actor)
    const now = clock.now()
    await requireProof(deps, actor)
    // What waits to be written may name the passenger.
    await looks.write()
    await db.transaction().execute(async (tx) => {
      const traveler = await lockTraveler(tx, scope, id)
      if (traveler === undefined) throw notFound()
      refuseOthers(scope, 'passenger', traveler)
      const { obstacles } = await previewErasure(tx, id, now)
      if (obstacles.length > 0) throw conflict(`The passenger cannot be erased: ${obstacles.join('. ')}`)
      await recordChanged(tx, 'travelers', id)
      await eraseTraveler(tx, id, body.reason, now)
    })
    if (config.dataFolder !== '') {
      // The next erasure writes it as well.
      await logErased(db, config.dataFolder).catch((error: unknown) =>
        deps.log.error({ err: error }, 'the file of erased passengers could not be written'),
      )
    }
    return { data: { id, erased_at: now } }
  })
}

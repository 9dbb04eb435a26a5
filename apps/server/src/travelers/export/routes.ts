import { api } from '@ambit/contract'
import type { Module } from '../../http/bind.ts'
import { forbidden } from '../../http/errors.ts'
import { refuseOthers, regionScope } from '../../http/scope.ts'
import { currentApp } from '../../settings/shown.ts'
import { seenTraveler } from '../queries.ts'
import { collectPerson } from './collect.ts'
import { exportFileOf } from './file.ts'

const MASKED = 'The file holds what is masked for you, and a file cannot be masked'

/** The person's own copy (GDPR articles 15 and 20), which staff send after they have checked who asks. */
export const routes: Module = (bind, { db, clock, config }) => {
  bind.raw(api.travelers.export, async ({ params: { id }, actor, hidden }, _request, reply) => {
    const scope = regionScope(actor)
    refuseOthers(scope, 'passenger', await seenTraveler(db, scope, id))
    if (hidden.size > 0) throw forbidden(MASKED)
    const made = clock.now()
    const { brandName: brand } = await currentApp(db, config)
    const bytes = await exportFileOf(clock, { brand, id, made }, await collectPerson(db, id, made))
    return reply
      .type('application/zip')
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="passenger-${id}.zip"`)
      .send(Buffer.from(bytes))
  })
}

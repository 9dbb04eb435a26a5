import { api } from '@ambit/contract'
import type { Module } from '../http/bind.ts'
import { invalid } from '../http/errors.ts'
import { refuseMoving, regionScope, requireZone } from '../http/scope.ts'
import { fresh } from '../http/versions.ts'
import { recordChanged } from '../live/record-changed.ts'
import { clearDefault, findStrategy, listPlanStrategies, listStrategies, lockStrategy } from './queries.ts'

export const routes: Module = (bind, { db, clock }) => {
  bind(api.serviceStrategies.list, ({ query, actor }) => listStrategies(db, regionScope(actor), query))

  bind(api.planStrategies.list, ({ query, actor }) => listPlanStrategies(db, regionScope(actor), query))

  bind(api.serviceStrategies.create, ({ body, actor, keep }) => {
    const scope = regionScope(actor)
    return db.transaction().execute(async (tx) => {
      await requireZone(tx, scope, body.zone_id)
      const now = clock.now()
      if (body.default) await clearDefault(tx, body.zone_id, now)
      const { id } = await tx
        .insertInto('service_strategies')
        .values({ ...body, configuration: JSON.stringify(body.configuration), created_at: now, updated_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      await recordChanged(tx, 'service_strategies', id)
      return keep(tx, { data: (await findStrategy(tx, scope, id))! }) // inserted above
    })
  })

  bind(api.serviceStrategies.update, ({ params: { id }, body, version, actor }) => {
    const scope = regionScope(actor)
    return db.transaction().execute(async (tx) => {
      const current = fresh(await lockStrategy(tx, scope, id), version)
      const { configuration, ...fields } = body
      refuseMoving(current, fields.zone_id)
      if (fields.default === false && current.default) {
        throw invalid([{ pointer: '/default', detail: 'Make another strategy the default instead' }])
      }
      const now = clock.now()
      if (fields.default === true && !current.default) await clearDefault(tx, current.zone_id, now)
      await tx
        .updateTable('service_strategies')
        .set({
          ...fields,
          ...(configuration === undefined
            ? {}
            : { configuration: JSON.stringify({ ...current.configuration, ...configuration }) }),
          updated_at: now,
        })
        .where('id', '=', id)
        .execute()
      await recordChanged(tx, 'service_strategies', id)
      return { data: (await findStrategy(tx, scope, id))! } // locked above
    })
  })
}

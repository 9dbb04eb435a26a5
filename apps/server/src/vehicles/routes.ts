import { sql } from 'kysely'
import { api, VEHICLE_IMPORT_TEMPLATE } from '@ambit/contract'
import { refuseHeld } from '../holds/queries.ts'
import { refuseTaken } from '../http/unique.ts'
import type { Module } from '../http/bind.ts'
import { notFound } from '../http/errors.ts'
import { refuseOthers, regionChosen, regionScope, requireBelonging } from '../http/scope.ts'
import { fresh } from '../http/versions.ts'
import { refuseWithheld } from '../http/withheld.ts'
import { recordChanged } from '../live/record-changed.ts'
import { checkVehicles, importVehicles } from './bulk-import.ts'
import { refuseBadAttributes } from './check-attributes.ts'
import { exportVehicles } from './export.ts'
import { importTemplate } from './import-template.ts'
import { findVehicle, listVehicles, lockVehicle } from './queries.ts'

export const routes: Module = (bind, deps) => {
  const { db, clock } = deps
  bind(api.vehicles.list, ({ query, actor }) => listVehicles(db, regionScope(actor), query))

  bind(api.vehicles.show, async ({ params, actor }) => {
    const data = await findVehicle(db, regionScope(actor), params.id)
    if (data === undefined) throw notFound()
    return { data }
  })

  bind(api.vehicles.create, ({ body, actor, keep }) =>
    db.transaction().execute(async (tx) => {
      const scope = regionScope(actor)
      const region_id = regionChosen(scope, body.region_id)
      await requireBelonging(tx, scope, region_id)
      const { license_plate, vehicle_number, extra_attributes } = body
      await refuseTaken(tx, 'vehicles', { license_plate, vehicle_number })
      await refuseBadAttributes(tx, extra_attributes)
      const now = clock.now()
      const { id } = await tx
        .insertInto('vehicles')
        .values({
          ...body,
          region_id,
          extra_attributes: JSON.stringify(extra_attributes),
          created_at: now,
          updated_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await recordChanged(tx, 'vehicles', id)
      return keep(tx, { data: (await findVehicle(tx, null, id))! }) // inserted above
    }),
  )

  bind(api.vehicles.update, ({ params: { id }, body, version, actor }) =>
    db.transaction().execute(async (tx) => {
      const scope = regionScope(actor)
      const before = fresh(await lockVehicle(tx, scope, id), version)
      refuseOthers(scope, 'vehicle', before)
      await requireBelonging(tx, scope, body.region_id)
      if (body.status !== undefined && body.status !== before.status) refuseWithheld(actor, 'editVehicleStatus')
      const { license_plate, vehicle_number, extra_attributes, ...rest } = body
      await refuseTaken(tx, 'vehicles', { license_plate, vehicle_number }, id)
      await refuseBadAttributes(tx, extra_attributes, before.extra_attributes)
      await tx
        .updateTable('vehicles')
        .set({
          ...rest,
          ...(license_plate === undefined ? {} : { license_plate }),
          ...(vehicle_number === undefined ? {} : { vehicle_number }),
          ...(extra_attributes === undefined ? {} : { extra_attributes: JSON.stringify(extra_attributes) }),
          updated_at: clock.now(),
        })
        .where('id', '=', id)
        .execute()
      await recordChanged(tx, 'vehicles', id)
      return { data: (await findVehicle(tx, null, id))! } // locked above
    }),
  )

  // The foreign keys refuse to delete a vehicle with schedules or trips; the answer is 409 `in_use`.
  bind(api.vehicles.destroy, ({ params: { id }, version, actor }) =>
    db.transaction().execute(async (tx) => {
      const scope = regionScope(actor)
      refuseOthers(scope, 'vehicle', fresh(await lockVehicle(tx, scope, id), version))
      const trips = sql`any(array(select id from trips where vehicle_id = ${id}))`
      await refuseHeld(tx, 'The vehicle', { vehicles: sql`${id}`, trips }, clock.now())
      await recordChanged(tx, 'vehicles', id)
      await tx.deleteFrom('vehicles').where('id', '=', id).execute()
      return undefined
    }),
  )

  bindFiles(bind, deps)
}

/** Vehicles as files: read, and written. */
const bindFiles: Module = (bind, { db, clock }) => {
  bind(api.vehicles.bulkImport, ({ body, actor, keep }) =>
    importVehicles({ db, clock }, regionScope(actor), { sent: body, keep }),
  )

  bind(api.vehicles.checkImport, ({ body, actor }) => checkVehicles({ db }, regionScope(actor), body))

  bind.raw(api.vehicles.export, async ({ query, actor }, _request, reply) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="vehicles.csv"')
      .send(await exportVehicles(db, regionScope(actor), query)),
  )

  let template: Promise<Buffer> | null = null
  bind.raw(api.vehicles.importTemplate, async (_call, _request, reply) =>
    reply
      .type(api.vehicles.importTemplate.raw ?? '')
      .header('content-disposition', `attachment; filename="${VEHICLE_IMPORT_TEMPLATE}"`)
      .send(await (template ??= importTemplate())),
  )
}

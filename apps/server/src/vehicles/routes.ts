import { api, VEHICLE_IMPORT_TEMPLATE } from '@ambit/contract'
import { refuseTaken } from '../http/unique.ts'
import type { Module } from '../http/bind.ts'
import { notFound } from '../http/errors.ts'
import { fresh } from '../http/versions.ts'
import { refuseWithheld } from '../http/withheld.ts'
import { recordChanged } from '../live/record-changed.ts'
import { checkVehicles, importVehicles } from './bulk-import.ts'
import { refuseBadAttributes } from './check-attributes.ts'
import { exportVehicles } from './export.ts'
import { importTemplate } from './import-template.ts'
import { findVehicle, listVehicles, lockVehicle } from './queries.ts'

export const routes: Module = (bind, { db, clock }) => {
  bind(api.vehicles.list, ({ query }) => listVehicles(db, query))

  bind(api.vehicles.show, async ({ params }) => {
    const data = await findVehicle(db, params.id)
    if (data === undefined) throw notFound()
    return { data }
  })

  bind(api.vehicles.create, ({ body, keep }) =>
    db.transaction().execute(async (tx) => {
      const { license_plate, vehicle_number, extra_attributes } = body
      await refuseTaken(tx, 'vehicles', { license_plate, vehicle_number })
      await refuseBadAttributes(tx, extra_attributes)
      const now = clock.now()
      const { id } = await tx
        .insertInto('vehicles')
        .values({ ...body, extra_attributes: JSON.stringify(extra_attributes), created_at: now, updated_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      await recordChanged(tx, 'vehicles', id)
      return keep(tx, { data: (await findVehicle(tx, id))! }) // inserted above
    }),
  )

  bind(api.vehicles.update, ({ params: { id }, body, version, actor }) =>
    db.transaction().execute(async (tx) => {
      const before = fresh(await lockVehicle(tx, id), version)
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
      return { data: (await findVehicle(tx, id))! } // locked above
    }),
  )

  // The foreign keys refuse to delete a vehicle with schedules or trips; the answer is 409 `in_use`.
  bind(api.vehicles.destroy, ({ params: { id }, version }) =>
    db.transaction().execute(async (tx) => {
      fresh(await lockVehicle(tx, id), version)
      await tx.deleteFrom('vehicles').where('id', '=', id).execute()
      await recordChanged(tx, 'vehicles', id)
      return undefined
    }),
  )

  bind(api.vehicles.bulkImport, ({ body, keep }) => importVehicles({ db, clock }, body, keep))

  bind(api.vehicles.checkImport, ({ body }) => checkVehicles({ db }, body))

  bind.raw(api.vehicles.export, async ({ query }, _request, reply) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="vehicles.csv"')
      .send(await exportVehicles(db, query)),
  )

  let template: Promise<Buffer> | null = null
  bind.raw(api.vehicles.importTemplate, async (_call, _request, reply) =>
    reply
      .type(api.vehicles.importTemplate.raw ?? '')
      .header('content-disposition', `attachment; filename="${VEHICLE_IMPORT_TEMPLATE}"`)
      .send(await (template ??= importTemplate())),
  )
}

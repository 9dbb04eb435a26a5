import { api } from '@ambit/contract'
import { refuseTaken } from '../database/unique.ts'
import type { Module } from '../http/bind.ts'
import { notFound } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { fresh } from '../http/versions.ts'
import { recordChanged } from '../live/record-changed.ts'
import { findTraveler, frequentLocations, listTravelers, lockTraveler } from './queries.ts'

export const routes: Module = (bind, { db, clock }) => {
  bind(api.travelers.list, ({ query }) => listTravelers(db, query))

  bind(api.travelers.show, async ({ params }) => {
    const data = await findTraveler(db, params.id)
    if (data === undefined) throw notFound()
    return { data }
  })

  bind(api.travelers.create, ({ body }) =>
    db.transaction().execute(async (tx) => {
      await refuseTaken(tx, 'travelers', { username: body.username, email: body.email })
      const now = clock.now()
      const { id } = await tx
        .insertInto('travelers')
        .values({ ...body, created_at: now, updated_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      await recordChanged(tx, 'travelers', id)
      return { data: (await findTraveler(tx, id))! } // inserted above
    }),
  )

  bind(api.travelers.update, ({ params: { id }, body, version }) =>
    db.transaction().execute(async (tx) => {
      fresh(await lockTraveler(tx, id), version)
      await refuseTaken(tx, 'travelers', { username: body.username, email: body.email }, id)
      await tx
        .updateTable('travelers')
        .set({ ...body, updated_at: clock.now() })
        .where('id', '=', id)
        .execute()
      await recordChanged(tx, 'travelers', id)
      return { data: (await findTraveler(tx, id))! } // locked above
    }),
  )

  bind(api.travelers.frequentLocations, async ({ params: { id }, actor }) => {
    if ((await findTraveler(db, id)) === undefined) throw notFound()
    return { data: { frequent_locations: await frequentLocations(db, regionScope(actor), id) } }
  })
}

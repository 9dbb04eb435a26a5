import { api, type MessagesOff, type NavigationApp, type QuickReplies } from '@ambit/contract'
import { refuseTaken } from '../http/unique.ts'
import type { Module } from '../http/bind.ts'
import { inUse, notFound } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { refuseUnknownTimeZone } from './time-zone.ts'
import { fresh } from '../http/versions.ts'
import { recordChanged } from '../live/record-changed.ts'
import { findRegion, listRegions, lockRegion } from './queries.ts'

export const routes: Module = (bind, { db, clock }) => {
  bind(api.regions.list, ({ query, actor }) => listRegions(db, regionScope(actor), query, clock.now()))

  bind(api.regions.show, async ({ params, actor }) => {
    const data = await findRegion(db, regionScope(actor), params.id, clock.now())
    if (data === undefined) throw notFound()
    return { data }
  })

  bind(api.regions.create, ({ body, keep }) => {
    refuseUnknownTimeZone(body.time_zone)
    return db.transaction().execute(async (tx) => {
      await refuseTaken(tx, 'regions', { name: body.name })
      const now = clock.now()
      const { id } = await tx
        .insertInto('regions')
        .values({ ...columnsOf(body), created_at: now, updated_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      await recordChanged(tx, 'regions', id)
      return keep(tx, { data: (await findRegion(tx, null, id, now))! }) // inserted above
    })
  })

  bind(api.regions.update, ({ params: { id }, body, version, actor }) => {
    refuseUnknownTimeZone(body.time_zone)
    const scope = regionScope(actor)
    const now = clock.now()
    return db.transaction().execute(async (tx) => {
      fresh(await lockRegion(tx, scope, id, now), version)
      await refuseTaken(tx, 'regions', { name: body.name }, id)
      await tx
        .updateTable('regions')
        .set({ ...columnsOf(body), updated_at: now })
        .where('id', '=', id)
        .execute()
      await recordChanged(tx, 'regions', id)
      return { data: (await findRegion(tx, scope, id, now))! } // locked above
    })
  })

  bind(api.regions.destroy, ({ params: { id }, version, actor }) =>
    db.transaction().execute(async (tx) => {
      const { name, zone_count } = fresh(await lockRegion(tx, regionScope(actor), id, clock.now()), version)
      if (zone_count > 0) throw inUse(`${name} has ${zone_count} ${zone_count === 1 ? 'zone' : 'zones'}`)
      await tx.deleteFrom('regions').where('id', '=', id).execute()
      await recordChanged(tx, 'regions', id)
      return undefined
    }),
  )
}

type Lists = {
  messages_off?: MessagesOff | undefined
  navigation_apps?: NavigationApp[] | undefined
  quick_replies?: QuickReplies | undefined
}

const columnsOf = <T extends Lists>({ messages_off, navigation_apps, quick_replies, ...columns }: T) => ({
  ...columns,
  ...(navigation_apps === undefined ? {} : { navigation_apps: JSON.stringify(navigation_apps) }),
  ...(quick_replies === undefined ? {} : { quick_replies: JSON.stringify(quick_replies) }),
  ...(messages_off === undefined ? {} : { messages_off: JSON.stringify(messages_off) }),
})

import { api, type ConsumerApp, type ConsumerAppInput } from '@ambit/contract'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { DB } from '../database/schema.ts'
import type { Module } from '../http/bind.ts'
import { invalid, notFound } from '../http/errors.ts'
import { refuseTaken } from '../http/unique.ts'
import { fresh } from '../http/versions.ts'
import { recordChanged } from '../live/record-changed.ts'
import { receiveLogo, refuseIcon } from '../settings/logos.ts'
import { findConsumerApp, listConsumerApps, lockConsumerApps } from './queries.ts'

export const routes: Module = (bind, { db, clock }) => {
  bind(api.consumerApps.list, ({ query }) => listConsumerApps(db, query))

  bind(api.consumerApps.show, async ({ params }) => {
    const data = await findConsumerApp(db, params.id)
    if (data === undefined) throw notFound()
    return { data }
  })

  bind(api.consumerApps.addLogo, ({ body, keep }) =>
    db.transaction().execute(async (tx) => keep(tx, { data: await receiveLogo(tx, body.content) })),
  )

  bind(api.consumerApps.create, ({ body, keep }) =>
    db.transaction().execute(async (tx) => {
      const apps = await lockConsumerApps(tx)
      await refuseOthers(tx, apps, null, body)
      const now = clock.now()
      if (body.default) await endDefault(tx, now)
      const { id } = await tx
        .insertInto('consumer_apps')
        .values({ ...columnsOf(body), name: body.name, slug: body.slug, created_at: now, updated_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      await recordChanged(tx, 'consumer_apps', id)
      return keep(tx, { data: (await findConsumerApp(tx, id))! }) // inserted above
    }),
  )

  bind(api.consumerApps.update, ({ params: { id }, body, version }) =>
    db.transaction().execute(async (tx) => {
      const apps = await lockConsumerApps(tx)
      const before = fresh(
        apps.find((app) => app.id === id),
        version,
      )
      await refuseOthers(tx, apps, id, body)
      if (body.default === false && before.default)
        throw invalid([{ pointer: '/default', detail: 'Make another app the default instead' }])
      const now = clock.now()
      if (body.default === true && !before.default) await endDefault(tx, now)
      await tx
        .updateTable('consumer_apps')
        .set({ ...columnsOf(body), updated_at: now })
        .where('id', '=', id)
        .execute()
      await recordChanged(tx, 'consumer_apps', id)
      return { data: (await findConsumerApp(tx, id))! } // locked above
    }),
  )
}

type Input = Partial<z.output<typeof ConsumerAppInput>>

const columnsOf = ({ default: is_default, ...columns }: Input) => ({
  ...columns,
  ...(is_default === undefined ? {} : { is_default }),
})

const endDefault = (tx: Transaction<DB>, updated_at: Date) =>
  tx.updateTable('consumer_apps').set({ is_default: false, updated_at }).where('is_default', '=', true).execute()

/** Throws 422 beside each field that would name two apps. */
const refuseOthers = async (
  tx: Transaction<DB>,
  apps: readonly Pick<ConsumerApp, 'id' | 'name' | 'host_names'>[],
  id: number | null,
  { name, slug, logo, host_names = [] }: Input,
): Promise<void> => {
  await refuseTaken(tx, 'consumer_apps', { name, slug }, id)
  if (logo) await refuseIcon(tx, logo)
  for (const host of host_names) {
    const other = apps.find((app) => app.id !== id && app.host_names.includes(host))
    if (other !== undefined) throw invalid([{ pointer: '/host_names', detail: `${host} opens ${other.name}` }])
  }
}

import { api } from '@ambit/contract'
import type { Module } from '../http/bind.ts'
import { conflict, notFound } from '../http/errors.ts'
import { regionScope, userIdOf } from '../http/scope.ts'
import { fresh } from '../http/versions.ts'
import { recordChanged } from '../live/record-changed.ts'
import { createEntry } from './create.ts'
import { outlook } from './outlook.ts'
import { endAndTell, nearestTime } from './serve.ts'
import { findEntry, listEntries, lockEntry, readEntry } from './store/queries.ts'

const ended = () => conflict('This journey is no longer on the waiting list')

/** Journeys that wait until there is room for them. */
export const routes: Module = (bind, deps) => {
  const { db, clock } = deps

  bind(api.waitlistEntries.list, ({ query, actor, hidden }) => listEntries(db, regionScope(actor), query, hidden))

  bind(api.waitlistEntries.show, async ({ params, actor }) => {
    const data = await findEntry(db, regionScope(actor), params.id)
    if (data === undefined) throw notFound()
    return { data }
  })

  bind(api.waitlistEntries.outlook, async ({ query, actor }) => ({
    data: await outlook(db, query.service_availability_search_id, regionScope(actor)),
  }))

  bind(api.waitlistEntries.create, ({ body, actor, keep }) => createEntry(deps, body, actor, keep))

  bind(api.waitlistEntries.update, ({ params: { id }, body, version, actor }) =>
    db.transaction().execute(async (tx) => {
      const entry = fresh(await lockEntry(tx, regionScope(actor), id), version)
      if (entry.state !== 'waiting') throw ended()
      await tx
        .updateTable('waitlist_entries')
        .set({ ...body, updated_at: clock.now() })
        .where('id', '=', id)
        .execute()
      await recordChanged(tx, 'waitlist_entries', id)
      return { data: (await findEntry(tx, null, id))! } // locked above
    }),
  )

  bind(api.waitlistEntries.withdraw, async ({ params: { id }, actor, keep }) => {
    const asked = await readEntry(db, regionScope(actor), id)
    if (asked === undefined) throw notFound()
    if (asked.state !== 'waiting') throw ended()
    const nearest = await nearestTime(deps, asked)
    return db.transaction().execute(async (tx) => {
      const entry = await lockEntry(tx, regionScope(actor), id)
      if (entry?.state !== 'waiting') throw ended()
      const by = userIdOf(actor)
      await endAndTell(deps, tx, entry, { state: 'withdrawn', nearest, by, note: 'Taken off the waiting list' })
      return keep(tx, { data: (await findEntry(tx, null, id))! }) // locked above
    })
  })
}

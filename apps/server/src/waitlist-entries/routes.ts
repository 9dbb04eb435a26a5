import { api } from '@ambit/contract'
import type { Module } from '../http/bind.ts'
import { conflict, notFound } from '../http/errors.ts'
import { regionScope, userIdOf } from '../http/scope.ts'
import { createEntry } from './create.ts'
import { endEntry } from './store/end.ts'
import { outlook } from './outlook.ts'
import { findEntry, listEntries, lockEntry } from './store/queries.ts'

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

  bind(api.waitlistEntries.withdraw, ({ params: { id }, actor, keep }) =>
    db.transaction().execute(async (tx) => {
      const entry = await lockEntry(tx, regionScope(actor), id)
      if (entry === undefined) throw notFound()
      if (entry.state !== 'waiting') throw conflict('This journey is no longer on the waiting list')
      await endEntry(tx, id, {
        state: 'withdrawn',
        at: clock.now(),
        by: userIdOf(actor),
        note: 'Taken off the waiting list',
      })
      return keep(tx, { data: (await findEntry(tx, null, id))! }) // locked above
    }),
  )
}

import { api } from '@ambit/contract'
import type { Module } from '../http/bind.ts'
import { notFound } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { preparedFor } from './prepared.ts'
import { findNotice, listNotices } from './queries.ts'
import { createNotice, endNotice, reachOf } from './write.ts'

/** What passengers are told about the service. */
export const routes: Module = (bind, deps) => {
  const { db, clock } = deps

  bind(api.notices.list, ({ query, actor }) => listNotices(db, regionScope(actor), { query, now: clock.now() }))

  bind(api.notices.prepared, async ({ query, actor }) => ({ data: await preparedFor(deps, query, actor) }))

  bind(api.notices.show, async ({ params: { id }, actor }) => {
    const data = await findNotice(db, regionScope(actor), { id, now: clock.now() })
    if (data === undefined) throw notFound()
    return { data }
  })

  bind(api.notices.reach, async ({ body, actor }) => ({ data: await reachOf(deps, body, actor) }))

  bind(api.notices.create, ({ body, actor, keep }) => createNotice(deps, body, { actor, keep }))

  bind(api.notices.end, ({ params: { id }, actor }) => endNotice(deps, id, actor))
}

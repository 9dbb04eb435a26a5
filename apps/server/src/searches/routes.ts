import { api } from '@ambit/contract'
import type { Module } from '../http/bind.ts'
import { notFound } from '../http/errors.ts'
import { regionScope, userIdOf } from '../http/scope.ts'
import { createSearch } from './create.ts'
import { findSearch } from './queries.ts'

export const routes: Module = (bind, deps) => {
  bind(api.searches.create, async ({ body, actor }) => ({
    data: await createSearch(deps, body, { user_id: userIdOf(actor), regions: regionScope(actor) }),
  }))

  bind(api.searches.show, async ({ params, actor }) => {
    const data = await findSearch(deps.db, params.id, regionScope(actor))
    if (data === undefined) throw notFound()
    return { data }
  })
}

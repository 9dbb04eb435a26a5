import { api } from '@ambit/contract'
import type { Module } from '../http/bind.ts'
import { regionScope } from '../http/scope.ts'
import { requireStreets } from '../streets/source.ts'
import { lineThrough, withLines } from './lines.ts'
import { listServiceRoutes } from './queries.ts'

export const routes: Module = (bind, deps) => {
  bind(api.serviceRoutes.list, async ({ query, actor }) => {
    const { data, meta } = await listServiceRoutes(deps.db, regionScope(actor), query, deps.clock.now())
    return { data: withLines(deps, data), meta }
  })

  bind(api.serviceRoutes.line, async ({ body }) => ({ data: lineThrough(requireStreets(deps), body.stops) }))
}

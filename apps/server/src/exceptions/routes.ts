import { api } from '@ambit/contract'
import type { Module } from '../http/bind.ts'
import { regionScope } from '../http/scope.ts'
import { acknowledge, resolve } from './answer.ts'
import { listExceptions } from './queries.ts'

/** What in the running service needs a person. */
export const routes: Module = (bind, deps) => {
  bind(api.exceptions.list, ({ query, actor }) => listExceptions(deps.db, regionScope(actor), query))
  bind(api.exceptions.acknowledge, ({ params: { id }, actor, keep }) => acknowledge(deps, actor, id, keep))
  bind(api.exceptions.resolve, ({ params: { id }, body, actor, keep }) => resolve(deps, actor, { id, ...body }, keep))
}

import { api } from '@ambit/contract'
import type { Actor, Bind } from '../http/bind.ts'
import type { Deps } from '../deps.ts'
import { forbidden, notFound } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { findCallTask, listCallTasks } from './call-queries.ts'
import { closeCall, putBackCall, takeCall } from './call-tasks.ts'

/** A call is held by a member of staff. */
const callOf = (id: number, actor: Actor) => {
  if (actor.kind !== 'user') throw forbidden()
  return { id, actor, scope: regionScope(actor) }
}

/** Passengers whom staff call. */
export const bindCalls = (bind: Bind, deps: Deps): void => {
  const { db } = deps
  bind(api.callTasks.list, ({ query, actor, hidden }) => listCallTasks(db, regionScope(actor), query, hidden))

  bind(api.callTasks.show, async ({ params: { id }, actor }) => {
    const data = await findCallTask(db, regionScope(actor), id)
    if (data === undefined) throw notFound()
    return { data }
  })

  bind(api.callTasks.take, ({ params: { id }, actor }) => takeCall(deps, callOf(id, actor)))
  bind(api.callTasks.putBack, ({ params: { id }, actor }) => putBackCall(deps, callOf(id, actor)))
  bind(api.callTasks.close, ({ params: { id }, body: { outcome }, actor }) =>
    closeCall(deps, callOf(id, actor), outcome),
  )
}

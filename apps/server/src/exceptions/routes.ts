import { api } from '@ambit/contract'
import type { Module } from '../http/bind.ts'
import { regionScope } from '../http/scope.ts'
import { acknowledge, addNote, handOver, release, resolve, snooze, undo } from './answer.ts'
import { answerAll } from './bulk.ts'
import { raiseByHand } from './by-hand.ts'
import { listEnded, listExceptions, readException, readHistory } from './queries.ts'
import { changeRule, listRules } from './rules.ts'

/** What in the running service needs a person. */
export const routes: Module = (bind, deps) => {
  const { exceptions, exceptionRules } = api
  bind(exceptions.list, ({ query, actor }) => listExceptions(deps.db, regionScope(actor), query))
  bind(exceptions.ended, ({ query, actor, hidden }) =>
    listEnded(deps.db, regionScope(actor), query, { hidden, now: deps.clock.now() }),
  )
  bind(exceptions.show, async ({ params, actor }) => ({
    data: await readException(deps.db, regionScope(actor), params.id),
  }))
  bind(exceptions.history, async ({ params, actor }) => ({
    data: await readHistory(deps.db, regionScope(actor), params.id),
  }))
  bind(exceptions.create, ({ body, actor, keep }) => raiseByHand(deps, body, actor, keep))
  bind(exceptions.acknowledge, ({ params, ...call }) => acknowledge(deps, { ...call, ...params }))
  bind(exceptions.release, ({ params, ...call }) => release(deps, { ...call, ...params }))
  bind(exceptions.handOver, ({ params, body, ...call }) => handOver(deps, { ...call, ...params }, body.user_id))
  bind(exceptions.snooze, ({ params, body, ...call }) => snooze(deps, { ...call, ...params }, body))
  bind(exceptions.resolve, ({ params, body, ...call }) => resolve(deps, { ...call, ...params }, body))
  bind(exceptions.addNote, ({ params, body, ...call }) => addNote(deps, { ...call, ...params }, body.note))
  bind(exceptions.undo, ({ params, ...call }) => undo(deps, { ...call, ...params }))
  bind(exceptions.bulk, ({ body, actor, keep, part }) => answerAll(deps, body, { actor, keep, part }))
  bind(exceptionRules.list, async ({ query, actor }) => ({ data: await listRules(deps.db, regionScope(actor), query) }))
  bind(exceptionRules.update, async ({ body, actor }) => ({ data: await changeRule(deps, body, actor) }))
}

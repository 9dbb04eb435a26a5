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
  bind(api.exceptions.list, ({ query, actor }) => listExceptions(deps.db, regionScope(actor), query))
  bind(api.exceptions.ended, ({ query, actor, hidden }) =>
    listEnded(deps.db, regionScope(actor), query, { hidden, now: deps.clock.now() }),
  )
  bind(api.exceptions.show, async ({ params, actor }) => ({
    data: await readException(deps.db, regionScope(actor), params.id),
  }))
  bind(api.exceptions.history, async ({ params, actor }) => ({
    data: await readHistory(deps.db, regionScope(actor), params.id),
  }))
  bind(api.exceptions.create, ({ body, actor, keep }) => raiseByHand(deps, body, actor, keep))
  bind(api.exceptions.acknowledge, ({ params: { id }, actor, version, keep }) =>
    acknowledge(deps, { id, actor, version, keep }),
  )
  bind(api.exceptions.release, ({ params: { id }, actor, version, keep }) =>
    release(deps, { id, actor, version, keep }),
  )
  bind(api.exceptions.handOver, ({ params: { id }, body, actor, version, keep }) =>
    handOver(deps, { id, actor, version, keep }, body.user_id),
  )
  bind(api.exceptions.snooze, ({ params: { id }, body, actor, version, keep }) =>
    snooze(deps, { id, actor, version, keep }, body),
  )
  bind(api.exceptions.resolve, ({ params: { id }, body, actor, version, keep }) =>
    resolve(deps, { id, actor, version, keep }, body),
  )
  bind(api.exceptions.addNote, ({ params: { id }, body, actor, version, keep }) =>
    addNote(deps, { id, actor, version, keep }, body.note),
  )
  bind(api.exceptions.undo, ({ params: { id }, actor, version, keep }) => undo(deps, { id, actor, version, keep }))
  bind(api.exceptions.bulk, ({ body, actor, keep, part }) => answerAll(deps, body, { actor, keep, part }))
  bind(api.exceptionRules.list, async ({ query, actor }) => ({
    data: await listRules(deps.db, regionScope(actor), query),
  }))
  bind(api.exceptionRules.update, async ({ body, actor }) => ({ data: await changeRule(deps, body, actor) }))
}

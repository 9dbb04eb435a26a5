import type { z } from 'zod'
import { api } from '@ambit/contract'
import type { Actor, Module } from '../http/bind.ts'
import { forbidden } from '../http/errors.ts'
import { holds } from '../http/authenticate.ts'
import { regionScope, userIdOf } from '../http/scope.ts'
import { acknowledge, addNote, handOver, release, resolve, snooze, undo } from './answer.ts'
import { answerAll } from './bulk.ts'
import { raiseByHand } from './by-hand.ts'
import { readCauses } from './causes.ts'
import { exportEnded } from './export.ts'
import { previewRule } from './figures.ts'
import { readResponseTimes } from './response-times.ts'
import { listEnded, listExceptions, readException, readHistory } from './queries.ts'
import { changeRule, listRules, ruleOf } from './rules.ts'

const OTHERS = 'ExceptionManagement:responseTimes:canRead'

/** What in the running service needs a person. */
export const routes: Module = (bind, deps) => {
  bind(api.exceptions.list, ({ query, actor }) => listExceptions(deps.db, regionScope(actor), query, deps.clock.now()))
  /** What one counts in a list is a figure too. */
  const requireOwn = async ({ filter }: z.output<typeof api.exceptions.export.query>, actor: Actor): Promise<void> => {
    const people = [...(filter?.person ?? []), ...(filter?.owner ?? [])].filter((one) => one !== 'nobody')
    if (people.some((id) => id !== userIdOf(actor)) && !(await holds(deps, OTHERS, actor))) throw forbidden()
  }
  bind(api.exceptions.ended, async ({ query, actor, hidden }) => {
    await requireOwn(query, actor)
    return listEnded(deps.db, regionScope(actor), query, { hidden, now: deps.clock.now() })
  })
  bind.raw(api.exceptions.export, async ({ query, actor, hidden }, _request, reply) => {
    await requireOwn(query, actor)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="exceptions.csv"')
      .send(exportEnded(deps.db, regionScope(actor), query, { hidden, now: deps.clock.now() }))
  })
  bind(api.exceptions.responseTimes, async ({ query, actor }) => {
    const person = (await holds(deps, OTHERS, actor)) ? 'everybody' : userIdOf(actor)
    return { data: await readResponseTimes(deps.db, regionScope(actor), { query, now: deps.clock.now(), person }) }
  })
  bind(api.exceptions.show, async ({ params, actor }) => {
    const found = await readException(deps.db, regionScope(actor), params.id, deps.clock.now())
    return { data: { ...found, rule: await ruleOf(deps.db, found) } }
  })
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
  bind(api.exceptionRules.causes, async ({ query, actor }) => ({
    data: await readCauses(deps.db, regionScope(actor), query, deps.clock.now()),
  }))
  bind(api.exceptionRules.preview, async ({ query, actor }) => ({ data: await previewRule(deps, query, actor) }))
  bind(api.exceptionRules.update, async ({ body, actor }) => ({ data: await changeRule(deps, body, actor) }))
}

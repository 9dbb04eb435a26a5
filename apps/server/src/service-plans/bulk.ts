import type { ServicePlanFailure, ServicePlansDeleted, ServicePlansSave, ServicePlansSaved } from '@ambit/contract'
import { refusePlanWindow } from '@ambit/domain'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Actor, Keep, Part, Wire } from '../http/bind.ts'
import { HttpError, invalid } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { changeServicePlan } from './change.ts'
import { createServicePlanIn } from './create.ts'
import { findServicePlan } from './queries.ts'
import type { ServicePlanRecord } from './queries.ts'
import { removeServicePlan } from './remove.ts'

type Item = z.output<typeof ServicePlansSave>['service_plans'][number]
type Failure = Wire<ServicePlanFailure>
type Saved = Wire<z.output<typeof ServicePlansSaved>>
type Context = { actor: Actor; mayCreate: boolean; part: Part; keep: Keep }

/**
 * Each schedule by itself, in the order given. One that found its vehicle or driver busy is tried again once others
 * have made room: of two that follow each other, the first may be moved after the second. A repeated call tells what
 * was saved the first time, and saves the rest.
 */
export const saveServicePlans = async (
  deps: Deps,
  items: readonly Item[],
  context: Context,
): Promise<{ data: Saved }> => {
  const saved: Saved['saved'] = []
  let waiting = items.map((item, index) => ({ item, index }))
  for (;;) {
    const failed: (typeof waiting)[number][] = []
    const errors: Failure[] = []
    for (const { item, index } of waiting)
      try {
        saved.push({
          index,
          service_plan: await context.part(index, (keep) => saveOne(deps, item, { ...context, keep })),
        })
      } catch (error) {
        if (!(error instanceof HttpError)) throw error
        failed.push({ item, index })
        errors.push(failureOf(item, index, error))
      }
    if (failed.length === 0 || failed.length === waiting.length) return keepWhole(deps, context.keep, { saved, errors })
    waiting = failed
  }
}

/** What consists of parts is kept when all of them are done. */
const keepWhole = <T>({ db }: Deps, keep: Keep, data: T): Promise<{ data: T }> =>
  db.transaction().execute((tx) => keep(tx, { data }))

const saveOne = async (deps: Deps, item: Item, { actor, mayCreate, keep }: Context) => {
  if ('id' in item)
    return changeServicePlan(deps, { id: item.id, change: item.change, version: item.version ?? null }, actor, keep)
  if (!mayCreate) throw invalid([{ pointer: '', detail: 'You may not create schedules' }])
  return createChecked(deps, item.create, actor, keep)
}

/** As staff create one: none that is over already. */
export const createChecked = async <T>(
  deps: Deps,
  input: Extract<Item, { create: unknown }>['create'],
  actor: Actor,
  told: (tx: Transaction<DB>, plan: ServicePlanRecord) => Promise<T>,
): Promise<T> => {
  const span = { start: Date.parse(input.start_time), end: Date.parse(input.end_time) }
  const refused = refusePlanWindow(span, deps.clock.now().getTime())
  if (refused !== null) throw invalid([{ pointer: `/${refused.field}`, detail: refused.detail }])
  return createServicePlanIn(
    deps,
    input,
    regionScope(actor),
    async (tx, id) => told(tx, (await findServicePlan(tx, id, null))!), // created
  )
}

const failureOf = (item: Item, index: number, error: HttpError): Failure => {
  const { start_time, end_time } = 'id' in item ? item.change : item.create
  return {
    index,
    id: 'id' in item ? item.id : null,
    start_time: start_time ?? null,
    end_time: end_time ?? null,
    errors: [...error.errors],
  }
}

export const deleteServicePlans = async (
  deps: Deps,
  ids: readonly number[],
  actor: Actor,
  keep: Keep,
): Promise<{ data: Wire<z.output<typeof ServicePlansDeleted>> }> => {
  const deleted: number[] = []
  const missing: number[] = []
  const errors: Failure[] = []
  for (const [index, id] of ids.entries())
    try {
      await removeServicePlan(deps, id, actor, null)
      deleted.push(id)
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      if (error.status === 404) missing.push(id)
      else errors.push({ index, id, start_time: null, end_time: null, errors: [...error.errors] })
    }
  return keepWhole(deps, keep, { deleted, missing, errors })
}

import type { ServicePlanFailure, ServicePlansDeleted, ServicePlansSave, ServicePlansSaved } from '@ambit/contract'
import { refusePlanWindow } from '@ambit/domain'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { Actor, Wire } from '../http/bind.ts'
import { HttpError, invalid } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { changeServicePlan } from './change.ts'
import { createServicePlan } from './create.ts'
import { findServicePlan } from './queries.ts'
import { removeServicePlan } from './remove.ts'

type Item = z.output<typeof ServicePlansSave>['service_plans'][number]
type Failure = Wire<ServicePlanFailure>
type Saved = Wire<z.output<typeof ServicePlansSaved>>
type Context = { actor: Actor; mayCreate: boolean }

/**
 * Each schedule by itself, in the order given. One that found its vehicle or driver busy is tried again once others
 * have made room: of two that follow each other, the first may be moved after the second.
 */
export const saveServicePlans = async (deps: Deps, items: readonly Item[], context: Context): Promise<Saved> => {
  const saved: Saved['saved'] = []
  let waiting = items.map((item, index) => ({ item, index }))
  for (;;) {
    const failed: (typeof waiting)[number][] = []
    const errors: Failure[] = []
    for (const { item, index } of waiting)
      try {
        saved.push({ index, service_plan: await saveOne(deps, item, context) })
      } catch (error) {
        if (!(error instanceof HttpError)) throw error
        failed.push({ item, index })
        errors.push(failureOf(item, index, error))
      }
    if (failed.length === 0 || failed.length === waiting.length) return { saved, errors }
    waiting = failed
  }
}

const saveOne = async (deps: Deps, item: Item, { actor, mayCreate }: Context) => {
  if ('id' in item)
    return changeServicePlan(deps, { id: item.id, change: item.change, version: item.version ?? null }, actor)
  if (!mayCreate) throw invalid([{ pointer: '', detail: 'You may not create schedules' }])
  return createChecked(deps, item.create, actor)
}

/** As staff create one: none that is over already. */
export const createChecked = async (deps: Deps, input: Extract<Item, { create: unknown }>['create'], actor: Actor) => {
  const span = { start: Date.parse(input.start_time), end: Date.parse(input.end_time) }
  const refused = refusePlanWindow(span, deps.clock.now().getTime())
  if (refused !== null) throw invalid([{ pointer: `/${refused.field}`, detail: refused.detail }])
  const id = await createServicePlan(deps, input, regionScope(actor))
  return (await findServicePlan(deps.db, id, null))! // created above
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
): Promise<Wire<z.output<typeof ServicePlansDeleted>>> => {
  const deleted: number[] = []
  const errors: Failure[] = []
  for (const [index, id] of ids.entries())
    try {
      await removeServicePlan(deps, id, actor, null)
      deleted.push(id)
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      // A record that is already deleted needs no deleting.
      if (error.status === 404) deleted.push(id)
      else errors.push({ index, id, start_time: null, end_time: null, errors: [...error.errors] })
    }
  return { deleted, errors }
}

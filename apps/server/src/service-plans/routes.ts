import { api } from '@ambit/contract'
import { holds } from '../http/authenticate.ts'
import type { Module } from '../http/bind.ts'
import { notFound } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { createChecked, deleteServicePlans, saveServicePlans } from './bulk.ts'
import { changeServicePlan } from './change.ts'
import { changeFlexible, flexibleSchedule } from './flexible.ts'
import { findServicePlan, listServicePlans } from './queries.ts'
import { removeServicePlan } from './remove.ts'

export const routes: Module = (bind, deps) => {
  const { db } = deps

  bind(api.servicePlans.list, ({ query, actor }) => listServicePlans(db, query, regionScope(actor)))

  bind(api.servicePlans.show, async ({ params, actor }) => {
    const data = await findServicePlan(db, params.id, regionScope(actor))
    if (data === undefined) throw notFound()
    return { data }
  })

  bind(api.servicePlans.create, ({ body, actor, keep }) =>
    createChecked(deps, body, actor, (tx, data) => keep(tx, { data })),
  )

  bind(api.servicePlans.update, async ({ params: { id }, body, version, actor }) => ({
    data: await changeServicePlan(deps, { id, change: body, version }, actor),
  }))

  bind(api.servicePlans.destroy, async ({ params: { id }, version, actor }) => {
    await removeServicePlan(deps, id, actor, version)
    return undefined
  })

  bind(api.servicePlans.bulkCreateAndUpdate, async ({ body, actor, part, keep }) => {
    const mayCreate = await holds(deps, 'ServicePlans:servicePlan:canCreate', actor)
    return saveServicePlans(deps, body.service_plans, { actor, mayCreate, part, keep })
  })

  bind(api.servicePlans.bulkDelete, ({ body, actor, keep }) => deleteServicePlans(deps, body.ids, actor, keep))

  bind(api.servicePlans.flexible, async ({ params: { id }, query, actor }) => {
    const at = (time: string | undefined): Date | null => (time === undefined ? null : new Date(time))
    const times = { start_time: at(query.start_time), end_time: at(query.end_time) }
    return { data: await flexibleSchedule(deps, id, times, actor) }
  })

  bind(api.servicePlans.flexibleUpdate, async ({ params: { id }, body, actor }) => ({
    data: await changeFlexible(deps, id, body, actor),
  }))
}

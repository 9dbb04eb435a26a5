import { api } from '@ambit/contract'
import { refusePlanWindow } from '@ambit/domain'
import type { Module } from '../http/bind.ts'
import { invalid, notFound } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { createServicePlan } from './create.ts'
import { findServicePlan, listServicePlans } from './queries.ts'

export const routes: Module = (bind, deps) => {
  const { db, clock } = deps

  bind(api.servicePlans.list, ({ query, actor }) => listServicePlans(db, query, regionScope(actor)))

  bind(api.servicePlans.show, async ({ params, actor }) => {
    const data = await findServicePlan(db, params.id, regionScope(actor))
    if (data === undefined) throw notFound()
    return { data }
  })

  bind(api.servicePlans.create, async ({ body, actor }) => {
    const span = { start: Date.parse(body.start_time), end: Date.parse(body.end_time) }
    const refused = refusePlanWindow(span, clock.now().getTime())
    if (refused !== null) throw invalid([{ pointer: `/${refused.field}`, detail: refused.detail }])
    const id = await createServicePlan(deps, body, regionScope(actor))
    const data = await findServicePlan(db, id, null)
    if (data === undefined) throw notFound()
    return { data }
  })
}

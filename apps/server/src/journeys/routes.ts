import { api } from '@ambit/contract'
import { requireAccess } from '../http/authenticate.ts'
import type { Module } from '../http/bind.ts'
import { notFound } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { OVERLAP } from '../other-rides/compare.ts'
import { askerOf, OVERRIDE } from '../searches/question.ts'
import { findTraveler } from '../searches/queries.ts'
import { pointIn } from '../streets/point.ts'
import { confirmJourney } from './confirm.ts'
import { findJourney, lastChoiceOf } from './queries.ts'
import { suggestReturn } from './suggest.ts'

export const routes: Module = (bind, deps) => {
  const { db } = deps

  bind(api.journeys.create, async ({ body, actor, keep }) => {
    const coded = body.legs.some(({ discount_code: code }) => code != null)
    if (coded) await requireAccess(deps, api.discounts.lookUp.access, actor)
    if (body.overlap_reason != null) await requireAccess(deps, OVERLAP, actor)
    if (body.open_return != null) await requireAccess(deps, api.openReturns.create.access, actor)
    return confirmJourney(deps, body, actor, keep)
  })

  bind(api.journeys.show, async ({ params, actor }) => {
    const data = await findJourney(db, params.id, regionScope(actor))
    if (data === undefined) throw notFound()
    return { data }
  })

  bind(api.journeys.usualReturn, async ({ query, actor }) => {
    const regions = regionScope(actor)
    const traveler = await findTraveler(db, regions, query.traveler_id, null)
    if (traveler === undefined) throw notFound()
    const [from, to] = [pointIn(query.from, 'from'), pointIn(query.to, 'to')]
    return { data: { choice: await lastChoiceOf(db, { traveler_id: traveler.id, regions }, from, to) } }
  })

  bind(api.journeys.suggestReturn, async ({ body, actor }) => {
    if (body.override_reason != null) await requireAccess(deps, OVERRIDE, actor)
    if (body.overlap_reason != null) await requireAccess(deps, OVERLAP, actor)
    return { data: await suggestReturn(deps, body, askerOf(actor)) }
  })
}

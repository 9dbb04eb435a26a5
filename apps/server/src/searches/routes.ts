import { api } from '@ambit/contract'
import { requireAccess } from '../http/authenticate.ts'
import type { Module } from '../http/bind.ts'
import { notFound } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { OVERLAP } from '../other-rides/compare.ts'
import { zonesInService } from '../planning/plan/context.ts'
import { pointIn } from '../streets/point.ts'
import { requireStreets } from '../streets/source.ts'
import { createSearch } from './create.ts'
import { withOwnEnds } from './masked-ends.ts'
import { findSearch } from './queries.ts'
import { askerOf, OVERRIDE, regionsAsked } from './question.ts'
import { timesAround } from './other-times.ts'
import { servedAddress } from './served-address.ts'

export const routes: Module = (bind, deps) => {
  bind(api.searches.create, async ({ body, actor, hidden, keep }) => {
    if (body.override_reason != null) await requireAccess(deps, OVERRIDE, actor)
    if (body.overlap_reason != null) await requireAccess(deps, OVERLAP, actor)
    const question = await withOwnEnds(deps.db, body, hidden)
    return createSearch(deps, question, askerOf(actor), (tx, data) => keep(tx, { data }))
  })

  bind(api.searches.otherTimes, async ({ body, actor, hidden }) => {
    if (body.override_reason != null) await requireAccess(deps, OVERRIDE, actor)
    const question = await withOwnEnds(deps.db, body, hidden)
    return { data: await timesAround(deps, question, askerOf(actor)) }
  })

  bind(api.searches.show, async ({ params, actor }) => {
    const data = await findSearch(deps.db, params.id, regionScope(actor))
    if (data === undefined) throw notFound()
    return { data }
  })

  bind(api.searches.servedAddresses, async ({ query, actor }) => {
    const { end, at, other, region_id, zone_id } = query
    const zones = await zonesInService(deps, {
      zone_id: zone_id ?? null,
      regions: regionsAsked(region_id ?? null, regionScope(actor)),
    })
    const outside = { end, at: pointIn(at, 'at'), other: other === undefined ? null : pointIn(other, 'other') }
    const found = servedAddress(requireStreets(deps), zones, outside)
    const data = found === null ? [] : [found]
    return { data, meta: { total: data.length, total_count: data.length } }
  })
}

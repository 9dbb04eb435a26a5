import { api } from '@ambit/contract'
import type { Module } from '../http/bind.ts'
import { regionScope } from '../http/scope.ts'
import { changeTravelFactors } from './change.ts'
import { findTravelFactors } from './queries.ts'

export const routes: Module = (bind, deps) => {
  bind(api.travelFactors.show, async ({ query, actor }) => ({
    data: await findTravelFactors(deps.db, regionScope(actor), query.region_id),
  }))

  bind(api.travelFactors.change, async ({ query, body, actor }) => {
    await changeTravelFactors(deps, query.region_id, body, actor)
    return { data: await findTravelFactors(deps.db, regionScope(actor), query.region_id) }
  })
}

import { api } from '@ambit/contract'
import type { Module } from '../http/bind.ts'
import { notFound } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { changeTripState } from './change-state.ts'
import { listActiveTrips, listTrips } from './queries.ts'
import { showTrip } from './show.ts'

export const routes: Module = (bind, deps) => {
  const { db, clock } = deps

  bind(api.trips.list, ({ query, actor }) => listTrips(db, query, regionScope(actor), clock.now()))

  bind(api.trips.active, ({ query, actor }) => listActiveTrips(db, query.filter ?? {}, regionScope(actor), clock.now()))

  bind(api.trips.show, async ({ params, actor }) => {
    const data = await showTrip(deps, db, params.id, regionScope(actor))
    if (data === undefined) throw notFound()
    return { data }
  })

  bind(api.trips.changeState, async ({ params, body, actor }) => ({
    data: await changeTripState(deps, params.id, body, actor),
  }))
}

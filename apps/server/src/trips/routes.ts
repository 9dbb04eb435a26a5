import { api } from '@ambit/contract'
import type { Module } from '../http/bind.ts'
import { notFound } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { assignTrip, assignTrips } from './assign.ts'
import { cashOf } from './cash.ts'
import { changeTripState } from './change-state.ts'
import { listTripHistory } from '../planning/change/trip-history.ts'
import { findTrip, listActiveTrips, listTrips } from './queries.ts'
import { returnToService } from './return-to-service.ts'
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

  bind(api.trips.update, async ({ params: { id }, body, version, actor }) => ({
    data: await assignTrip(deps, { id, ...body, version }, actor),
  }))

  bind(api.trips.updateSeveral, ({ query, body, actor }) => assignTrips(deps, query.ids, body, actor))

  bind(api.trips.cash, async ({ params, actor }) => ({ data: await cashOf(db, params.id, regionScope(actor)) }))

  bind(api.trips.history, async ({ params, actor }) => {
    if ((await findTrip(db, params.id, regionScope(actor))) === undefined) throw notFound()
    return listTripHistory(db, params.id)
  })

  bind(api.trips.returnToService, ({ params, actor, keep }) => returnToService(deps, params.id, actor, keep))

  bind(api.trips.changeState, ({ params, body, version, actor, keep }) =>
    changeTripState(deps, { id: params.id, version, actor }, body, keep),
  )
}

import { api } from '@ambit/contract'
import type { Module } from '../http/bind.ts'
import { regionScope } from '../http/scope.ts'
import { passengerActor } from '../rides/me.ts'
import { seenTraveler } from '../travelers/queries.ts'
import { contestMiss } from './contest.ts'
import { missesOf, ownMisses } from './queries.ts'

const all = <T>(data: T[]) => ({ data, meta: { total: data.length, total_count: data.length } })

/** Rides that were cancelled late or left without their passenger, for staff and for the passenger. */
export const routes: Module = (bind, deps) => {
  const { db, clock } = deps
  bind(api.travelerMisses.list, async ({ params: { id }, actor }) => {
    await seenTraveler(db, regionScope(actor), id)
    return all(await missesOf(db, id, clock.now()))
  })

  bind(api.ride.misses, async ({ actor }) => {
    const found = await ownMisses(db, passengerActor(actor).id, clock.now())
    return all(found.map(({ zone_id: _zone, trip_id: _trip, ...miss }) => miss))
  })

  bind(api.ride.contestMiss, ({ params: { id }, body: { text }, actor, keep }) =>
    contestMiss(deps, { id, text: text ?? null, keep }, passengerActor(actor)),
  )
}

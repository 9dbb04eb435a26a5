import { api } from '@ambit/contract'
import type { Module } from '../http/bind.ts'
import { regionScope } from '../http/scope.ts'
import { passengerActor } from '../rides/me.ts'
import { seenTraveler } from '../travelers/queries.ts'
import { conductOf } from './conduct.ts'
import { contestMiss } from './contest.ts'
import { judgeMiss } from './judge.ts'
import { ownMisses } from './queries.ts'

const all = <T>(data: T[]) => ({ data, meta: { total: data.length, total_count: data.length } })

/** Rides that were cancelled late or left without their passenger, for staff and for the passenger. */
export const routes: Module = (bind, deps) => {
  const { db, clock } = deps
  bind(api.conduct.show, async ({ params: { id }, actor }) => {
    const scope = regionScope(actor)
    await seenTraveler(db, scope, id)
    return { data: await conductOf(db, scope, id, clock.now()) }
  })

  bind(api.misses.judge, ({ params: { id }, body, actor, keep }) => judgeMiss(deps, { id, ...body, actor, keep }))

  bind(api.ride.misses, async ({ actor }) => {
    const found = await ownMisses(db, passengerActor(actor).id, clock.now())
    return all(found.map(({ zone_id: _zone, trip_id: _trip, ...miss }) => miss))
  })

  bind(api.ride.contestMiss, ({ params: { id }, body: { text }, actor, keep }) =>
    contestMiss(deps, { id, text: text ?? null, keep }, passengerActor(actor)),
  )
}

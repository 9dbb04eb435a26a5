import { api } from '@ambit/contract'
import type { Module } from '../http/bind.ts'
import { refuseOthers, regionScope } from '../http/scope.ts'
import { seenTraveler } from '../travelers/queries.ts'
import { hangingOn } from './hanging.ts'
import { mergeTravelers, refuseMasked, refuseSame } from './merge.ts'
import { obstaclesTo } from './obstacles.ts'
import { mergesOf } from './queries.ts'
import { undoMerge } from './undo.ts'

/** Two records of one passenger are compared, become one, and two again. */
export const routes: Module = (bind, deps) => {
  const { db, clock } = deps

  bind(api.travelerMerges.list, async ({ params: { id }, actor }) => {
    await seenTraveler(db, regionScope(actor), id)
    const data = await mergesOf(db, id, clock.now())
    return { data, meta: { total: data.length, total_count: data.length } }
  })

  bind(api.travelerMerges.preview, async ({ params: { id }, query, actor, hidden }) => {
    refuseMasked(hidden)
    const scope = regionScope(actor)
    for (const one of [id, query.with]) refuseOthers(scope, 'passenger', await seenTraveler(db, scope, one))
    refuseSame(id, query.with, '/query/with')
    const two = { kept: id, merged: query.with }
    const obstacles = await obstaclesTo(db, two, { scope, now: clock.now() })
    return {
      data: {
        kept: await hangingOn(db, two.kept),
        merged: await hangingOn(db, two.merged),
        obstacles: obstacles.map(({ detail }) => detail),
      },
    }
  })

  bind(api.travelerMerges.create, ({ params: { id }, body, version, actor, keep, hidden }) => {
    refuseMasked(hidden)
    return mergeTravelers(deps, { ...body, id, version, actor, keep })
  })

  bind(api.travelerMerges.undo, ({ params: { id }, actor, keep, hidden }) => {
    refuseMasked(hidden)
    return undoMerge(deps, { id, actor, keep })
  })
}

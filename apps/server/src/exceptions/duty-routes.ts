import { api } from '@ambit/contract'
import type { Module } from '../http/bind.ts'
import { regionScope } from '../http/scope.ts'
import { listMutes, mute, unmute } from './mutes.ts'
import { endWatch, listPeople, listWatches, startWatch } from './watches.ts'

/** Who is on duty, and what interrupts them. */
export const dutyRoutes: Module = (bind, deps) => {
  const { db, clock } = deps
  bind(api.exceptionMutes.list, async ({ query, actor }) => ({
    data: await listMutes(db, regionScope(actor), query, clock.now()),
  }))
  bind(api.exceptionMutes.create, ({ body, actor, keep }) => mute(deps, body, actor, keep))
  bind(api.exceptionMutes.destroy, async ({ params, actor }) => {
    await unmute(deps, params.id, actor)
    return null
  })
  bind(api.watches.list, ({ query, actor }) => listWatches(db, regionScope(actor), query, clock.now()))
  bind(api.watches.start, ({ body, actor, keep }) => startWatch(deps, body, actor, keep))
  bind(api.watches.end, async ({ actor }) => {
    await endWatch(deps, actor)
    return null
  })
  bind(api.watches.people, async ({ query, actor }) => ({ data: await listPeople(db, actor, query.region_id) }))
}

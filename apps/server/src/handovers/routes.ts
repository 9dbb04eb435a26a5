import { api } from '@ambit/contract'
import type { Module } from '../http/bind.ts'
import { regionScope } from '../http/scope.ts'
import { collect } from './collect.ts'
import { acceptHandover, offerHandover } from './give.ts'
import { hydrate } from './hydrate.ts'
import { contentOf, extentOf, listHandovers, readHandover } from './queries.ts'

/** Shifts that go from one person to another. */
export const routes: Module = (bind, deps) => {
  const { db, clock } = deps
  bind(api.handovers.list, async ({ query, actor }) => ({
    data: await listHandovers(db, regionScope(actor), query.filter?.region),
  }))
  bind(api.handovers.brief, async ({ query, actor, hidden }) => {
    const { region_id, zone = [] } = query
    const extent = await extentOf(db, regionScope(actor), { region_id, zone_ids: zone, now: clock.now() })
    return { data: await hydrate(db, { since: extent.since, content: await collect(db, extent), hidden }) }
  })
  bind(api.handovers.show, async ({ params: { id }, actor, hidden }) => {
    const handover = await readHandover(db, regionScope(actor), id)
    return { data: { ...handover, brief: await hydrate(db, { ...(await contentOf(db, id, clock.now())), hidden }) } }
  })
  bind(api.handovers.create, ({ body, actor, keep }) => offerHandover(deps, body, actor, keep))
  bind(api.handovers.accept, ({ params: { id }, body, actor, keep, hidden }) =>
    acceptHandover(deps, { id, actor, sections: body.sections, keep, hidden }),
  )
}

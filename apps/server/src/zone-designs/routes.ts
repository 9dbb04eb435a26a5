import { api } from '@ambit/contract'
import { holds, requireAccess } from '../http/authenticate.ts'
import type { Actor, Module } from '../http/bind.ts'
import { notFound } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { inSlices } from '../jobs/in-slices.ts'
import { requireStreets } from '../streets/source.ts'
import { areaFigures, stopAddresses, stopCoverage, stopSuggestions } from './figures.ts'
import { refuseIntricate } from './intricacy.ts'
import { readDesign } from './queries.ts'
import { keysFor, saveDesign } from './save.ts'

export const routes: Module = (bind, deps) => {
  const viewer = async (actor: Actor) => ({
    scope: regionScope(actor),
    seesStops: await holds(deps, 'ZoneManagement:zoneStop:canRead', actor),
  })

  bind(api.zoneDesigns.show, async ({ params, actor }) => {
    const data = await readDesign(deps, deps.db, await viewer(actor), params.id)
    if (data === undefined) throw notFound()
    return { data }
  })

  bind(api.zoneDesigns.save, async ({ params, body, actor, keep }) => {
    for (const key of keysFor(body)) await requireAccess(deps, key, actor)
    return saveDesign(deps, { ...(await viewer(actor)), keep }, params.id, body)
  })

  bind(api.zoneDesigns.figures, async ({ body }) => {
    refuseIntricate(body.areas)
    return { data: await inSlices(deps.clock, areaFigures(requireStreets(deps), body)) }
  })

  bind(api.zoneDesigns.coverage, async ({ body }) => {
    refuseIntricate(body.areas)
    return { data: await inSlices(deps.clock, stopCoverage(requireStreets(deps), body)) }
  })

  bind(api.zoneDesigns.addresses, async ({ body }) => ({
    data: await inSlices(deps.clock, stopAddresses(requireStreets(deps), body.points)),
  }))

  bind(api.zoneDesigns.suggestions, async ({ body }) => {
    refuseIntricate(body.areas)
    return { data: await inSlices(deps.clock, stopSuggestions(requireStreets(deps), body)) }
  })
}

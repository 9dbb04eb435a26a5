import { api } from '@ambit/contract'
import type { Deps } from '../deps.ts'
import type { Module } from '../http/bind.ts'
import { notFound } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { stillToDrive } from './distances.ts'
import { findZonePlan, listZonePlans } from './queries.ts'
import type { ZonePlanRow } from './queries.ts'

export const routes: Module = (bind, deps) => {
  const { db, clock } = deps

  bind(api.zoneSolutions.list, async ({ query, actor }) => {
    const { data, meta } = await listZonePlans(db, regionScope(actor), query, clock.now())
    const solutions: Awaited<ReturnType<typeof solutionOf>>[] = []
    // One after the other: laying out a plan keeps the thread busy, and others want an answer meanwhile.
    for (const row of data) solutions.push(await solutionOf(deps, row))
    return { data: solutions, meta }
  })

  bind(api.zoneSolutions.show, async ({ params, actor }) => {
    const row = await findZonePlan(db, regionScope(actor), params.id, clock.now())
    if (row === undefined) throw notFound()
    return { data: await solutionOf(deps, row) }
  })
}

const solutionOf = async (deps: Deps, { settings_version, ...row }: ZonePlanRow) => {
  const { zone_id, plan_version: version } = row
  const driven = await stillToDrive(deps, { zone_id, version, settings_version })
  return {
    ...row,
    driving_s: driven?.driving_s ?? null,
    distance_m: driven?.distance_m ?? null,
    empty_m: driven?.empty_m ?? null,
  }
}

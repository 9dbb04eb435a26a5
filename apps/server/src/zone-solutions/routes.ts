import { api } from '@ambit/contract'
import type { Deps } from '../deps.ts'
import { drivesOf } from '../planning/problem/driving.ts'
import { buildProblem } from '../planning/problem/build.ts'
import { contextOf } from '../planning/plan/context.ts'
import type { Module } from '../http/bind.ts'
import { notFound } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { findZonePlan, listZonePlans } from './queries.ts'
import type { ZonePlanRow } from './queries.ts'

export const routes: Module = (bind, deps) => {
  const { db, clock } = deps

  bind(api.zoneSolutions.list, async ({ query, actor }) => {
    const { data, meta } = await listZonePlans(db, regionScope(actor), query, clock.now())
    const solutions: Awaited<ReturnType<typeof solutionOf>>[] = []
    // One after the other: building a plan keeps the thread busy, and other requests are answered in between.
    for (const row of data) solutions.push(await solutionOf(deps, row))
    return { data: solutions, meta }
  })

  bind(api.zoneSolutions.show, async ({ params, actor }) => {
    const row = await findZonePlan(db, regionScope(actor), params.id, clock.now())
    if (row === undefined) throw notFound()
    return { data: await solutionOf(deps, row) }
  })
}

/** With the distance and time still to be driven in the current plan; null without street data. */
const solutionOf = async (deps: Deps, { settings_version, ...row }: ZonePlanRow) => {
  const none = { driving_s: null, distance_m: null, empty_m: null }
  if (deps.streets.current() === null) return { ...row, ...none }
  const { zone_id, plan_version: version } = row
  const { problem, solution } = buildProblem(await contextOf(deps, deps.db, { zone_id, version, settings_version }))
  const { seconds, metres, empty_metres } = drivesOf(problem, solution)
  return { ...row, driving_s: seconds, distance_m: Math.round(metres), empty_m: Math.round(empty_metres) }
}

import { check } from '@ambit/engine'
import type { Violation } from '@ambit/engine'
import type { Deps } from '../../deps.ts'
import { buildProblem } from '../problem/build.ts'
import { lockPlan } from '../plan/queries.ts'
import { contextOf } from '../plan/context.ts'

/** Rules that only a plan can break. Lateness and long rides also come from the road, and are counted, not blamed. */
const planned: readonly Violation['rule'][] = [
  'served_twice',
  'not_served',
  'precedence',
  'wrong_vehicle',
  'seats',
  'wheelchairs',
  'committed_order',
  'fixed_missing',
  'unknown',
  'unreachable',
]

export type PlanViolation = { zone_id: number; violation: Violation }

/** The engine's independent check of every zone's plan as it stands; needs street data. */
export const checkPlans = async (deps: Deps): Promise<PlanViolation[]> => {
  const zones = await deps.db.selectFrom('zones').select('id').orderBy('id').execute()
  const found: PlanViolation[] = []
  for (const { id } of zones) {
    const context = await deps.db.transaction().execute(async (tx) => contextOf(deps, tx, await lockPlan(tx, id)))
    const pp = buildProblem(context)
    const violations = check(pp.problem, pp.solution).filter((violation) => planned.includes(violation.rule))
    found.push(...violations.map((violation) => ({ zone_id: id, violation })))
  }
  return found
}

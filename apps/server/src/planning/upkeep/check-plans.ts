import { check } from '@ambit/engine'
import type { Violation } from '@ambit/engine'
import type { Deps } from '../../deps.ts'
import { planBefore, previewChange } from '../change/change-plan.ts'
import { buildProblem } from '../problem/build.ts'

/** Rules that only a plan can break. Lateness and long rides also come from the road, and are counted, not blamed. */
const planned: readonly Violation['rule'][] = [
  'served_twice',
  'not_served',
  'precedence',
  'wrong_vehicle',
  'split_group',
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
    const pp = buildProblem(await previewChange(deps, id, planBefore))
    const violations = check(pp.problem, pp.solution).filter((violation) => planned.includes(violation.rule))
    found.push(...violations.map((violation) => ({ zone_id: id, violation })))
  }
  return found
}

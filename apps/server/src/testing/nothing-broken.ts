import { checkPlans } from '../planning/upkeep/check-plans.ts'
import { checkInvariants } from '../invariants/invariants.ts'
import type { TestServer } from './server.ts'

/** For use after a test: fails when stored rows or plans break an invariant. */
export const nothingBroken = async ({ deps }: TestServer): Promise<void> => {
  const rows = await checkInvariants(deps.db)
  const plans = deps.streets.current() === null ? [] : await checkPlans(deps)
  if (rows.length + plans.length > 0) throw new Error(`Broken: ${JSON.stringify([...rows, ...plans], null, 2)}`)
}

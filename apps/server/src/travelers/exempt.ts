import type { Deps } from '../deps.ts'
import { holds } from '../http/authenticate.ts'
import type { Actor } from '../http/bind.ts'
import { invalid } from '../http/errors.ts'

/**
 * The medical exemption has a key of its own. Returns a function that throws 422 beside the field when a user without
 * the key changes the value; the key is read before the transaction, hence the two steps.
 */
export const exemptionGuard = async (
  deps: Deps,
  actor: Actor,
): Promise<(before: boolean, after: boolean | undefined) => void> => {
  const allowed = await holds(deps, 'TravellerManagement:travellerMedicalExemptFlag:canUpdate', actor)
  return (before, after) => {
    if (after === undefined || after === before || allowed) return
    throw invalid([{ pointer: '/medically_exempt', detail: 'You do not have permission to change this' }])
  }
}

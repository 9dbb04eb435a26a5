import { sql } from 'kysely'
import type { Deed, DriverActionResult } from '@ambit/contract'
import { HttpError, notPossible } from '../http/errors.ts'
import { refusalOf } from '../http/failures.ts'
import { attempt as attemptIn } from '../planning/change/change-plan.ts'
import { isAgainstPlan } from './aboard.ts'
import type { DriverAction } from './action.ts'
import { fit } from './fit.ts'

type Attempted = { result: Exclude<DriverActionResult, 'adjusted'>; detail: string }

/**
 * Carries one action out. What cannot be is taken back alone and left to a dispatcher; the others of the change stay.
 * Throws where the database is what failed: then all of it is sent again. `refused`: why it is not to be tried.
 * `takenBack`: the driver has taken it back since.
 */
export const attempt = async (
  action: DriverAction,
  deed: Deed,
  refused: string | null,
  takenBack = false,
): Promise<Attempted> => {
  const { change } = action
  try {
    if (refused !== null) throw notPossible(refused)
    // The plan does not give way to who got in by mistake.
    if (takenBack && deed.kind === 'board' && (await isAgainstPlan(action, deed.service_request_id)))
      return { result: 'already_done', detail: 'It was taken back before it was told: nothing was changed' }
    return await attemptIn(change, async () => {
      const outcome = await fit(action, deed)
      // What the database would find at the end of all is found now, where it is this action's alone.
      await sql`set constraints all immediate`.execute(change.tx)
      await sql`set constraints all deferred`.execute(change.tx)
      return outcome
    })
  } catch (error) {
    return { result: 'needs_dispatcher', detail: reasonOf(action, error) }
  }
}

const reasonOf = ({ change: { deps }, row }: DriverAction, error: unknown): string => {
  if (error instanceof HttpError) return error.message
  const refusal = refusalOf(error, deps.log, `driver action ${row ?? ''}`)
  if (refusal.status === 503 || refusal.status === 409) throw error
  return 'This could not be applied: dispatch has to look at it'
}

import type { DispatchAction } from '@ambit/contract'
import type { By } from '../change/booking-history.ts'
import { planBefore } from '../change/change-plan.ts'
import type { PlanChange } from '../change/change-plan.ts'
import { beginAction, finishAction } from './record.ts'
import type { About } from './record.ts'
import { noTotals } from './totals.ts'
import { worked } from './worked.ts'

type Recorded = {
  action: DispatchAction
  title: string
  by: By
  reason: string | null
  about?: About
  /** all trips may be driven otherwise, as when a road closes */
  everyTrip?: boolean
}

/**
 * Carries out what a call of the specification does as an action: it is recorded with what came of it, and can be undone.
 * Only what staff do is one.
 */
export const asAction = <T>(change: PlanChange, recorded: Recorded, work: () => Promise<T>): Promise<T> =>
  asActionOfZones([change], recorded, work)

/** The same for what changes the plans of several zones. */
export const asActionOfZones = async <T>(
  changes: readonly PlanChange[],
  { action, title, by, reason, about = {}, everyTrip = false }: Recorded,
  work: () => Promise<T>,
): Promise<T> => {
  const [first] = changes
  if (by.user_type !== 'user' || first === undefined) return work()
  const timed = first.deps.streets.current() !== null
  if (timed) for (const change of changes) await planBefore(change)
  const begun = await beginAction(changes, about)
  const result = await work()
  if (!everyTrip && !changes.some(({ noted }) => noted.plan)) return result
  const effect = timed ? (await worked(changes, new Map(), new Set(about.bookings ?? []), everyTrip)).effect : null
  const bookings = effect?.bookings ?? []
  await finishAction(begun, {
    kind: action.kind,
    action,
    title,
    option: { key: 'asked', title },
    reason,
    by,
    totals: effect?.totals ?? noTotals,
    shown: bookings,
    came_out: bookings,
    undo_of: null,
  })
  return result
}

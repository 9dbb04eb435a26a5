import type { DispatchAction, RequestStatus } from '@ambit/contract'
import type { By } from '../change/booking-history.ts'
import type { PlanChange } from '../change/change-plan.ts'
import { effectOf } from './effect.ts'
import { factsOf } from './facts.ts'
import { beginAction, finishAction } from './record.ts'
import type { About } from './record.ts'
import { sidesOf } from './sides.ts'
import { noTotals } from './totals.ts'

type Recorded = { action: DispatchAction; title: string; by: By; reason: string | null; about?: About }

/**
 * Carries out what a call of the specification does as an action: it is recorded with what came of it, and can be undone.
 * Only what staff do is one.
 */
export const asAction = async <T>(
  change: PlanChange,
  { action, title, by, reason, about = {} }: Recorded,
  work: () => Promise<T>,
): Promise<T> => {
  if (by.user_type !== 'user') return work()
  const begun = await beginAction([change], about)
  const result = await work()
  if (!change.noted.plan) return result
  const named = new Map<number, RequestStatus>()
  const sides = change.deps.streets.current() === null ? null : await sidesOf(change, named)
  const asked = new Set(about.bookings ?? [])
  const effect = sides === null ? null : effectOf(sides, await factsOf(change, sides), asked)
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

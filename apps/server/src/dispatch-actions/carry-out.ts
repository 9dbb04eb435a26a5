import type { DispatchAction, RequestStatus, Violation } from '@ambit/contract'
import { openRequestStatuses } from '@ambit/domain'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/bind.ts'
import { notPossible } from '../http/errors.ts'
import { byActor } from '../planning/change/booking-history.ts'
import { planBefore } from '../planning/change/change-plan.ts'
import type { PlanChange } from '../planning/change/change-plan.ts'
import { touchesOthers } from '../planning/effects/effect.ts'
import type { PlanEffect } from '../planning/effects/effect.ts'
import type { PlanningContext } from '../planning/plan/context.ts'
import { withMates } from '../planning/plan/groups.ts'
import { worked } from '../planning/effects/worked.ts'
import type { Sides } from '../planning/effects/sides.ts'
import { findBookings } from './kinds/find.ts'
import type { Kind, NamedBooking, Run, Way } from './kinds/kind.ts'

/** What came of carrying one way of an action out, as far as it stands in the transaction. */
export type Outcome = {
  key: string
  title: string
  run: Run
  effect: PlanEffect
  sides: readonly Sides[]
  touchesOthers: boolean
  /** what it breaks that asks for an override */
  violations: Violation[]
}

export type Asking = { actor: Actor; reason: string | null }

const begin = async <A extends DispatchAction>(
  deps: Deps,
  kind: Kind<A>,
  action: A,
  { actor, reason }: Asking,
  changes: readonly PlanChange[],
): Promise<Run<A>> => {
  const [change] = changes
  if (change === undefined) throw new Error('An action changes one plan at least')
  const contexts = await Promise.all(changes.map(planBefore))
  const run: Run<A> = {
    deps,
    action,
    actor,
    by: byActor(actor),
    changes,
    change,
    bookings: [],
    leftOut: [],
    reason,
    notes: [],
    fares: [],
    notChosen: new Map(),
    couldServe: new Set(),
    vehicles: new Map(
      contexts.flatMap(({ plan }) => plan.trips.map(({ id, vehicle_number }) => [id, vehicle_number] as const)),
    ),
    added: null,
    everyTrip: false,
    found: null,
    disrupted: null,
  }
  const named = kind.bookings?.(action) ?? []
  const ids = kind.takesGroups?.(action) === true ? wholeGroups(contexts, named) : named
  if (ids.length === 0) return run
  const following: NamedBooking[] = []
  for (const booking of await findBookings(change.tx, ids, actor)) {
    const refused = (await kind.refuse?.(booking, run)) ?? null
    if (refused === null) following.push(booking)
    else run.leftOut.push({ booking, reason: refused })
  }
  if (following.length === 0) throw notPossible(run.leftOut[0]?.reason ?? 'There is nothing to do')
  return { ...run, bookings: following }
}

const isOpen = (status: RequestStatus): boolean => openRequestStatuses.some((open) => open === status)

/** Carries one way out and works its effect out, under the lock of the plans. Throws NoWay, or 422 for what cannot be. */
export const carryOut = async <A extends DispatchAction>(
  deps: Deps,
  kind: Kind<A>,
  way: Way<A>,
  action: A,
  asking: Asking,
  changes: readonly PlanChange[],
): Promise<Outcome> => {
  const run = await begin(deps, kind, action, asking, changes)
  const before = new Map(run.bookings.flatMap(({ id, status }) => (isOpen(status) ? [] : [[id, status] as const])))
  await way.carryOut(run)
  const named = new Set(run.bookings.map(({ id }) => id))
  const { sides, effect } = await worked(changes, before, named, run.everyTrip)
  return {
    key: way.key,
    title: way.title(run),
    run,
    effect,
    sides,
    touchesOthers: touchesOthers(effect, named),
    violations: kind.forced ? [] : effect.violations,
  }
}

/** The bookings with all others of their groups that travel together and wait for a vehicle. */
const wholeGroups = (contexts: readonly PlanningContext[], ids: readonly number[]): number[] => {
  const mates = contexts.flatMap(({ plan }) =>
    withMates(
      plan,
      plan.bookings.filter(({ id }) => ids.includes(id)),
    ),
  )
  return [...new Set([...ids, ...mates.map(({ id }) => id)])]
}

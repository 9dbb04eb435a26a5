import type { FlexibleSchedule, ServicePlanFailure } from '@ambit/contract'
import { createContext, useContext, useSyncExternalStore } from 'react'
import { createDrafts, type Drafts } from '../drafts/create-drafts.ts'
import { createStore, type Store } from '../drafts/create-store.ts'
import type { Change, Diff, RecordId } from '../drafts/diff.ts'
import { mergeDraft } from '../drafts/merge.ts'
import { notify } from '../notifications/notify.tsx'
import { type PlanDraft, planFields, type PlanKinds } from './plans.ts'
import { planStrings as words } from './strings.ts'

export type FailedPlan = Pick<ServicePlanFailure, 'start_time' | 'end_time' | 'errors'> & {
  key: string
  plan: PlanDraft
}

export type FlexibleQuestion = {
  plan: PlanDraft
  type: 'end_early' | 'start_late' | 'cancellation'
  flexible: FlexibleSchedule
}

/** The schedules of one region on the planner's table: drafts of any date, while the region is on screen. */
export type PlanSession = {
  drafts: Drafts<PlanKinds>
  failed: Store<readonly FailedPlan[]>
  /** what a shorter schedule would do to its bookings, until it is answered */
  question: Store<FlexibleQuestion | null>
}

export const createPlanSession = (): PlanSession => ({
  drafts: createDrafts<PlanKinds>({ plans: [] }),
  failed: createStore<readonly FailedPlan[]>([]),
  question: createStore<FlexibleQuestion | null>(null),
})

export const draftOfPlans = ({ drafts }: PlanSession): Diff<PlanDraft> => drafts.get().history.draft.plans ?? new Map()

/**
 * Schedules as the server has them now. What is drafted of other days stays as it was loaded; where another user has
 * changed a schedule that is drafted, the drafted fields go over theirs, and what they deleted is gone.
 */
export const takePlans = (
  session: PlanSession,
  fetched: readonly PlanDraft[],
  covers: (plan: PlanDraft) => boolean,
) => {
  const { drafts } = session
  const { history, saving } = drafts.get()
  if (saving) return
  const diff = draftOfPlans(session)
  const known = new Map(fetched.map((plan) => [plan.id, plan]))
  const elsewhere = [...diff.values()].flatMap(({ from }) =>
    from !== null && !known.has(from.id) && !covers(from) ? [from] : [],
  )
  const base = { plans: [...fetched, ...elsewhere] }
  const outdated = [...diff.values()].some(
    ({ from }) => from !== null && !elsewhere.includes(from) && known.get(from.id)?.version !== from.version,
  )
  if (!outdated) {
    if (history.steps.length === 0) drafts.load(base)
    else drafts.follow(base)
    return
  }
  const merged = mergeDraft<PlanDraft>({
    diff,
    theirs: base.plans,
    fields: [...planFields],
    // A field's key names it after a colon.
    side: (key) => (key.includes(':') ? 'mine' : 'theirs'),
    revive: (id) => id,
  })
  if (merged.contests.length > 0)
    notify({ key: 'plans-merged', type: 'warning', title: words.one, message: words.merged })
  const plans = new Map([...merged.diff].map(([id, change]) => [id, withNames(change, diff.get(id)?.to)]))
  drafts.load(base, { label: words.mergedStep, draft: { plans } })
}

/** A merge settles ids; what a schedule shows of its vehicle, driver and route comes from whoever gave their id. */
const withNames = ({ from, to }: Change<PlanDraft>, mine: PlanDraft | null | undefined): Change<PlanDraft> => {
  if (from === null || to === null || mine == null) return { from, to }
  const of = (id: 'vehicle_id' | 'driver_id' | 'service_route_id'): PlanDraft => (to[id] === from[id] ? from : mine)
  const { vehicle_number } = of('vehicle_id')
  const { driver_name } = of('driver_id')
  const { service_route_name, model_id } = of('service_route_id')
  return { from, to: { ...to, vehicle_number, driver_name, service_route_name, model_id } }
}

export const PlanContext = createContext<PlanSession | null>(null)

const opened = createStore<PlanSession | null>(null)
/** The page says which session is on screen; returns the way to say that it is not any more. */
export const openPlanSession = (session: PlanSession): (() => void) => {
  opened.set(session)
  return () => opened.set(null)
}

/** The session around this component, or the one beneath this dialog; null where no planner is open. */
export const usePlanSession = (): PlanSession | null => {
  const beneath = useSyncExternalStore(opened.subscribe, opened.get)
  return useContext(PlanContext) ?? beneath
}

export const useDrafts = ({ drafts }: PlanSession) => useSyncExternalStore(drafts.subscribe, drafts.get)

export const planIn = (session: PlanSession, id: RecordId | string): PlanDraft | undefined =>
  session.drafts.get().records.plans.find((plan) => String(plan.id) === String(id))

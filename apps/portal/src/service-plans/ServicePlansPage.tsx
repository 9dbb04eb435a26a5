import { Skeleton } from '@mantine/core'
import { IconCalendarTime } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { countChanges } from '../drafts/history.ts'
import { partsOf } from '../drafts/diff.ts'
import { useDraftKeys } from '../drafts/use-draft-keys.ts'
import { useKeyHints } from '../ui/keys.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { ChangeSchedule } from './ChangeSchedule.tsx'
import {
  createPlanSession,
  draftOfPlans,
  openPlanSession,
  PlanContext,
  type PlanSession,
  takePlans,
  useDrafts,
} from './plan-session.ts'
import { draftOf } from './plans.ts'
import { PlannerBar } from './PlannerBar.tsx'
import classes from './ServicePlansPage.module.css'
import { planKeys, planStrings as words } from './strings.ts'
import { Timelines } from './Timelines.tsx'
import { UnsavedPlans } from './UnsavedPlans.tsx'
import { type PlannedDay, usePlannedDay } from './use-planned-day.ts'
import { useSavePlans } from './use-save-plans.ts'

/** In-Service Schedules: which vehicle and driver serve which zone, from when to when, on one day. */
const ServicePlansPage = () => {
  const day = usePlannedDay()
  // A region has a planner's table of its own: what was drafted or undone in another one is not on it.
  return <Planner key={day.region ?? 0} day={day} />
}
export default ServicePlansPage

const Planner = ({ day }: { day: PlannedDay }) => {
  const [session] = useState(createPlanSession)
  const [whole, setWhole] = useState(false)
  const [asked, ask] = useState<'save' | 'discard' | null>(null)
  const page = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => openPlanSession(session), [session])
  useServerPlans(session, day)
  useKeyHints(planKeys)
  const saving = useSavePlans(session)
  const { history } = useDrafts(session)
  const question = useSyncExternalStore(session.question.subscribe, session.question.get)
  const { undo, redo } = session.drafts
  const saveAtOnce = async (): Promise<void> => {
    if (!(await saving.save()) && session.failed.get().length === 0) ask('save')
  }
  /** Deletions are shown first; everything else is saved at once, and shown where that fails. */
  const save = (): void => {
    if (countChanges(history.draft) === 0) return
    if (partsOf(draftOfPlans(session)).removed.length > 0) return ask('save')
    void saveAtOnce()
  }
  useDraftKeys({ undo, redo, save }, asked === null && question === null)
  return (
    <PlanContext value={session}>
      <div className={classes['page']} ref={page}>
        <PlannerBar day={day} whole={whole} onWhole={setWhole} onAsk={ask} onSave={save} />
        <Content day={day} whole={whole} />
      </div>
      <ChangeSchedule session={session} />
      <UnsavedPlans session={session} saving={saving} asked={asked} onClose={() => ask(null)} />
    </PlanContext>
  )
}

const Content = ({ day, whole }: { day: PlannedDay; whole: boolean }) => {
  if (day.error !== null && day.plans.data === undefined) return <ErrorState error={day.error} onRetry={day.retry} />
  if (!day.loadingZones && day.zones.length === 0)
    return <EmptyState icon={IconCalendarTime} title={words.noZones} reason={words.noZonesReason} />
  if (day.plans.data === undefined)
    return (
      <div className={classes['loading']} role="status" aria-label={words.loading}>
        {Array.from({ length: 9 }, (_, row) => (
          <Skeleton key={row} h={34} radius={0} />
        ))}
      </div>
    )
  return <Timelines day={day} whole={whole} />
}

/** What the server answers goes beneath the drafts. */
const useServerPlans = (session: PlanSession, { plans, zones, window }: PlannedDay): void => {
  const fetched = useMemo(() => plans.data?.map(draftOf), [plans.data])
  const take = useEffectEvent((list: NonNullable<typeof fetched>) => {
    const ids = new Set(zones.map(({ id }) => id))
    takePlans(
      session,
      list,
      (plan) => window !== null && ids.has(plan.zone_id) && plan.end_time > window.from && plan.start_time < window.to,
    )
  })
  // What is shown while another day loads is still the day before.
  useEffect(() => {
    if (fetched !== undefined && !plans.isPlaceholderData) take(fetched)
  }, [fetched, plans.isPlaceholderData])
}

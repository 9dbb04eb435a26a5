import { ApiError, type Zone } from '@ambit/contract'
import { dateIn } from '@ambit/domain'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { historyTab } from '../records/History.tsx'
import { planRecords } from '../records/service-plans.ts'
import { Link } from '../url/link.tsx'
import { z } from 'zod'
import { useCan } from '../auth/permissions.ts'
import { DialogFrame } from '../dialogs/DialogFrame.tsx'
import { DialogSkeleton } from '../dialogs/DialogSkeleton.tsx'
import { Loaded } from '../dialogs/Loaded.tsx'
import { useDialog } from '../dialogs/stack.ts'
import { isDraftId } from '../drafts/diff.ts'
import { EntityForm } from '../form/EntityForm.tsx'
import type { FormIntent } from '../form/intent.ts'
import { useEntityForm } from '../form/use-entity-form.ts'
import { useNow } from '../settings/use-now.ts'
import { isGone } from '../ui/cause-of.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import type { PlainSearch } from '../url/plain-search.ts'
import { scopedSearch } from '../url/scope-link.ts'
import { addPlan, editPlan, FORM_TOAST_MS, refuseTooSmall, removePlan } from './edit-plans.ts'
import { layOutZones } from './lay-out-zones.ts'
import { mayChange, nowAt } from './looks.ts'
import { PlanForm, planOf, planValues } from './plan-form.ts'
import { type PlanSession, planIn, useDrafts, usePlanSession } from './plan-session.ts'
import { draftOf, newPlan, type PlanDraft, rememberSpans } from './plans.ts'
import { proposeTimes } from './propose-times.ts'
import { PlanBookings } from './PlanBookings.tsx'
import { PlanFields } from './PlanFields.tsx'
import shared from './service-plans.module.css'
import classes from './ServicePlanDialog.module.css'
import { planStrings as words } from './strings.ts'
import { timeAt } from './units.ts'
import { usePlanNames } from './use-plan-names.ts'
import { usePlannedDay } from './use-planned-day.ts'
import { useZoneOf } from './use-zone-of.ts'

/** Nothing is saved by the form itself, so no newer record ever comes back to it. */
const Draft = z.custom<PlanDraft>()

/** One schedule, or a new one. Over the planner the dialog drafts; elsewhere it shows. */
const ServicePlanDialog = () => {
  const { mode, id } = useDialog()
  const session = usePlanSession()
  if (session === null) return <PlanElsewhere id={Number(id)} />
  switch (mode) {
    case 'create':
      return <NewPlan session={session} place={id ?? ''} />
    case 'view':
    case 'edit':
      return <DraftedPlan session={session} id={id ?? ''} mode={mode} />
    case 'bulkedit':
    case 'booking':
      return null
  }
}
export default ServicePlanDialog

const Gone = () => (
  <DialogFrame title={words.one}>
    <EmptyState title={words.dialog.gone} />
  </DialogFrame>
)

/** `4.2`: zone 4, shift 2. */
const NewPlan = ({ session, place }: { session: PlanSession; place: string }) => {
  const { date, zones, now, error, retry } = usePlannedDay()
  const [zoneId = 0, shift = 1] = place.split('.').map(Number)
  const zone = zones.find(({ id }) => id === zoneId) ?? zones[0]
  if (zone === undefined && error !== null)
    return (
      <DialogFrame title={words.dialog.newTitle}>
        <ErrorState error={error} onRetry={retry} />
      </DialogFrame>
    )
  if (zone === undefined) return <Gone />
  return <ProposedPlan key={place} {...{ session, zone, shift, date, now }} />
}

type Proposal = { session: PlanSession; zone: Zone; shift: number; date: string; now: Date }

const ProposedPlan = ({ session, zone, shift, date, now }: Proposal) => {
  // As it was when the dialog opened: neither the clock nor other users change a form that is being filled in.
  const [plan] = useState(() => {
    const plans = session.drafts.flagged('plans').filter(({ $destroy }) => !$destroy)
    const [layout] = layOutZones([zone], plans, rememberSpans(date))
    const { start, end } = proposeTimes(layout?.placed ?? [], shift, nowAt(zone.time_zone, date, now))
    const at = (units: number): string => timeAt(zone.time_zone, date, units)
    return newPlan({ zone_id: zone.id, shift, start_time: at(start), end_time: at(end) })
  })
  return (
    <DialogFrame title={words.dialog.newTitle}>
      <Details session={session} plan={plan} intent={{ mode: 'create' }} timeZone={zone.time_zone} date={date} />
    </DialogFrame>
  )
}

const DraftedPlan = ({ session, id, mode }: { session: PlanSession; id: string; mode: 'view' | 'edit' }) => {
  useDrafts(session)
  const can = useCan()
  const plan = planIn(session, id)
  const zone = useZoneOf(plan?.zone_id)
  const saved = useQuery({ ...planRecords.one(Number(id)), enabled: plan === undefined && !isDraftId(id) })
  const missing = isGone(saved.error)
  if (plan === undefined && (isDraftId(id) || missing)) return <Gone />
  if (plan === undefined)
    return (
      <Loaded query={saved} title={words.one}>
        {() => <PlanElsewhere id={Number(id)} />}
      </Loaded>
    )
  if (zone === undefined) return <DialogSkeleton />
  const { time_zone: timeZone } = zone
  const date = dateIn(timeZone, new Date(plan.start_time))
  return (
    <DialogFrame
      title={isDraftId(plan.id) ? words.dialog.newTitle : words.dialog.title(String(plan.id))}
      switchable
      tabs={[
        {
          value: 'Details',
          label: words.dialog.details,
          content: (
            <Details key={mode} session={session} plan={plan} intent={{ mode, record: plan }} {...{ timeZone, date }} />
          ),
        },
        { value: 'Bookings', label: words.dialog.bookings, content: <PlanBookings plan={plan} timeZone={timeZone} /> },
        ...(isDraftId(plan.id) ? [] : historyTab(can, 'service_plans', plan.id)),
      ]}
    />
  )
}

type DetailsProps = {
  session: PlanSession
  plan: PlanDraft
  intent: Exclude<FormIntent<PlanDraft>, { mode: 'bulkedit' }>
  timeZone: string
  date: string
}

const Details = ({ session, plan, intent, timeZone, date }: DetailsProps) => {
  const { close } = useDialog()
  const mayUpdate = useCan()('ServicePlans:servicePlan:canUpdate')
  const names = usePlanNames(plan.zone_id)
  const entity = useEntityForm({
    intent,
    schema: PlanForm,
    record: Draft,
    toValues: (record) => planValues(record ?? plan, timeZone, date),
    failure: 'silent',
    save: (values, _version, base) => {
      const next = planOf(plan, values, { timeZone, date }, names, base)
      if (refuseTooSmall(next.start_time, next.end_time, FORM_TOAST_MS)) throw tooSmall()
      if (intent.mode === 'create') addPlan(session, next)
      else editPlan(session, next, words.steps.edit)
      return Promise.resolve()
    },
    onSaved: close,
  })
  return (
    <>
      <EntityForm entity={entity} label={words.dialog.form} labels={words.fields}>
        <PlanFields session={session} plan={plan} timeZone={timeZone} date={date} />
      </EntityForm>
      {/* Who may not edit it may still delete it. */}
      {(intent.mode === 'edit' || (intent.mode === 'view' && !mayUpdate)) && <Remove session={session} plan={plan} />}
    </>
  )
}

const tooSmall = (): ApiError =>
  new ApiError(422, '', {
    errors: [
      {
        status: '422',
        code: 'invalid',
        title: words.tooSmall,
        detail: words.tooSmallText,
        source: { pointer: '/end_time' },
      },
    ],
  })

const Remove = ({ session, plan }: { session: PlanSession; plan: PlanDraft }) => {
  const { close } = useDialog()
  const can = useCan()
  const now = useNow(60_000)
  const may = mayChange(plan, !isDraftId(plan.id), now).remove
  if (!isDraftId(plan.id) && !can('ServicePlans:servicePlan:canDestroy')) return null
  return (
    <div className={classes['remove']}>
      <Button
        variant="default"
        disabled={!may}
        onClick={() => {
          close()
          void removePlan(session, plan)
        }}
      >
        {words.dialog.remove}
      </Button>
      {!may && <span className={shared['muted']}>{words.dialog.pastRemove}</span>}
    </div>
  )
}

/** Opened from another page: the saved schedule, and a link to the page that can change it. */
const PlanElsewhere = ({ id }: { id: number }) => {
  const plan = useQuery(planRecords.one(id))
  const zone = useZoneOf(plan.data?.zone_id)
  if (plan.isError)
    return (
      <DialogFrame title={words.one}>
        <ErrorState error={plan.error} onRetry={() => void plan.refetch()} />
      </DialogFrame>
    )
  if (plan.data === undefined || zone === undefined) return <DialogSkeleton />
  return <SavedPlan plan={draftOf(plan.data)} timeZone={zone.time_zone} />
}

const SavedPlan = ({ plan, timeZone }: { plan: PlanDraft; timeZone: string }) => {
  const date = dateIn(timeZone, new Date(plan.start_time))
  const can = useCan()
  const entity = useEntityForm({
    intent: { mode: 'view', record: plan },
    schema: PlanForm,
    record: Draft,
    toValues: (record) => planValues(record ?? plan, timeZone, date),
    save: () => Promise.resolve(),
    onSaved: () => {},
  })
  const details = (
    <>
      <EntityForm entity={entity} label={words.dialog.form} labels={words.fields}>
        <PlanFields session={null} plan={plan} timeZone={timeZone} date={date} />
      </EntityForm>
      <p>
        {words.dialog.elsewhere}{' '}
        <Link
          className="text-link"
          to="/ServicePlans/live"
          search={(before: PlainSearch) => ({ ...scopedSearch(before), date })}
        >
          {words.dialog.open}
        </Link>
      </p>
    </>
  )
  return (
    <DialogFrame
      title={words.dialog.title(String(plan.id))}
      tabs={[
        { value: 'Details', label: words.dialog.details, content: details },
        { value: 'Bookings', label: words.dialog.bookings, content: <PlanBookings plan={plan} timeZone={timeZone} /> },
        ...historyTab(can, 'service_plans', Number(plan.id)),
      ]}
    />
  )
}

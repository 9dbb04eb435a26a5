import type { ServicePlan } from '@ambit/contract'
import { dateIn } from '@ambit/domain'
import { useCan } from '../auth/permissions.ts'
import { dialogText } from '../dialogs/dialog-ref.ts'
import { Link } from '../url/link.tsx'
import { DialogFrame } from '../dialogs/DialogFrame.tsx'
import { Loaded } from '../dialogs/Loaded.tsx'
import { useFormat } from '../settings/format.ts'
import { serverClock } from '../settings/use-now.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { StatusTag } from '../ui/StatusTag.tsx'
import type { PlainSearch } from '../url/plain-search.ts'
import shared from './service-plans.module.css'
import classes from './UnallocatedWarningDialog.module.css'
import { unallocatedStrings as words } from './strings.ts'
import { isUrgent } from './unallocated.ts'
import { useUnallocated } from './use-unallocated.ts'
import { useZoneOf } from './use-zone-of.ts'

/** The schedules that begin soon without a vehicle, what that does to their bookings, and the way to mend it. */
const UnallocatedWarningDialog = () => (
  <Loaded query={useUnallocated(0)} title={words.none}>
    {(plans) => <Unallocated plans={plans} />}
  </Loaded>
)
export default UnallocatedWarningDialog

const Unallocated = ({ plans }: { plans: readonly ServicePlan[] }) => {
  if (plans.length === 0)
    return (
      <DialogFrame title={words.none}>
        <EmptyState title={words.noneExplained} />
      </DialogFrame>
    )
  const now = serverClock.now()
  const urgent = plans.some((plan) => isUrgent(plan, now))
  return (
    <DialogFrame title={words.title(urgent)}>
      <p className={shared['text']}>{words.text(urgent)}</p>
      <ul className={classes['unallocated']} tabIndex={0} aria-label={words.list}>
        {plans.map((plan) => (
          <Row key={plan.id} plan={plan} urgent={isUrgent(plan, now)} />
        ))}
      </ul>
      <Link to="/ServicePlans" search={withoutDialogs} className="text-link">
        {words.mend}
      </Link>
    </DialogFrame>
  )
}

const withoutDialogs = (search: PlainSearch): PlainSearch => ({ ...search, d: undefined })

const Row = ({ plan, urgent }: { plan: ServicePlan; urgent: boolean }) => {
  const zone = useZoneOf(plan.zone_id)
  const format = useFormat(zone?.time_zone)
  const mode = useCan()('ServicePlans:servicePlan:canUpdate') ? 'edit' : 'view'
  const date = dateIn(zone?.time_zone ?? 'UTC', new Date(plan.start_time))
  return (
    <li>
      <Link
        to="/ServicePlans/live"
        search={(before: PlainSearch) => ({
          ...withoutDialogs(before),
          date,
          d: dialogText('ServicePlanDialog', mode, plan.id, 'Details'),
        })}
        className="text-link numbers"
        aria-label={words.open(plan.zone_name, format.time(plan.start_time))}
      >
        {format.time(plan.start_time)}
      </Link>
      <span>{plan.zone_name}</span>
      {plan.metadata.shiftLabel !== null && <span className={shared['muted']}>{plan.metadata.shiftLabel}</span>}
      {urgent && <StatusTag tone="danger">{words.urgent}</StatusTag>}
    </li>
  )
}

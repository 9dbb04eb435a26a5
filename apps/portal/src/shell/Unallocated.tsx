import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useCan } from '../auth/permissions.ts'
import { useOpenDialog } from '../dialogs/stack.ts'
import { badgeText } from '../notifications/notice.ts'
import { isUrgent } from '../service-plans/unallocated.ts'
import { useUnallocated } from '../service-plans/use-unallocated.ts'
import { serverClock } from '../settings/use-now.ts'
import classes from './Unallocated.module.css'
import { shellStrings } from './strings.ts'

/** The warning in the header: quiet when every schedule has its vehicle. */
export const Unallocated = () => {
  const can = useCan()
  const open = useOpenDialog()
  const plans = useUnallocated().data ?? []
  if (!can('ServicePlans:servicePlan:canRead')) return null
  const now = serverClock.now()
  const words = plans.length === 0 ? shellStrings.unallocated : shellStrings.unallocatedCount(badgeText(plans.length))
  const urgent = plans.some((plan) => isUrgent(plan, now))
  return (
    <Button
      size="xs"
      variant="default"
      className={classes['unallocated']}
      data-state={plans.length === 0 ? 'none' : urgent ? 'urgent' : 'soon'}
      leftSection={<IconAlertTriangle size={15} aria-hidden />}
      aria-label={words}
      title={words}
      aria-haspopup="dialog"
      onClick={() => open('UnallocatedWarningDialog', 'view')}
    >
      <span className={classes['words']}>{words}</span>
      {plans.length > 0 && <span className={classes['count']}>{badgeText(plans.length)}</span>}
    </Button>
  )
}

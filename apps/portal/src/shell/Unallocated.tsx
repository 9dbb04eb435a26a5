import { api } from '@ambit/contract'
import { Button, Popover } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { client } from '../api/client.ts'
import { useCan } from '../auth/permissions.ts'
import { badgeText } from '../notifications/notice.ts'
import { useFormat } from '../settings/format.ts'
import { serverClock } from '../settings/use-now.ts'
import { StatusTag } from '../ui/StatusTag.tsx'
import { scopedSearch } from '../url/scope-link.ts'
import { useScope } from '../url/scope.ts'
import classes from './shell.module.css'
import { shellStrings } from './strings.ts'
import {
  FIRST_FETCH_MS,
  isUrgent,
  LOOK_AHEAD_MS,
  REPEAT_MS,
  unallocatedFilter,
  unallocatedOf,
} from './unallocated-plans.ts'
import { hasPage } from './use-menu.ts'

const usePlans = () => {
  const [scope] = useScope()
  const can = useCan()
  const [started, setStarted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setStarted(true), FIRST_FETCH_MS)
    return () => clearTimeout(timer)
  }, [])
  const filter = unallocatedFilter(scope)
  return useQuery({
    queryKey: ['service-plans', 'unallocated', filter],
    queryFn: async ({ signal }) => {
      const now = serverClock.now()
      const to = new Date(now.getTime() + LOOK_AHEAD_MS)
      const answer = await client.call(api.servicePlans.list, {
        query: {
          page: 1,
          per_page: 1000,
          from: now.toISOString(),
          to: to.toISOString(),
          ...(filter === undefined ? {} : { filter }),
        },
        signal,
      })
      return unallocatedOf(answer.data, now)
    },
    enabled: started && can('ServicePlans:servicePlan:canRead'),
    refetchInterval: REPEAT_MS,
  })
}

/** The warning in the header: quiet when every schedule has its vehicle. */
export const Unallocated = () => {
  const can = useCan()
  const plans = usePlans()
  const format = useFormat()
  if (!can('ServicePlans:servicePlan:canRead')) return null
  const list = plans.data ?? []
  const now = serverClock.now()
  const words = list.length === 0 ? shellStrings.unallocated : shellStrings.unallocatedCount(badgeText(list.length))
  const urgent = list.some((plan) => isUrgent(plan, now))
  return (
    <Popover position="bottom-end" width={320} trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          className={classes['unallocated']}
          data-state={list.length === 0 ? 'none' : urgent ? 'urgent' : 'soon'}
          leftSection={<IconAlertTriangle size={15} aria-hidden />}
          aria-label={words}
        >
          <span className={classes['wideOnly']}>{words}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={shellStrings.unallocated} className={classes['popover']}>
        <h2>{shellStrings.unallocated}</h2>
        <p>{list.length === 0 ? shellStrings.unallocatedNone : shellStrings.unallocatedExplained}</p>
        {list.length > 0 && (
          <ul className={classes['plans']} tabIndex={0} aria-label={shellStrings.unallocated}>
            {list.map((plan) => (
              <li key={plan.id}>
                <span className="numbers">{format.time(plan.start_time)}</span>
                <span>{plan.zone_name}</span>
                {isUrgent(plan, now) && <StatusTag tone="danger">{shellStrings.unallocatedUrgent}</StatusTag>}
              </li>
            ))}
          </ul>
        )}
        {hasPage('/ServicePlans') && (
          <Link to="/ServicePlans" search={scopedSearch} className="text-link">
            {shellStrings.openSchedules}
          </Link>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

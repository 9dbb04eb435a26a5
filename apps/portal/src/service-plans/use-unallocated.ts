import { api, type ServicePlan } from '@ambit/contract'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { client } from '../api/client.ts'
import { ALL_ROWS } from '../records/define-records.ts'
import { planRecords } from '../records/service-plans.ts'
import { useCan } from '../auth/permissions.ts'
import { serverClock } from '../settings/use-now.ts'
import { useScope } from '../url/scope.ts'
import { FIRST_FETCH_MS, LOOK_AHEAD_MS, REPEAT_MS, unallocatedFilter, unallocatedOf } from './unallocated.ts'

/** The schedules of the next hours that lack a vehicle. The header waits a moment, so that pages load first. */
export const useUnallocated = (firstAfter = FIRST_FETCH_MS): UseQueryResult<readonly ServicePlan[]> => {
  const [scope] = useScope()
  const can = useCan()
  const [started, setStarted] = useState(firstAfter === 0)
  useEffect(() => {
    const timer = setTimeout(() => setStarted(true), firstAfter)
    return () => clearTimeout(timer)
  }, [firstAfter])
  const filter = unallocatedFilter(scope)
  return useQuery({
    queryKey: planRecords.key('unallocated', filter),
    queryFn: async ({ signal }) => {
      const now = serverClock.now()
      const to = new Date(now.getTime() + LOOK_AHEAD_MS)
      const answer = await client.call(api.servicePlans.list, {
        query: {
          ...ALL_ROWS,
          from: now.toISOString(),
          to: to.toISOString(),
          filter,
        },
        signal,
      })
      return unallocatedOf(answer.data, now)
    },
    enabled: started && can('ServicePlans:servicePlan:canRead'),
    refetchInterval: REPEAT_MS,
  })
}

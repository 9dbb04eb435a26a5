import { api, type LiftedKind, type MaskLift } from '@ambit/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { client } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { useMasks } from '../auth/masks.ts'
import { useCan } from '../auth/permissions.ts'

export const LIFT = 'TravellerManagement:mask:canLift'

const liftsQuery = (record_kind: LiftedKind, record_id: number) =>
  queryOptions({
    queryKey: ['mask-lifts', record_kind, record_id],
    queryFn: ({ signal }) =>
      client.call(api.maskLifts.list, { query: { record_kind, record_id }, signal }).then(({ data }) => data),
    // What is shown must not outlast its time in a page that is closed.
    gcTime: 0,
  })

/** Shows a field, after the reason was asked for. */
export const liftMask = async (record_kind: LiftedKind, record_id: number, field: string): Promise<void> => {
  await client.call(api.maskLifts.create, { body: { record_kind, record_id, field } })
  // The server says how long each of them is still shown.
  await queryClient.fetchQuery({ ...liftsQuery(record_kind, record_id), staleTime: 0 })
}

/** What is shown of the record at present, by field. Whatever becomes of the connection, it goes when its time is over. */
export const useLifts = (record_kind: LiftedKind, record_id: number): ReadonlyMap<string, MaskLift> => {
  const can = useCan()
  const masks = useMasks()
  const enabled = can(LIFT) && masks.size > 0
  const query = liftsQuery(record_kind, record_id)
  const { data = [], dataUpdatedAt } = useQuery({ ...query, enabled })
  useEffect(() => {
    if (data.length === 0) return
    const soonest = Math.min(...data.map(({ seconds_left }) => seconds_left))
    const timer = setTimeout(
      () =>
        queryClient.setQueryData(query.queryKey, (before = []) =>
          before
            .filter(({ seconds_left }) => seconds_left > soonest)
            .map((one) => ({ ...one, seconds_left: one.seconds_left - soonest })),
        ),
      dataUpdatedAt + soonest * 1000 - Date.now(),
    )
    return () => clearTimeout(timer)
  }, [data, dataUpdatedAt, query.queryKey])
  return new Map(data.map((lift) => [lift.field, lift]))
}

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCan } from '../auth/permissions.ts'
import { strategiesQuery } from './queries.ts'

export type Model = { label: string; color: string }

/** A zone's service models by id, with the colours that its legend explains; none without the right to read them. */
export const useModels = (zone: number): ReadonlyMap<number, Model> => {
  const can = useCan()
  const { data } = useQuery({
    ...strategiesQuery(zone),
    enabled: can('ResourceAvailability:planStrategies:canRead'),
  })
  return useMemo(
    () => new Map(data?.map(({ id, valueList: { label }, metadata: { color } }) => [id, { label, color }])),
    [data],
  )
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { regionOptions } from '../records/regions.ts'
import { useScope } from '../url/scope.ts'

/** The region that is worked on: the header's, the only one, or one of these that is chosen. */
export const useRegion = () => {
  const [scope] = useScope()
  const { data: regions = [] } = useQuery(regionOptions)
  const [chosen, choose] = useState<number | null>(null)
  const only = regions.length === 1 ? (regions[0]?.id ?? null) : null
  return { region: chosen ?? scope.region ?? only, regions, choose }
}

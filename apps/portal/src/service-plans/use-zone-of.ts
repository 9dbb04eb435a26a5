import type { Zone } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { zonesQuery } from './queries.ts'

/** A zone by its id, whatever region is looked at. */
export const useZoneOf = (id: number | undefined): Zone | undefined =>
  useQuery(zonesQuery(null)).data?.find((zone) => zone.id === id)

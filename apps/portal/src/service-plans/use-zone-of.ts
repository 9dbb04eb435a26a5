import type { Zone } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { zoneOptions } from '../records/zones.ts'

/** A zone by its id, whichever region is on screen. */
export const useZoneOf = (id: number | undefined): Zone | undefined =>
  useQuery(zoneOptions(null)).data?.find((zone) => zone.id === id)

import { useQuery } from '@tanstack/react-query'
import { regionOptions } from '../records/regions.ts'
import { zoneOptions } from '../records/zones.ts'
import { useCan } from '../auth/permissions.ts'
import { useNow } from '../settings/use-now.ts'
import { useScope } from '../url/scope.ts'
import type { Frame } from './bookings-state.ts'

const MINUTE_MS = 60_000

/**
 * What the list is about besides its own filters: region and zones of the header, the minute it is, and whose clocks
 * tell the days: those of the zone that is chosen, else of the region, else of the first region there is.
 */
export const useBookingsFrame = (): Frame => {
  const can = useCan()
  const [scope] = useScope()
  const now = useNow(5000)
  const zones = useQuery({ ...zoneOptions(null), enabled: can('ZoneManagement:zone:canRead') })
  const regions = useQuery({ ...regionOptions, enabled: can('RegionManagement:region:canRead') })
  const zone = zones.data?.find(({ id }) => scope.zone.includes(id))
  const region = regions.data?.find(({ id }) => scope.region === null || id === scope.region)
  return {
    scope,
    // By the minute: the same question within it has the same answer.
    now: new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS),
    timeZone: zone?.time_zone ?? region?.time_zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}

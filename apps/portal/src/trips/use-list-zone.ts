import { useQuery } from '@tanstack/react-query'
import { zoneOptions } from '../records/zones.ts'
import { useCan } from '../auth/permissions.ts'
import { useScope } from '../url/scope.ts'

/** The time zone in which the list's days begin: that of the first chosen zone, else of the first there is. */
export const useListZone = (): string => {
  const can = useCan()
  const [{ region, zone }] = useScope()
  const zones = useQuery({ ...zoneOptions(region), enabled: can('ZoneManagement:zone:canRead') }).data ?? []
  const first = zones.find(({ id }) => zone.includes(id)) ?? zones[0]
  return first?.time_zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
}

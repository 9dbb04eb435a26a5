import type { Region, Zone } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCan } from '../../auth/permissions.ts'
import { regionOptions } from '../../records/regions.ts'
import { zoneOptions } from '../../records/zones.ts'
import { useScope } from '../../url/scope.ts'
import type { BookingDraft } from '../booking-draft.ts'
import { serviceAreasQuery } from './queries.ts'
import { tripTimeZone, tripZone } from './trip-zone.ts'
import { zoneTrouble } from './within-zone.ts'

type Where = Pick<BookingDraft, 'tripZoneId' | 'tripRegionId' | 'bookingData'>

const noRegions: readonly Region[] = []
const noZones: readonly Zone[] = []

/** Which regions and zones a trip may be in, and which of them its places and times belong to. */
export const useTripZones = (draft: Where) => {
  const can = useCan()
  const readsRegions = can('RegionManagement:region:canRead')
  const readsZones = can('ZoneManagement:zone:canRead')
  const [scope] = useScope()
  const regions = useQuery({ ...regionOptions, enabled: readsRegions }).data ?? noRegions
  const all = useQuery({ ...zoneOptions(null), enabled: readsZones }).data ?? noZones
  const areas = useQuery({ ...serviceAreasQuery, enabled: readsZones }).data
  const active = useMemo(() => all.filter(({ status }) => status === 'active'), [all])
  const regionId = all.find(({ id }) => id === draft.tripZoneId)?.region_id ?? draft.tripRegionId
  const ofRegion = useQuery({ ...zoneOptions(regionId), enabled: readsZones }).data ?? noZones
  const selectable = useMemo(() => ofRegion.filter(({ status }) => status === 'active'), [ofRegion])
  const known = new Set(active.map(({ id }) => id))
  const served = (areas ?? []).filter((area) => known.has(area.zone_id))
  const allowed = new Set(selectable.map(({ id }) => id))
  const { origin, destination } = draft.bookingData
  const trouble = zoneTrouble(
    served.filter(({ zone_id }) => (draft.tripZoneId === null ? allowed.has(zone_id) : zone_id === draft.tripZoneId)),
    origin,
    destination,
  )
  const zoneOf = ({ tripZoneId, tripRegionId, bookingData }: Where): Zone | null =>
    tripZone({ tripZoneId, tripRegionId, ...bookingData }, active, served, scope)
  const zone = zoneOf(draft)
  return {
    regions: regions.filter(({ status }) => status === 'active'),
    readsRegions,
    readsZones,
    regionId,
    /** that can be chosen: those of the chosen region, or all */
    zones: selectable,
    trouble,
    /** suggestions near here come first; null: near the installation's centre */
    near:
      zone?.point ??
      active.find(({ point, region_id }) => point !== null && region_id === zone?.region_id)?.point ??
      null,
    timeZone: tripTimeZone(zone, active),
    timeZoneOf: (where: Where): string => tripTimeZone(zoneOf(where), active),
  }
}

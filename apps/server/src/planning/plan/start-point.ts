import type { LngLat } from '@ambit/geo'
import type { ZoneSettings, ZoneStop } from './types.ts'

/** Where a vehicle begins that has not moved yet: staging stops in turn, so that a fleet spreads out; else the zone's middle. */
export const startPoint = (settings: ZoneSettings, vehicleId: number): LngLat | null => {
  const staging = stagingOf(settings)
  return (
    staging[vehicleId % Math.max(1, staging.length)]?.point ??
    settings.center ??
    settings.stops[0]?.point ??
    settings.areas[0]?.coordinates[0]?.[0] ??
    null
  )
}

const stagingStops = new WeakMap<ZoneSettings, readonly ZoneStop[]>()

const stagingOf = (settings: ZoneSettings): readonly ZoneStop[] => {
  const known = stagingStops.get(settings) ?? settings.stops.filter((stop) => stop.staging)
  stagingStops.set(settings, known)
  return known
}

import type { Place, ServiceArea } from '@ambit/contract'
import { type Reach, reach } from '@ambit/domain'

export type ZoneTrouble = 'origin_outside' | 'destination_outside' | 'both_outside' | 'not_connected'

const groupByZone = (areas: readonly ServiceArea[]): ServiceArea[][] => [
  ...Map.groupBy(areas, (area) => area.zone_id).values(),
]

/**
 * Whether some zone serves both ends under its travel rules; otherwise which end is outside of the zone that
 * fits best. A single end is outside when no zone contains it. Null: nothing is wrong, or not known yet.
 */
export const zoneTrouble = (
  areas: readonly ServiceArea[],
  origin: Place | null,
  destination: Place | null,
): ZoneTrouble | null => {
  if (areas.length === 0) return null
  const from = origin ?? destination
  const to = destination ?? origin
  if (from === null || to === null) return null
  const found = reaches(areas, from, to)
  if (found.includes('reachable')) return null
  // One end alone goes from itself to itself, where a travel rule does not matter.
  if (origin === null || destination === null)
    return found.includes('not_connected') ? null : origin === null ? 'destination_outside' : 'origin_outside'
  if (found.includes('not_connected')) return 'not_connected'
  if (found.includes('destination_outside')) return 'destination_outside'
  return reaches(areas, to, to).every((one) => one === 'origin_outside') ? 'both_outside' : 'origin_outside'
}

const reaches = (areas: readonly ServiceArea[], from: Place, to: Place): Reach[] =>
  groupByZone(areas).map((zone) =>
    reach(
      zone.map(({ id, coordinates, travel_rule }) => ({
        id,
        coordinates,
        connected_location_ids: travel_rule?.connected_location_ids ?? null,
      })),
      from.point,
      to.point,
    ),
  )

export const originOutside = (trouble: ZoneTrouble | null): boolean =>
  trouble === 'origin_outside' || trouble === 'both_outside'
export const destinationOutside = (trouble: ZoneTrouble | null): boolean =>
  trouble === 'destination_outside' || trouble === 'both_outside'

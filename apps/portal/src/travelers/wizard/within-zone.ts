import type { Place, ServiceArea } from '@ambit/contract'
import { reach } from '@ambit/domain'

export type ZoneTrouble = 'origin_outside' | 'destination_outside' | 'not_connected'

const groupByZone = (areas: readonly ServiceArea[]): ServiceArea[][] => [
  ...Map.groupBy(areas, (area) => area.zone_id).values(),
]

/**
 * Whether some zone serves both ends under its travel rules; otherwise the end that stands outside of the zone that
 * comes nearest to it. A single end is outside when no zone holds it. Null: nothing is wrong, or not known yet.
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
  const found = groupByZone(areas).map((zone) =>
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
  if (found.includes('reachable')) return null
  // One end alone goes from itself to itself, where a travel rule does not matter.
  if (origin === null || destination === null)
    return found.includes('not_connected') ? null : origin === null ? 'destination_outside' : 'origin_outside'
  if (found.includes('not_connected')) return 'not_connected'
  return found.includes('destination_outside') ? 'destination_outside' : 'origin_outside'
}

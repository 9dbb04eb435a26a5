import type { Zone } from '@ambit/contract'
import { type LngLat, pointInRing } from '@ambit/geo'

type Outlined = Pick<Zone, 'region_id' | 'boundaries'>

/** The region that a point lies in, as its zones are drawn; null where none or several say so. */
export const regionAt = (point: LngLat, zones: readonly Outlined[]): number | null => {
  const holds = ({ boundaries }: Outlined): boolean =>
    boundaries.some((ring) =>
      pointInRing(
        point,
        ring.map(({ lng, lat }) => [lng, lat] as const),
      ),
    )
  const [region, ...others] = new Set(zones.filter(holds).map(({ region_id }) => region_id))
  return region === undefined || others.length > 0 ? null : region
}

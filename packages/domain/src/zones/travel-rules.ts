import { pointInPolygon } from '@ambit/geo'
import type { LngLat } from '@ambit/geo'

export type Area = {
  id: number
  coordinates: readonly (readonly LngLat[])[]
  /** null: everywhere in the zone; else only these areas */
  connected_location_ids: readonly number[] | null
}

/** The areas that hold the point. */
export const areasAt = <A extends Area>(areas: readonly A[], point: LngLat): A[] =>
  areas.filter((area) => pointInPolygon(point, area.coordinates))

export type Reach = 'reachable' | 'origin_outside' | 'destination_outside' | 'not_connected'

/** May one travel from here to there in a zone with these areas? The rule is that of the area where the journey begins. */
export const reach = (areas: readonly Area[], origin: LngLat, destination: LngLat): Reach => {
  const from = areasAt(areas, origin)
  if (from.length === 0) return 'origin_outside'
  const to = areasAt(areas, destination)
  if (to.length === 0) return 'destination_outside'
  const allowed = from.some(
    (area) =>
      area.connected_location_ids === null || to.some((other) => area.connected_location_ids?.includes(other.id)),
  )
  return allowed ? 'reachable' : 'not_connected'
}

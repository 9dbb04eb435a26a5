import { flatDistance, METRES_PER_DEGREE, nearestOnSegment } from '@ambit/geo'
import Flatbush from 'flatbush'
import KDBush from 'kdbush'
import type { Address, LngLat, ReverseOptions } from './address.ts'
import type { AddressTable } from './table.ts'

/** 1e-7 degrees of latitude in a metre */
const UNITS_PER_METRE = 1e7 / METRES_PER_DEGREE
const DEFAULT_RADIUS_M = 300
/** A house is the better answer than the street it stands in, and than a landmark, while it is not this much further. */
const HOUSE_BONUS_M = 35

type NearbyAddress = { away: number; order: number; make: () => Address }

// The trees want a buffer of their own; kdbush takes no offset into a larger one.
const own = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer

export const openHouseTree = ({ trees }: AddressTable): KDBush | null =>
  trees.houses.length > 0 ? KDBush.from(own(trees.houses)) : null

/** Prepares the search for the nearest addresses. */
export const createNearest = (
  table: AddressTable,
  houses: KDBush | null,
): ((point: LngLat, options?: ReverseOptions) => Address[]) => {
  const pois = table.trees.pois.length > 0 ? KDBush.from(own(table.trees.pois)) : null
  const segments = table.trees.segments.length > 0 ? Flatbush.from(own(table.trees.segments)) : null

  const streetsNear = (point: LngLat, x: number, y: number, reach: number, radius: number): NearbyAddress[] => {
    const best = new Map<number, { away: number; at: LngLat }>()
    for (const id of segments?.search(x - reach, y - reach, x + reach, y + reach) ?? []) {
      const [x1, y1, x2, y2, street] = table.segments.subarray(id * 5, id * 5 + 5)
      const hit = nearestOnSegment(point, [x1 / 1e7, y1 / 1e7], [x2 / 1e7, y2 / 1e7])
      const known = best.get(street)
      if (hit.distance <= radius && (!known || hit.distance < known.away)) {
        best.set(street, { away: hit.distance, at: hit.point })
      }
    }
    return [...best].map(([street, { away, at }]) => ({
      away,
      order: away + HOUSE_BONUS_M,
      make: () => ({ ...table.street(street), position: at }),
    }))
  }

  return (point, options = {}) => {
    const { limit = 1, radius = DEFAULT_RADIUS_M } = options
    const x = Math.round(point[0] * 1e7 * table.squeeze)
    const y = Math.round(point[1] * 1e7)
    const reach = radius * UNITS_PER_METRE
    const found: NearbyAddress[] = streetsNear(point, x, y, reach, radius)
    for (const id of houses?.within(x, y, reach) ?? []) {
      const away = flatDistance(point, table.positionOf('house', id))
      found.push({ away, order: away, make: () => table.house(id) })
    }
    for (const id of pois?.within(x, y, reach) ?? []) {
      const away = flatDistance(point, table.positionOf('poi', id))
      found.push({ away, order: away + HOUSE_BONUS_M, make: () => table.poi(id) })
    }
    return found
      .filter((item) => item.away <= radius)
      .toSorted((a, b) => a.order - b.order)
      .slice(0, limit)
      .map((item) => item.make())
  }
}

import { areasAt, reach } from '@ambit/domain'
import { flatDistance, type LngLat, nearestOnLine } from '@ambit/geo'
import type { Streets } from '@ambit/streets'
import type { ZoneSettings } from '../planning/plan/types.ts'

/** An address further away than this (metres) is another trip. */
const FARTHEST_M = 5000
/** Metres around the nearest point of an area that an address is looked for in, and how many are looked at. */
const RADIUS_M = 600
const ADDRESSES = 30

export type OutsideEnd = { end: 'origin' | 'destination'; at: LngLat; other: LngLat | null }

/** The address nearest to a place from or to which a zone takes passengers; null where none is near. */
export const servedAddress = (
  { addresses }: Pick<Streets, 'addresses'>,
  zones: readonly ZoneSettings[],
  { end, at, other }: OutsideEnd,
) => {
  const serves = (zone: ZoneSettings, point: LngLat): boolean => {
    if (other === null) return areasAt(zone.areas, point).length > 0
    return (end === 'origin' ? reach(zone.areas, point, other) : reach(zone.areas, other, point)) === 'reachable'
  }
  const found = zones.flatMap((zone) =>
    zone.areas.flatMap(({ coordinates: [outline = []] }) => {
      const nearest = nearestOnLine(at, [...outline, ...outline.slice(0, 1)])
      if (nearest === null || nearest.distance > FARTHEST_M) return []
      return addresses
        .reverse(nearest.point, { limit: ADDRESSES, radius: RADIUS_M })
        .filter(({ position }) => serves(zone, position))
        .map((address) => ({ address, distance_m: Math.round(flatDistance(at, address.position)) }))
    }),
  )
  const [nearest] = found.toSorted((a, b) => a.distance_m - b.distance_m)
  if (nearest === undefined) return null
  const { title, label, position } = nearest.address
  const point: [number, number] = [position[0], position[1]]
  return { title, name: label, point, distance_m: nearest.distance_m }
}

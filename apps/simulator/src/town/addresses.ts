import { api, type Place } from '@ambit/contract'
import { bboxOf, type LngLat, pointInRing, type Ring } from '@ambit/geo'
import type { Random } from '@ambit/random'
import type { Session } from '../access/line.ts'
import { Trouble } from '../access/trouble.ts'
import type { TownZone } from './town.ts'

const TRIES = 40
const NEIGHBOURS = 8
const FARTHEST_M = 400
/** The distance to the eighth neighbour where the town is most densely built. */
const DENSE_M = 70

/** Finds addresses of the streets in use, as a passenger would name them. */
export type Addresses = { somewhere: (zone: TownZone, random: Random) => Promise<Place> }

export const createAddresses = (session: Session): Addresses => ({
  somewhere: async (zone, random) => {
    const ring = random.pick(zone.rings)
    let fallback: Place | null = null
    for (let tries = 0; tries < TRIES; tries++) {
      const [lng, lat] = pointInside(ring, random)
      const { items } = await session.call(api.geo.revgeocode, {
        query: { at: `${lat.toFixed(6)},${lng.toFixed(6)}`, limit: NEIGHBOURS },
      })
      const near = items.filter(
        ({ position, distance }) => (distance ?? 0) <= FARTHEST_M && pointInRing([position.lng, position.lat], ring),
      )
      const houses = near.filter(({ resultType }) => resultType === 'houseNumber')
      const known = houses.length > 0 ? houses : near
      if (known.length === 0) continue
      const { address, position } = random.pick(known)
      fallback = { name: address.label.slice(0, 255), point: [position.lng, position.lat] }
      // Points are spread evenly over the area, people are not: many of them live where houses are close together.
      const reach = Math.max(...known.map(({ distance }) => distance ?? 0))
      const density = (known.length / NEIGHBOURS) * Math.min(1, (DENSE_M / Math.max(1, reach)) ** 2)
      if (random.chance(density)) return fallback
    }
    if (fallback !== null) return fallback
    throw new Trouble(`The streets know no address inside the zone ${zone.zone.name}.`)
  },
})

/** A point inside the ring, each equally likely: drawn from its box until one falls inside. */
export const pointInside = (ring: Ring, random: Random): LngLat => {
  const box = bboxOf(ring)
  if (box === null) throw new Error('A ring without points')
  for (let tries = 0; tries < 1000; tries++) {
    const point: LngLat = [random.between(box[0], box[2]), random.between(box[1], box[3])]
    if (pointInRing(point, ring)) return point
  }
  return ring[0]! // a ring too thin for a random point inside still has its corners; the box proves that it has points
}

import { flatDistance } from '@ambit/geo'
import type { LngLat } from '@ambit/geo'
import type { Network } from './network.ts'
import { snapTo } from './snap.ts'

/** The side of a street that a vehicle may halt at. */
export type Kerb = {
  point: LngLat
  /** '' for a street without a name */
  street: string
  /** Metres from the given point */
  distance: number
}

/** From the middle of the street to its side */
const HALF_STREET_M = 4

/** The nearest side of a street within the limit: from its middle towards the given point. */
export const kerbOf = (network: Network, asked: LngLat, limit: number): Kerb | null => {
  const snap = snapTo(network, asked, limit)
  if (snap === null) return null
  const [lng, lat] = snap.point
  // A point in the middle of the street stays in the middle, as it names neither side.
  const share = snap.side === 'on' ? 0 : HALF_STREET_M / snap.distance
  const point: LngLat = [lng + (asked[0] - lng) * share, lat + (asked[1] - lat) * share]
  const street = network.names[network.pieces.name[snap.at[0].piece]]
  return { point, street, distance: flatDistance(asked, point) }
}

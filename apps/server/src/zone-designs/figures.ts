import type { z } from 'zod'
import type {
  AreaFigures,
  AreaFiguresQuestion,
  StopAddresses,
  StopCoverage,
  StopCoverageQuestion,
  StopSuggestions,
  StopSuggestionsQuestion,
} from '@ambit/contract'
import { flatDistance, type LngLat, polygonArea } from '@ambit/geo'
import type { Address, Steps, Streets } from '@ambit/streets'

/** At most this many addresses out of reach are answered; a map cannot show more. */
const MOST_UNCOVERED = 2000
/** Search radii for a stop's addresses, metres: the small circle first, as the second holds far more. */
const ADDRESS_RADII_M = [60, 300]
/** A point on the map means the street beside it, not a distant one. */
const KERB_RADIUS_M = 250
const STEPS_M = 6
const POINTS = 10

type Question<T extends z.ZodType> = z.output<T>

/** Overlapping areas count twice in the size only; saving them is refused. */
export function* areaFigures(streets: Streets, { areas }: Question<typeof AreaFiguresQuestion>): Steps<AreaFigures> {
  const inside = streets.inside(areas)
  return {
    area_m2: areas.reduce((sum, area) => sum + polygonArea(area), 0),
    street_m: yield* inside.streetMetres(),
    addresses: yield* inside.houses(),
  }
}

export function* stopCoverage(
  streets: Streets,
  { areas, stops, distances }: Question<typeof StopCoverageQuestion>,
): Steps<StopCoverage> {
  const walks = yield* streets.inside(areas).walks(stops, Math.max(...distances))
  const beyond = walks.filter(({ metres }) => metres === Infinity)
  return {
    addresses: walks.length,
    within: distances.map((distance_m) => ({
      distance_m,
      addresses: walks.reduce((count, { metres }) => (metres <= distance_m ? count + 1 : count), 0),
    })),
    uncovered: evenly(beyond, MOST_UNCOVERED).map(({ at }) => rounded(at)),
  }
}

/** At most `most` items, spread evenly over the list. */
const evenly = <T>(list: readonly T[], most: number): readonly T[] =>
  list.length <= most ? list : Array.from({ length: most }, (_, i) => list[Math.floor((i * list.length) / most)]!) // below its length

export function* stopSuggestions(
  streets: Streets,
  { areas, stops, walk_m, limit }: Question<typeof StopSuggestionsQuestion>,
): Steps<StopSuggestions> {
  const found = yield* streets.inside(areas).suggestions(stops, walk_m, limit)
  const used = new Map<string, number>()
  const suggested: StopSuggestions['stops'] = []
  for (const [index, { point, street, crossing, houses }] of found.stops.entries()) {
    const address = nearestAddress(streets, point)
    const name = crossing === '' ? (address?.street ?? street) : `${street} at ${crossing}`
    const times = (used.get(name) ?? 0) + 1
    used.set(name, times)
    suggested.push({
      point: rounded(streets.kerb(towards(point, address?.position ?? point), KERB_RADIUS_M)?.point ?? point),
      name: times === 1 ? name : `${name} (${times})`,
      street_address: address?.label ?? null,
      addresses: houses,
    })
    if (index % POINTS === POINTS - 1) yield
  }
  return { stops: suggested, left: found.left }
}

export function* stopAddresses(streets: Streets, points: readonly LngLat[]): Steps<StopAddresses> {
  const stops: StopAddresses['stops'] = []
  for (const [index, asked] of points.entries()) {
    const kerb = streets.kerb(asked, KERB_RADIUS_M)
    stops.push(
      kerb === null
        ? null
        : {
            point: rounded(kerb.point),
            street: kerb.street === '' ? null : kerb.street,
            street_address: nearestAddress(streets, kerb.point)?.label ?? null,
            moved_m: Math.round(kerb.distance * 10) / 10,
          },
    )
    if (index % POINTS === POINTS - 1) yield
  }
  return { stops }
}

/** The nearest house or street; a landmark is no place to stop at. */
const nearestAddress = (streets: Streets, point: LngLat): Address | undefined => {
  for (const radius of ADDRESS_RADII_M) {
    const near = streets.addresses.reverse(point, { limit: 3, radius })
    const found = near.find(({ kind }) => kind === 'house_number' || kind === 'street')
    if (found !== undefined) return found
  }
  return undefined
}

/** A few metres from the middle of the street towards the nearest house: the side to stop at. */
const towards = (from: LngLat, to: LngLat): LngLat => {
  const share = Math.min(1, STEPS_M / Math.max(1, flatDistance(from, to)))
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
}

/** Rounded to about ten centimetres. */
const rounded = ([lng, lat]: LngLat): [number, number] => [Math.round(lng * 1e6) / 1e6, Math.round(lat * 1e6) / 1e6]

import { flatDistance } from '@ambit/geo'
import type { Collected, RawHouse, RawPlace, RawStreet, Spot } from './collect.ts'
import { indexBoxes, indexPoints, indexReaches } from './near.ts'
import type { Box } from './near.ts'
import { splitName, wholeNumber } from './words.ts'

export type Area = { district: string; city: string; postcode: string }
export type GroupedHouse = { at: Spot; number: string; area: Area }
export type GroupedStreet = { name: string; lines: Spot[][]; at: Spot; area: Area; houses: GroupedHouse[] }

/** Parts of one name further apart than this are two streets. */
const SAME_STREET_GAP_M = 260
const HOUSE_TO_STREET_M = 1500

const keyOf = (name: string): string => {
  const { words, kinds } = splitName(name)
  return `${words.join(' ')}|${kinds.join(' ')}`
}

export type AreaFinder = (at: Spot) => Area

/** Names the district and the city around a point by the nearest place of each rank, measured in its own reach. */
export const findAreas = (places: readonly RawPlace[]): AreaFinder => {
  const reaching = indexReaches(places)
  const nearest = (at: Spot, around: readonly RawPlace[], districts: boolean): RawPlace | null => {
    let best: { place: RawPlace; share: number } | null = null
    for (const place of around) {
      if ((place.rank === 'district') !== districts) continue
      const share = flatDistance(at, place.at) / place.reach
      if (share <= 1 && (best === null || share < best.share)) best = { place, share }
    }
    return best?.place ?? null
  }
  return (at) => {
    const around = reaching(at)
    const district = nearest(at, around, true)
    const city = nearest(at, around, false)
    return {
      district: district?.name ?? '',
      city: city?.name ?? '',
      postcode: district?.postcode ?? city?.postcode ?? '',
    }
  }
}

const boxOf = (line: readonly Spot[]): Box => {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [lng, lat] of line) {
    if (lng < box[0]) box[0] = lng
    if (lat < box[1]) box[1] = lat
    if (lng > box[2]) box[2] = lng
    if (lat > box[3]) box[3] = lat
  }
  return box
}

/** Distance in metres between two boxes, 0 when they overlap. */
const boxGap = (a: Box, b: Box): number => {
  const dx = Math.max(0, a[0] - b[2], b[0] - a[2])
  const dy = Math.max(0, a[1] - b[3], b[1] - a[3])
  return flatDistance([a[0], a[1]], [a[0] + dx, a[1] + dy])
}

const apart = (a: readonly Spot[], b: readonly Spot[]): number => {
  let best = Infinity
  for (const p of [a[0], a[a.length >> 1], a[a.length - 1]]) {
    for (const q of [b[0], b[b.length >> 1], b[b.length - 1]]) best = Math.min(best, flatDistance(p, q))
  }
  return best
}

/** The ways of one name, split where they lie apart. */
const clusters = (ways: readonly RawStreet[]): RawStreet[][] => {
  const boxes = ways.map((way) => boxOf(way.line))
  const group = ways.map((_, i) => i)
  const root = (i: number): number => (group[i] === i ? i : (group[i] = root(group[i])))
  const near = indexBoxes(boxes, SAME_STREET_GAP_M)
  for (let i = 0; i < ways.length; i++) {
    for (const j of near(boxes[i])) {
      if (j >= i || root(i) === root(j) || boxGap(boxes[i], boxes[j]) > SAME_STREET_GAP_M) continue
      if (apart(ways[i].line, ways[j].line) <= SAME_STREET_GAP_M) group[root(i)] = root(j)
    }
  }
  const byRoot = new Map<number, RawStreet[]>()
  ways.forEach((way, i) => byRoot.set(root(i), [...(byRoot.get(root(i)) ?? []), way]))
  return [...byRoot.values()]
}

/** The point of the street nearest to the middle of its box: on the road, not beside it. */
const middleOn = (lines: readonly Spot[][]): Spot => {
  const [west, south, east, north] = boxOf(lines.flat())
  const middle: Spot = [(west + east) / 2, (south + north) / 2]
  let best: Spot = lines[0][0]
  for (const line of lines) {
    for (const point of line) if (flatDistance(point, middle) < flatDistance(best, middle)) best = point
  }
  return best
}

const distanceToStreet = (at: Spot, street: GroupedStreet): number => {
  let best = flatDistance(at, street.at)
  for (const line of street.lines) for (const point of line) best = Math.min(best, flatDistance(at, point))
  return best
}

const areaOfHouse = (house: RawHouse, found: Area): Area => ({
  district: house.tags['addr:suburb'] ?? house.tags['addr:district'] ?? found.district,
  city: house.tags['addr:city'] ?? found.city,
  postcode: house.tags['addr:postcode'] ?? found.postcode,
})

/** The most frequent area of the houses, or the one around the street's middle. */
const settleArea = (street: GroupedStreet): void => {
  const counts = new Map<string, { area: Area; count: number }>()
  for (const { area } of street.houses) {
    const key = `${area.district}|${area.city}|${area.postcode}`
    const known = counts.get(key)
    if (known) known.count++
    else counts.set(key, { area, count: 1 })
  }
  const most = [...counts.values()].toSorted((a, b) => b.count - a.count)[0]
  if (most) street.area = most.area
}

const byNumber = (a: GroupedHouse, b: GroupedHouse): number =>
  (wholeNumber(a.number) ?? 0) - (wholeNumber(b.number) ?? 0) ||
  (a.number < b.number ? -1 : a.number > b.number ? 1 : 0)

const LONGEST_INTERPOLATION_M = 400

/** The numbers that an interpolation line stands for, evenly along it; its ends are known houses already. */
export const interpolated = (found: Collected): RawHouse[] =>
  found.interpolations.flatMap(({ line, from, to, step, street, tags }) => {
    const [first, last] = [wholeNumber(from), wholeNumber(to)]
    if (first === null || last === null || Math.abs(last - first) > LONGEST_INTERPOLATION_M) return []
    const total = line.slice(1).reduce((sum, point, i) => sum + flatDistance(line[i], point), 0)
    const houses: RawHouse[] = []
    const sign = Math.sign(last - first)
    for (let number = first + step * sign; number * sign < last * sign; number += step * sign) {
      let rest = (total * (number - first)) / (last - first)
      let at = line[line.length - 1]
      for (let i = 1; i < line.length; i++) {
        const length = flatDistance(line[i - 1], line[i])
        if (rest <= length && length > 0) {
          const share = rest / length
          at = [
            line[i - 1][0] + (line[i][0] - line[i - 1][0]) * share,
            line[i - 1][1] + (line[i][1] - line[i - 1][1]) * share,
          ]
          break
        }
        rest -= length
      }
      houses.push({ at, number: String(number), street, tags })
    }
    return houses
  })

const farthestNorthOrSouth = ({ streets }: Collected, houses: readonly RawHouse[]): number => {
  const least = (most: number, [, lat]: Spot): number => Math.max(most, Math.abs(lat))
  const ofStreets = streets.reduce((most, { line }) => line.reduce(least, most), 0)
  return houses.reduce((most, { at }) => least(most, at), ofStreets)
}

/** Streets with their houses: one for each name and neighbourhood. */
export const groupStreets = (found: Collected, nearestStreetName: (at: Spot) => string | null): GroupedStreet[] => {
  const areaAt = findAreas(found.places)
  const byKey = new Map<string, RawStreet[]>()
  for (const way of found.streets) {
    const key = keyOf(way.name)
    const list = byKey.get(key)
    if (list) list.push(way)
    else byKey.set(key, [way])
  }
  const grouped = new Map<string, GroupedStreet[]>()
  for (const [key, ways] of byKey) {
    grouped.set(
      key,
      clusters(ways).map((cluster): GroupedStreet => {
        const lines = cluster.map((way) => way.line)
        const at = middleOn(lines)
        return { name: cluster[0].name, lines, at, area: areaAt(at), houses: [] }
      }),
    )
  }
  const houses = [...found.houses, ...interpolated(found)]
  const latitude = farthestNorthOrSouth(found, houses)
  const nearOf = new Map<string, (at: Spot) => readonly GroupedStreet[]>()
  for (const house of houses) {
    const name = house.street ?? nearestStreetName(house.at)
    if (name === null) continue
    const key = keyOf(name)
    const known = grouped.get(key) ?? []
    if (!grouped.has(key)) grouped.set(key, known)
    let near = nearOf.get(key)
    if (near === undefined) nearOf.set(key, (near = indexPoints(known, HOUSE_TO_STREET_M, latitude)))
    const area = areaOfHouse(house, areaAt(house.at))
    let best: GroupedStreet | null = null
    let away = HOUSE_TO_STREET_M
    for (const street of near(house.at)) {
      const distance = distanceToStreet(house.at, street)
      if (distance < away) {
        away = distance
        best = street
      }
    }
    if (best === null) {
      best = { name, lines: [], at: house.at, area, houses: [] }
      known.push(best)
    }
    best.houses.push({ at: house.at, number: house.number, area })
  }
  const streets = [...grouped.values()].flat()
  for (const street of streets) {
    street.houses.sort(byNumber)
    // The same number twice in one street is the building and its entrance.
    street.houses = street.houses.filter(
      (house, i) =>
        i === 0 ||
        house.number !== street.houses[i - 1].number ||
        flatDistance(house.at, street.houses[i - 1].at) > 120,
    )
    settleArea(street)
  }
  return streets
}

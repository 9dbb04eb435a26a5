import { flatDistance as distance, pointInPolygon, type LngLat } from '@ambit/geo'
import type { Random } from '@ambit/random'
import type { Streets } from '@ambit/streets'
import { type AreaSketch, bands, halves, wholeArea } from './areas.ts'

export type StopSketch = {
  name: string
  street_address: string
  point: LngLat
  staging: boolean
  hub_stop: boolean
  break: boolean
  not_accessible: boolean
  medically_exempt: boolean
}
export type ZoneSketch = {
  name: string
  abbreviation: string
  region: number
  ring: LngLat[]
  areas: AreaSketch[]
  centre: LngLat
  stops: StopSketch[]
  homes: Home[]
}
export type Home = { label: string; point: LngLat }

/** How far apart stops are put, metres: a walk of at most some 300 m nearly everywhere. */
const STOP_SPACING = 380
const TOWN_STOP_SPACING = 520
const MOST_STOPS = 130
const SAMPLE = 6000

/**
 * Lays out zones and stops on the streets: one zone over the whole town, and local zones around its
 * densest parts. Works on the demo town and on any extract, with or without house numbers.
 */
export const layOutService = (streets: Streets, random: Random): { name: string; zones: ZoneSketch[] } => {
  const homes = onLargestIsland(streets, sampleHomes(streets, random))
  const name = townName(streets, mean(homes))
  const core = nearest(homes, mean(homes), Math.ceil(homes.length * 0.92))
  const groups = cluster(core, 3, random)
  const local = groups.map((group, at) => {
    const inside = nearest(group, mean(group), Math.ceil(group.length * 0.9))
    return sketchZone(
      streets,
      random,
      localName(streets, mean(inside), at),
      at === groups.length - 1 ? 1 : 0,
      inside,
      STOP_SPACING,
    )
  })
  const town = sketchZone(streets, random, `${name} Connect`, 0, core, TOWN_STOP_SPACING)
  const zones = unique([town, ...local])
  const divide = (at: number) => (at === 0 ? wholeArea : at === zones.length - 1 ? bands : halves)
  return { name, zones: zones.map((zone, at) => ({ ...zone, areas: divide(at)(zone.name, zone.ring) })) }
}

const ENOUGH_HOMES = 3000

/** Addresses where people live; where house numbers are few, also points in dense areas of named streets. */
const sampleHomes = (streets: Streets, random: Random): Home[] => {
  const known: Home[] = []
  for (const address of streets.addresses.houseNumbers()) known.push({ label: address.label, point: address.position })
  const homes = random
    .shuffled(known)
    .slice(0, SAMPLE)
    .filter(({ point }) => streets.snap('car', point, 250) !== null)
  const [west, south, east, north] = streets.manifest.bbox
  for (let tries = 0; homes.length < ENOUGH_HOMES && tries < 40_000; tries++) {
    const snap = streets.snap('car', [random.between(west, east), random.between(south, north)], 100)
    if (snap === null) continue
    const near = streets.addresses.reverse(snap.point, { limit: 6, radius: 250 })
    if (new Set(near.map(({ street, title }) => street ?? title)).size < 3) continue
    homes.push({ label: near[0]?.label ?? '', point: snap.point })
  }
  return homes
}

/** Of the places, those that a vehicle drives to from there. */
const reached = <T extends { point: LngLat }>(streets: Streets, from: LngLat, places: readonly T[]): Set<T> => {
  const points = places.map(({ point }) => point)
  const { duration } = streets.table('car', [from], points)
  return new Set(places.filter((_, at) => duration[at]! < Infinity)) // a duration for each place
}

/** The homes of the island that has most of them: an extract may hold several. */
const onLargestIsland = (streets: Streets, homes: Home[]): Home[] => {
  let [largest, left] = [new Array<Home>(), homes]
  while (left.length > largest.length) {
    const [first, ...others] = left as [Home, ...Home[]] // it is longer than an empty list
    const island = reached(streets, first.point, others)
    if (island.size >= largest.length) largest = [first, ...island]
    left = others.filter((home) => !island.has(home))
  }
  return largest
}

const mean = (homes: readonly Home[]): LngLat => [
  homes.reduce((sum, { point }) => sum + point[0], 0) / homes.length,
  homes.reduce((sum, { point }) => sum + point[1], 0) / homes.length,
]

const nearest = (homes: readonly Home[], centre: LngLat, count: number): Home[] =>
  homes.toSorted((a, b) => distance(a.point, centre) - distance(b.point, centre)).slice(0, count)

/** k-means (Lloyd 1982) with k-means++ seeding (Arthur & Vassilvitskii 2007); the smallest group comes last. */
const cluster = (homes: readonly Home[], count: number, random: Random): Home[][] => {
  const centres: LngLat[] = [random.pick(homes).point]
  const gap = (point: LngLat): number => Math.min(...centres.map((centre) => distance(point, centre)))
  while (centres.length < count) {
    const weights = homes.map(({ point }) => gap(point) ** 2)
    let draw = random.next() * weights.reduce((sum, weight) => sum + weight, 0)
    const found = weights.findIndex((weight) => (draw -= weight) <= 0)
    centres.push(homes[Math.max(0, found)]!.point) // at least one home there is
  }
  let groups: Home[][] = []
  for (let round = 0; round < 15; round++) {
    groups = centres.map(() => [])
    for (const home of homes) {
      const gaps = centres.map((centre) => distance(home.point, centre))
      groups[gaps.indexOf(Math.min(...gaps))]!.push(home)
    }
    groups.forEach((group, at) => group.length > 0 && (centres[at] = mean(group)))
  }
  return groups.filter((group) => group.length >= 50).toSorted((a, b) => b.length - a.length)
}

const sketchZone = (
  streets: Streets,
  random: Random,
  name: string,
  region: number,
  homes: Home[],
  spacing: number,
): ZoneSketch => {
  const ring = widen(convexHull(homes.map(({ point }) => point)), mean(homes), 1.06)
  const stops = placeStops(streets, random, homes, ring, spacing)
  const abbreviation = name
    .split(/\s+/)
    .map((word) => word[0])
    .join('')
    .toUpperCase()
    .slice(0, 4)
  return { name, abbreviation, region, ring, areas: [], centre: mean(homes), stops, homes }
}

/** Kinds of landmarks that get a hub, in this order. */
const HUBS = ['station', 'bus_station', 'hospital', 'townhall', 'mall']

/** Landmarks first, then homes, each far enough from the stops so far (greedy cover). */
const placeStops = (
  streets: Streets,
  random: Random,
  homes: readonly Home[],
  ring: LngLat[],
  spacing: number,
): StopSketch[] => {
  const stops: StopSketch[] = []
  const put = (name: string, address: string, point: LngLat, hub: boolean): void => {
    if (stops.length >= MOST_STOPS) return
    const snap = streets.snap('car', point, 200)
    if (snap === null || stops.some((stop) => distance(stop.point, snap.point) < spacing)) return
    stops.push({
      name,
      street_address: address,
      point: snap.point,
      staging: false,
      hub_stop: hub,
      break: false,
      not_accessible: !hub && random.chance(0.04),
      medically_exempt: false,
    })
  }
  for (const kind of HUBS) {
    const places = streets.addresses.landmarks(kind).map((place) => ({ ...place, point: place.position }))
    const inside = places.filter(({ point }) => pointInPolygon(point, [ring]))
    const from = homes[0]?.point ?? mean(homes)
    for (const place of reached(streets, from, inside)) put(place.title, place.label, place.point, true)
  }
  for (const home of homes) {
    const [street = home.label] = home.label.split(',')
    put(street.trim(), home.label, home.point, false)
  }
  const names = new Map<string, number>()
  return stops.map((stop, at) => {
    const seen = (names.get(stop.name) ?? 0) + 1
    names.set(stop.name, seen)
    const staging = stop.hub_stop || at % 12 === 3
    return {
      ...stop,
      name: seen === 1 ? stop.name : `${stop.name} (${seen})`,
      staging,
      break: at % 24 === 3,
      medically_exempt: !staging && at % 30 === 7,
    }
  })
}

/** Convex hull (Andrew 1979, monotone chain), counter-clockwise, not closed. */
export const convexHull = (points: readonly LngLat[]): LngLat[] => {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
  const turn = (o: LngLat, a: LngLat, b: LngLat): number =>
    (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])
  const half = (list: readonly LngLat[]): LngLat[] => {
    const hull: LngLat[] = []
    for (const point of list) {
      while (hull.length >= 2 && turn(hull[hull.length - 2]!, hull[hull.length - 1]!, point) <= 0) hull.pop() // two points there are
      hull.push(point)
    }
    return hull.slice(0, -1)
  }
  return [...half(sorted), ...half(sorted.toReversed())]
}

const widen = (ring: readonly LngLat[], centre: LngLat, factor: number): LngLat[] =>
  ring.map(([lng, lat]) => [
    round(centre[0] + (lng - centre[0]) * factor),
    round(centre[1] + (lat - centre[1]) * factor),
  ])
const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

const townName = (streets: Streets, centre: LngLat): string => {
  const address = streets.addresses.reverse(centre, { limit: 1, radius: 5000 })[0]
  const largest = streets.addresses.places().find(({ kind }) => kind === 'place')
  return address?.city ?? largest?.title ?? streets.manifest.name
}

const localName = (streets: Streets, centre: LngLat, at: number): string => {
  const places = streets.addresses.places().filter(({ kind }) => kind === 'place')
  const closest = places.toSorted((a, b) => distance(a.position, centre) - distance(b.position, centre))[0]
  return closest !== undefined && distance(closest.position, centre) < 4000
    ? closest.title
    : (['North', 'South', 'East', 'West'][at] ?? `Part ${at + 1}`)
}

/** Two zones of a region may not share a name. */
const unique = (zones: readonly ZoneSketch[]): ZoneSketch[] => {
  const seen = new Map<string, number>()
  return zones.map((zone) => {
    const count = (seen.get(zone.name) ?? 0) + 1
    seen.set(zone.name, count)
    return count === 1 ? zone : { ...zone, name: `${zone.name} ${count}` }
  })
}

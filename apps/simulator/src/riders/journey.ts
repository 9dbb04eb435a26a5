import type { Place, Traveler } from '@ambit/contract'
import { flatDistance } from '@ambit/geo'
import type { Random } from '@ambit/random'
import { MINUTE } from '../timeline/timeline.ts'
import type { Addresses } from '../town/addresses.ts'
import type { Town, TownZone } from '../town/town.ts'

export type FareType = 'adult' | 'child' | 'concession'
export type Journey = {
  traveler: Traveler
  zone: TownZone
  origin: Place
  destination: Place
  passengers: { fare_type: FareType }[]
  wheelchairs: number
  departing: boolean
}

const SHORTEST_M = 700
const TRIES = 6
const ARRIVAL_LEAD_MS = 45 * MINUTE

/** When each passenger travels, so that none is in two vehicles at once. */
export type Diary = {
  free: (traveler: number, from: number, to: number) => boolean
  take: (traveler: number, from: number, to: number) => void
}

export const createDiary = (): Diary => {
  const spans = new Map<number, { from: number; to: number }[]>()
  return {
    free: (traveler, from, to) => (spans.get(traveler) ?? []).every((span) => to <= span.from || from >= span.to),
    take: (traveler, from, to) => {
      // A journey that ended a day before this one begins cannot overlap a later one.
      const kept = (spans.get(traveler) ?? []).filter((span) => span.to > from - 86_400_000)
      spans.set(traveler, [...kept, { from, to }])
    },
  }
}

/** One of the passengers who is free around that time; null when no draw found one. */
const drawTraveler = (town: Town, diary: Diary, random: Random, travelAt: number): Traveler | null => {
  for (let tries = 0; tries < 20; tries++) {
    const traveler = random.pick(town.travelers)
    if (diary.free(traveler.id, travelAt - 3_600_000, travelAt + 5_400_000)) return traveler
  }
  return null
}

/**
 * Draws who goes where: mornings from home to the hubs, afternoons back, errands between. `weight` says how much of
 * the demand belongs to a zone; `minutes` after midnight is when they travel, `lead` milliseconds after asking.
 */
export const drawJourney = async (
  {
    town,
    addresses,
    diary,
    weight,
  }: { town: Town; addresses: Addresses; diary: Diary; weight: (zone: TownZone) => number },
  random: Random,
  { travelAt, minutes, lead }: { travelAt: number; minutes: number; lead: number },
): Promise<Journey | null> => {
  const traveler = drawTraveler(town, diary, random, travelAt)
  if (traveler === null) return null
  diary.take(traveler.id, travelAt - 1_800_000, travelAt + 4_500_000)
  const zone = random.weighted(town.zones, weight)
  const [home, other] = await drawEnds(zone, addresses, random)
  const outward = random.next() < outwardShare(minutes)
  const count = random.weighted([1, 2, 3, 4], (n) => [0.81, 0.13, 0.04, 0.02][n - 1] ?? 0)
  const wheelchair = traveler.handicapped && random.chance(0.65)
  return {
    traveler,
    zone,
    origin: outward ? home : other,
    destination: outward ? other : home,
    passengers: Array.from({ length: count }, (_, at) => ({
      fare_type: at === 0 ? leader(random) : companion(random),
    })),
    wheelchairs: wheelchair ? 1 : 0,
    // Passengers with an arrival time ask well ahead of it.
    departing: random.chance(0.7) || lead < ARRIVAL_LEAD_MS,
  }
}

/** Before noon people leave home; later they go back. */
const outwardShare = (minutes: number): number => 0.12 + 0.78 / (1 + Math.exp((minutes - 12.5 * 60) / 75))

const leader = (random: Random): FareType => (random.chance(0.38) ? 'concession' : 'adult')
const companion = (random: Random): FareType =>
  random.weighted<FareType>(['adult', 'child', 'concession'], (fare) => (fare === 'child' ? 2 : 1))

/** Home and another place, far enough apart for a ride. */
const drawEnds = async (zone: TownZone, addresses: Addresses, random: Random): Promise<[Place, Place]> => {
  const home = await addresses.somewhere(zone, random)
  let other = home
  for (let tries = 0; tries < TRIES && flatDistance(home.point, other.point) < SHORTEST_M; tries++) {
    const hub = zone.hubs.length > 0 && random.chance(0.45) ? random.pick(zone.hubs) : null
    other = hub === null ? await addresses.somewhere(zone, random) : { name: hub.name, point: hub.point }
  }
  return [home, other]
}

import type { Tags } from '../osm/read.ts'

/** Free-flow speed of a minibus by class in km/h: `usual` without a sign, `top` however high the sign. */
const CLASSES: Readonly<Record<string, { usual: number; top: number }>> = {
  motorway: { usual: 95, top: 100 },
  motorway_link: { usual: 60, top: 80 },
  trunk: { usual: 75, top: 100 },
  trunk_link: { usual: 50, top: 70 },
  primary: { usual: 55, top: 90 },
  primary_link: { usual: 40, top: 60 },
  secondary: { usual: 50, top: 80 },
  secondary_link: { usual: 40, top: 60 },
  tertiary: { usual: 42, top: 70 },
  tertiary_link: { usual: 35, top: 50 },
  unclassified: { usual: 38, top: 60 },
  residential: { usual: 28, top: 45 },
  road: { usual: 30, top: 50 },
  busway: { usual: 40, top: 70 },
  bus_guideway: { usual: 50, top: 80 },
  living_street: { usual: 9, top: 15 },
  service: { usual: 15, top: 30 },
  track: { usual: 12, top: 25 },
}
const ON_FOOT_STREETS = { usual: 8, top: 15 }
const SLOW_SERVICE = new Set(['parking_aisle', 'driveway', 'drive-through', 'alley'])
const ROUGH = new Set([
  'unpaved',
  'gravel',
  'fine_gravel',
  'pebblestone',
  'dirt',
  'earth',
  'ground',
  'grass',
  'sand',
  'mud',
])
/** Drivers hold a little under the limit once the stretch has bends and others on it. */
const OF_THE_LIMIT = 0.9
const KMH_PER_MPH = 1.609344
/** Kerb to kerb, without waiting for lights */
const WALKING_KMH = 4.8
const STAIRS_KMH = 2.4

/** Limits that are written as words: the value behind the country's code ("DE:urban"). */
const LIMIT_WORDS: Readonly<Record<string, number>> = {
  walk: 7,
  living_street: 10,
  bicycle_road: 30,
  urban: 50,
  zone30: 30,
  'zone:30': 30,
  rural: 90,
  trunk: 100,
  motorway: 120,
  none: 130,
}

/** A speed limit in km/h, or null for none that can be read. */
export const parseLimit = (value: string | undefined): number | null => {
  if (value === undefined) return null
  const match = /^(\d+(?:\.\d+)?)\s*(mph|km\/h|kmh|kph)?(?:\s*[;|].*)?$/i.exec(value.trim())
  if (match) {
    const kmh = Number(match[1]) * (match[2]?.toLowerCase() === 'mph' ? KMH_PER_MPH : 1)
    return kmh >= 3 ? kmh : null
  }
  const word = value.replace(/^[A-Z]{2}(?:-[A-Z]+)?:/, '').toLowerCase()
  return LIMIT_WORDS[word] ?? null
}

/** Free-flow speed in km/h along the way's nodes and against them. */
export const carSpeed = (tags: Tags): { forward: number; backward: number } => {
  const { usual, top } = CLASSES[tags['highway'] ?? ''] ?? ON_FOOT_STREETS
  const slow = SLOW_SERVICE.has(tags['service'] ?? '') ? 10 : Infinity
  const rough = ROUGH.has(tags['surface'] ?? '') ? 30 : Infinity
  const towards = (side: 'forward' | 'backward'): number => {
    const limit =
      parseLimit(tags[`maxspeed:bus:${side}`]) ??
      parseLimit(tags['maxspeed:bus']) ??
      parseLimit(tags[`maxspeed:${side}`]) ??
      parseLimit(tags['maxspeed'])
    const advisory = parseLimit(tags['maxspeed:advisory']) ?? Infinity
    return Math.min(limit === null ? usual : Math.min(limit * OF_THE_LIMIT, top), advisory, slow, rough)
  }
  return { forward: towards('forward'), backward: towards('backward') }
}

export const footSpeed = (tags: Tags): number => (tags['highway'] === 'steps' ? STAIRS_KMH : WALKING_KMH)

const RANKS: Readonly<Record<string, number>> = {
  motorway: 7,
  trunk: 6,
  primary: 5,
  secondary: 4,
  tertiary: 3,
  unclassified: 2,
  residential: 2,
  busway: 2,
  road: 2,
  living_street: 1,
}

/** Importance of a road, 7 for a motorway to 0 for a driveway; a link counts one less than its road. */
export const roadRank = (tags: Tags): number => {
  const highway = tags['highway'] ?? ''
  const rank = RANKS[highway.replace('_link', '')] ?? 0
  return highway.endsWith('_link') ? rank - 1 : rank
}

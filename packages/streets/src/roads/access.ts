import type { Tags } from '../osm/read.ts'

/** May the traveller use it: freely, only to reach something along it, or not at all? */
export type Access = 'open' | 'destination' | 'closed'

const ACCESS: Readonly<Record<string, Access>> = {
  yes: 'open',
  permissive: 'open',
  designated: 'open',
  official: 'open',
  public: 'open',
  psv: 'open',
  bus: 'open',
  destination: 'destination',
  customers: 'destination',
  delivery: 'destination',
  no: 'closed',
  private: 'closed',
  military: 'closed',
  permit: 'closed',
  agricultural: 'closed',
  forestry: 'closed',
  'agricultural;forestry': 'closed',
  emergency: 'closed',
  use_sidepath: 'closed',
  dismount: 'closed',
  residents: 'closed',
}

// From the particular to the general: the first key with a known value decides, as OpenStreetMap defines it.
const CAR_KEYS = ['bus', 'psv', 'minibus', 'motorcar', 'motor_vehicle', 'vehicle', 'access']
const FOOT_KEYS = ['foot', 'access']

const byKeys = (tags: Tags, keys: readonly string[], otherwise: Access): Access => {
  for (const key of keys) {
    const value = tags[key]
    const access = value === undefined ? undefined : ACCESS[value]
    if (access !== undefined) return access
  }
  return otherwise
}

/** Ways that only open to a service vehicle when a tag says so. */
const CAR_WHEN_TOLD = new Set(['pedestrian', 'track', 'footway', 'path', 'cycleway', 'bridleway'])
const CAR_NEVER = new Set([
  'steps',
  'corridor',
  'elevator',
  'platform',
  'construction',
  'proposed',
  'raceway',
  'via_ferrata',
])
const CAR_ALWAYS = new Set([
  'motorway',
  'motorway_link',
  'trunk',
  'trunk_link',
  'primary',
  'primary_link',
  'secondary',
  'secondary_link',
  'tertiary',
  'tertiary_link',
  'unclassified',
  'residential',
  'living_street',
  'service',
  'road',
  'busway',
  'bus_guideway',
])
const FOOT_WHEN_TOLD = new Set([
  'motorway',
  'motorway_link',
  'trunk',
  'trunk_link',
  'busway',
  'bus_guideway',
  'bridleway',
])
const FOOT_NEVER = new Set([
  'construction',
  'proposed',
  'raceway',
  'via_ferrata',
  'escape',
  'abandoned',
  'razed',
  'planned',
])
/** Lowest clearance that a low-roofed minibus needs, in metres */
const CLEARANCE_M = 2.5

const tooLow = (tags: Tags): boolean => {
  const height = Number.parseFloat(tags['maxheight'] ?? '')
  // Feet are written 8'6": such values are left to the driver.
  return height > 0 && height < CLEARANCE_M && !(tags['maxheight'] ?? '').includes("'")
}

/** May a service vehicle (a bus in the eyes of the law) use the way? Bus lanes and bus-only streets are open to it. */
export const carAccess = (tags: Tags): Access => {
  const highway = tags['highway']
  if (highway === undefined || CAR_NEVER.has(highway) || tags['area'] === 'yes' || tooLow(tags)) return 'closed'
  if (tags['oneway'] === 'reversible' || tags['impassable'] === 'yes') return 'closed'
  if (CAR_ALWAYS.has(highway)) return byKeys(tags, CAR_KEYS, 'open')
  if (!CAR_WHEN_TOLD.has(highway)) return 'closed'
  // access=yes on a footway means people: only a key about vehicles opens it.
  return byKeys(tags, CAR_KEYS.slice(0, -1), 'closed')
}

export const footAccess = (tags: Tags): Access => {
  const highway = tags['highway']
  if (highway === undefined) {
    const walkable =
      tags['railway'] === 'platform' || tags['man_made'] === 'pier' || tags['public_transport'] === 'platform'
    return walkable ? byKeys(tags, FOOT_KEYS, 'open') : 'closed'
  }
  if (FOOT_NEVER.has(highway)) return 'closed'
  const sidewalk = tags['sidewalk'] ?? tags['sidewalk:both'] ?? tags['sidewalk:left'] ?? tags['sidewalk:right']
  const beside = sidewalk === 'both' || sidewalk === 'left' || sidewalk === 'right' || sidewalk === 'yes'
  if ((FOOT_WHEN_TOLD.has(highway) || tags['motorroad'] === 'yes') && !beside) {
    return byKeys(tags, ['foot'], 'closed')
  }
  return byKeys(tags, FOOT_KEYS, 'open')
}

export type Directions = { forward: boolean; backward: boolean }

const FORWARD: Directions = { forward: true, backward: false }
const BACKWARD: Directions = { forward: false, backward: true }
const BOTH: Directions = { forward: true, backward: true }

const direction = (value: string | undefined): Directions | null => {
  switch (value) {
    case 'yes':
    case 'true':
    case '1':
      return FORWARD
    case '-1':
    case 'reverse':
      return BACKWARD
    case 'no':
    case 'false':
    case '0':
    case 'alternating':
      return BOTH
    default:
      return null
  }
}

const hasContraflowBusLane = (tags: Tags): boolean =>
  ['busway', 'busway:left', 'busway:right', 'busway:both'].some((key) => tags[key] === 'opposite_lane') ||
  ['lanes:bus:backward', 'lanes:psv:backward'].some((key) => Number(tags[key] ?? 0) > 0) ||
  ['bus:backward', 'psv:backward'].some((key) => ACCESS[tags[key] ?? ''] === 'open')

/** Which way a service vehicle may drive, seen along the way's nodes. */
export const carDirections = (tags: Tags): Directions => {
  const forBuses = direction(tags['oneway:bus']) ?? direction(tags['oneway:psv'])
  if (forBuses !== null) return forBuses
  const implied = tags['junction'] === 'roundabout' || tags['junction'] === 'circular'
  const motorway = tags['highway'] === 'motorway' || tags['highway'] === 'motorway_link'
  const own =
    direction(tags['oneway:motor_vehicle']) ?? direction(tags['oneway']) ?? (implied || motorway ? FORWARD : BOTH)
  return own !== BOTH && hasContraflowBusLane(tags) ? BOTH : own
}

/** On foot one-way signs do not count, except those for people (moving stairs, turnstiles). */
export const footDirections = (tags: Tags): Directions => {
  const own = direction(tags['oneway:foot'])
  if (own !== null) return own
  if (tags['conveying'] === 'forward') return FORWARD
  if (tags['conveying'] === 'backward') return BACKWARD
  return tags['foot:backward'] === 'no' ? FORWARD : BOTH
}

const CAR_PASSES = new Set([
  'border_control',
  'bump_gate',
  'bus_trap',
  'cattle_grid',
  'entrance',
  'gate',
  'height_restrictor',
  'kerb',
  'lift_gate',
  'no',
  'sally_port',
  'spikes',
  'sump_buster',
  'swing_gate',
  'toll_booth',
])
const FOOT_STOPS = new Set(['wall', 'fence', 'hedge', 'city_wall', 'retaining_wall', 'debris'])

/** Does a node on the way stop a service vehicle? Gates without further word count as open by day. */
export const carBlocked = (tags: Tags): boolean => {
  const barrier = tags['barrier']
  if (barrier === undefined) return byKeys(tags, CAR_KEYS, 'open') === 'closed' && tags['highway'] !== 'crossing'
  if (tooLow(tags)) return true
  const passes = CAR_PASSES.has(barrier) || (barrier === 'bollard' && tags['bollard'] === 'rising')
  return byKeys(tags, CAR_KEYS, passes ? 'open' : 'closed') === 'closed'
}

export const footBlocked = (tags: Tags): boolean => {
  const barrier = tags['barrier']
  if (barrier === undefined) return tags['foot'] === 'no' && tags['highway'] !== 'crossing'
  return byKeys(tags, FOOT_KEYS, FOOT_STOPS.has(barrier) ? 'closed' : 'open') === 'closed'
}

import { createIdMap } from '../osm/id-map.ts'
import { readExtract } from '../osm/read.ts'
import type { Bbox, OsmMember, Tags } from '../osm/read.ts'

export type Spot = readonly [lng: number, lat: number]
export type RawStreet = { name: string; line: Spot[]; tags: Tags }
export type RawHouse = { at: Spot; number: string; street: string | null; tags: Tags }
export type RawPlace = { name: string; at: Spot; rank: PlaceRank; reach: number; postcode: string | undefined }
export type RawPoi = { name: string; at: Spot; what: string; tags: Tags }
export type RawInterpolation = {
  line: Spot[]
  from: string
  to: string
  step: 1 | 2
  street: string | null
  tags: Tags
}
export type Collected = {
  streets: RawStreet[]
  houses: RawHouse[]
  places: RawPlace[]
  pois: RawPoi[]
  interpolations: RawInterpolation[]
}

/** Larger is a larger place; districts are parts of a city */
export type PlaceRank = 'district' | 'village' | 'town' | 'city'
/** Rank of each value of the place key, and how far such a place reaches in metres */
const RANKS: Readonly<Record<string, readonly [PlaceRank, number]>> = {
  suburb: ['district', 2600],
  borough: ['district', 2600],
  quarter: ['district', 1400],
  neighbourhood: ['district', 900],
  hamlet: ['district', 900],
  village: ['village', 4000],
  town: ['town', 9000],
  municipality: ['town', 9000],
  city: ['city', 20_000],
}

const NO_STREET = new Set([
  'proposed',
  'construction',
  'elevator',
  'raceway',
  'rest_area',
  'services',
  'platform',
  'bus_stop',
  'corridor',
])
const POI_KEYS = [
  'amenity',
  'shop',
  'tourism',
  'healthcare',
  'leisure',
  'office',
  'historic',
  'aeroway',
  'craft',
  'public_transport',
] as const
const DULL = new Set([
  'parking',
  'parking_space',
  'bench',
  'waste_basket',
  'bicycle_parking',
  'vending_machine',
  'post_box',
  'telephone',
  'stop_position',
  'platform',
  'pitch',
  'information',
  'artwork',
  'memorial',
])

const isStreet = (tags: Tags): boolean =>
  tags.highway !== undefined &&
  tags.name !== undefined &&
  !NO_STREET.has(tags.highway) &&
  tags.area !== 'yes' &&
  !tags.highway.endsWith('_link')

/** What kind of landmark this is, in one word, or null when it is none. */
export const landmarkOf = (tags: Tags): string | null => {
  if (tags.name === undefined) return null
  if (tags.railway === 'station' || tags.railway === 'halt') return 'station'
  if (tags.highway === 'bus_stop') return 'bus_stop'
  for (const key of POI_KEYS) {
    const value = tags[key]
    if (value !== undefined && value !== 'no' && !DULL.has(value)) return value === 'yes' ? key : value
  }
  if (tags.man_made === 'bridge' || tags.man_made === 'lighthouse' || tags.man_made === 'pier') return tags.man_made
  if (tags.natural === 'beach') return 'beach'
  if (tags.landuse === 'cemetery' || tags.landuse === 'industrial' || tags.landuse === 'retail') return tags.landuse
  if (tags.building !== undefined && tags.building !== 'no') return 'building'
  return null
}

/** One number each of "12;14", and of nothing longer than a number should be. */
const numbersIn = (text: string): string[] =>
  text
    .split(/[;,]/)
    .map((part) => part.trim())
    .filter((part) => part !== '' && part.length <= 12)

const middleOf = (line: readonly Spot[]): Spot => {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [lng, lat] of line) {
    west = Math.min(west, lng)
    east = Math.max(east, lng)
    south = Math.min(south, lat)
    north = Math.max(north, lat)
  }
  return [(west + east) / 2, (south + north) / 2]
}

type Nodes = { keep: (id: number, lng: number, lat: number) => void; at: (id: number) => Spot | null }

const createNodes = (): Nodes => {
  const ids = createIdMap(1 << 16)
  let places = new Int32Array(1 << 17)
  return {
    keep: (id, lng, lat) => {
      const index = ids.add(id)
      if (index * 2 >= places.length) {
        const larger = new Int32Array(places.length * 2)
        larger.set(places)
        places = larger
      }
      places[index * 2] = Math.round(lng * 1e7)
      places[index * 2 + 1] = Math.round(lat * 1e7)
    },
    at: (id) => {
      const index = ids.get(id)
      return index < 0 ? null : [places[index * 2] / 1e7, places[index * 2 + 1] / 1e7]
    },
  }
}

const addressed = (found: Collected, at: Spot, tags: Tags): void => {
  const number = tags['addr:housenumber']
  if (number === undefined || tags['addr:interpolation'] !== undefined) return
  for (const one of numbersIn(number)) {
    found.houses.push({ at, number: one, street: tags['addr:street'] ?? tags['addr:place'] ?? null, tags })
  }
}

const takeThing = (found: Collected, at: Spot, tags: Tags): void => {
  const place = RANKS[tags.place ?? '']
  if (place && tags.name) {
    found.places.push({ name: tags.name, at, rank: place[0], reach: place[1], postcode: tags.postal_code })
  }
  addressed(found, at, tags)
  const what = place || tags.highway ? (tags.highway === 'bus_stop' ? 'bus_stop' : null) : landmarkOf(tags)
  if (what !== null && tags.name !== undefined) found.pois.push({ name: tags.name, at, what, tags })
}

const interpolationOf = (
  line: Spot[],
  refs: readonly number[],
  numbers: ReadonlyMap<number, Tags>,
  tags: Tags,
): RawInterpolation | null => {
  const first = numbers.get(refs[0])
  const last = numbers.get(refs[refs.length - 1])
  const [from, to] = [first?.['addr:housenumber'], last?.['addr:housenumber']]
  if (from === undefined || to === undefined) return null
  const every = tags['addr:interpolation']
  return {
    line,
    from,
    to,
    step: every === 'all' ? 1 : 2,
    street: tags['addr:street'] ?? first?.['addr:street'] ?? null,
    tags: first ?? tags,
  }
}

/** Names of streets for houses that belong to an associatedStreet relation, by way or node id. */
const streetOfMembers = (members: readonly OsmMember[], name: string, byWay: Map<number, string>): void => {
  for (const member of members) if (member.role === 'house' && member.type === 'way') byWay.set(member.ref, name)
}

/** Everything in the extract that has an address or helps to describe one. Throws ExtractError. */
export const collectAddresses = async (
  file: string,
  bbox: Bbox | undefined,
  onProgress: (share: number) => void,
): Promise<Collected> => {
  const found: Collected = { streets: [], houses: [], places: [], pois: [], interpolations: [] }
  const nodes = createNodes()
  const numbered = new Map<number, Tags>()
  const wayMiddles = new Map<number, Spot>()
  const streetOfWay = new Map<number, string>()
  const houseOfWay = new Map<number, RawHouse>()
  await readExtract(file, {
    bbox,
    onProgress,
    onNode: ({ id, lon, lat, tags }) => {
      nodes.keep(id, lon, lat)
      if (tags['addr:housenumber'] !== undefined) numbered.set(id, tags)
      for (const _ in tags) return takeThing(found, [lon, lat], tags)
    },
    onWay: ({ id, refs, tags }) => {
      const line: Spot[] = []
      for (const ref of refs) {
        const at = nodes.at(ref)
        if (at) line.push(at)
      }
      if (line.length === 0) return
      if (isStreet(tags)) {
        if (line.length > 1) found.streets.push({ name: tags.name, line, tags })
        return
      }
      wayMiddles.set(id, middleOf(line))
      if (tags['addr:interpolation'] !== undefined) {
        const between = interpolationOf(line, refs, numbered, tags)
        if (between && line.length > 1) found.interpolations.push(between)
        return
      }
      if (tags.highway !== undefined) return
      const before = found.houses.length
      takeThing(found, middleOf(line), tags)
      const house = found.houses[before]
      if (house && house.street === null) houseOfWay.set(id, house)
    },
    onRelation: ({ members, tags }) => {
      if (tags.type === 'associatedStreet' && tags.name) streetOfMembers(members, tags.name, streetOfWay)
      const outer = members.find((member) => member.type === 'way' && wayMiddles.has(member.ref))
      const at = outer ? wayMiddles.get(outer.ref) : undefined
      if (at && (tags.type === 'multipolygon' || tags.type === 'site')) takeThing(found, at, tags)
    },
  })
  for (const [way, name] of streetOfWay) {
    const house = houseOfWay.get(way)
    if (house) house.street = name
  }
  return found
}

import { type Random, seededRandom } from '@ambit/random'
import type { Drawing, Point, Tags } from '@ambit/streets'
import type { Ground, GroundKind } from './grounds.ts'
import { addressTags } from './houses.ts'
import type { House } from './houses.ts'
import {
  COAST,
  EXTENT,
  ISLAND,
  RAILWAY,
  RIVER,
  RIVER_NAME,
  riverMetres,
  STATE,
  STATIONS,
  SUBURBS,
  TOWN_NAME,
} from './layout.ts'
import { MAIN_ROADS } from './main-roads.ts'
import type { Site } from './sites.ts'
import type { DrawnTrack } from './network.ts'
import { add, along, distance, inside, keepLeft, left, lengthOf, mix, nearest, rectangle } from './geometry.ts'
import type { Line } from './geometry.ts'
import type { Terrain } from './terrain.ts'
import { suburbAt } from './terrain.ts'

const SITE_TAGS: Record<Site['kind'], Tags> = {
  park: { leisure: 'park' },
  wood: { natural: 'wood' },
  lake: { natural: 'water', water: 'lake' },
  golf: { leisure: 'golf_course' },
  cemetery: { landuse: 'cemetery' },
  industrial: { landuse: 'industrial' },
  pitch: { leisure: 'pitch', sport: 'cricket' },
  reserve: { leisure: 'nature_reserve', natural: 'wood' },
  farmland: { landuse: 'farmland' },
}

const GROUND_TAGS: Record<GroundKind, Tags> = {
  hospital: { amenity: 'hospital', emergency: 'yes' },
  school: { amenity: 'school' },
  college: { amenity: 'college' },
  supermarket: { shop: 'supermarket', landuse: 'retail' },
  shopping_centre: { shop: 'mall', landuse: 'retail' },
  clinic: { amenity: 'clinic', healthcare: 'clinic' },
  aged_care: { amenity: 'social_facility', social_facility: 'assisted_living' },
  pool: { leisure: 'sports_centre', sport: 'swimming' },
  church: { amenity: 'place_of_worship', religion: 'christian' },
}

const named = (tags: Tags, name: string | null): Tags => (name === null ? tags : { ...tags, name })

/** The river's middle, led round the island on its northern side. */
const mainChannel = (): Line => {
  let metres = 0
  return RIVER.map((point, i) => {
    if (i > 0) metres += distance(RIVER[i - 1], point)
    const { direction } = along(RIVER, metres)
    const fromIsland = Math.abs(metres - riverMetres(ISLAND.share)) / (ISLAND.length * 0.75)
    return add(point, left(direction), (ISLAND.width / 2 + 34) * Math.exp(-(fromIsland ** 4)))
  })
}

const drawWater = (drawing: Drawing, terrain: Terrain): void => {
  drawing.path(COAST, { natural: 'coastline' })
  const outer = drawing.area(terrain.riverBanks, {})
  const inner = drawing.area(terrain.island, { natural: 'wood', name: ISLAND.name })
  drawing.relation(
    [
      { type: 'way', ref: outer, role: 'outer' },
      { type: 'way', ref: inner, role: 'inner' },
    ],
    { type: 'multipolygon', natural: 'water', water: 'river', name: RIVER_NAME },
  )
  drawing.path(mainChannel(), { waterway: 'river', name: RIVER_NAME })
  drawing.area(terrain.beach, { natural: 'beach', surface: 'sand', name: 'Halloran Main Beach' })
}

/** Homes' land: around each suburb, where it is neither water nor reserved. */
const drawResidential = (drawing: Drawing): void => {
  for (const suburb of SUBURBS) {
    const ring = Array.from({ length: 40 }, (_, i): Point => {
      const angle = (i / 40) * Math.PI * 2
      return add(suburb.centre, [Math.cos(angle), Math.sin(angle)], suburb.radius * 0.98)
    })
    drawing.area(clipToSuburb(ring, suburb.centre), { landuse: 'residential' })
  }
}

const clipToSuburb = (ring: Line, centre: Point): Line => {
  let cell = ring
  for (const other of SUBURBS) {
    if (other.centre === centre) continue
    const away: Point = [other.centre[0] - centre[0], other.centre[1] - centre[1]]
    cell = keepLeft(cell, mix(centre, other.centre, 0.5), left(away))
  }
  return cell
}

/** The polygon of a suburb: the part of the town nearest to its centre. */
export const suburbPolygon = (centre: Point): Line => {
  const [west, south, east, north] = EXTENT
  return clipToSuburb(
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
    ],
    centre,
  )
}

const drawSuburbs = (drawing: Drawing): void => {
  drawing.node([30, 20], {
    place: 'town',
    name: TOWN_NAME,
    population: '40000',
    note: 'An invented town, for demonstration',
    'addr:state': STATE,
  })
  for (const suburb of SUBURBS) {
    const label = drawing.node(suburb.centre, { place: 'suburb', name: suburb.name, postal_code: suburb.postcode })
    const edge = drawing.area(suburbPolygon(suburb.centre), {})
    drawing.relation(
      [
        { type: 'way', ref: edge, role: 'outer' },
        { type: 'node', ref: label, role: 'label' },
      ],
      {
        type: 'boundary',
        boundary: 'administrative',
        admin_level: '10',
        name: suburb.name,
        postal_code: suburb.postcode,
      },
    )
  }
}

const drawGrounds = (drawing: Drawing, grounds: readonly Ground[], random: Random): void => {
  for (const ground of grounds) {
    const number = String(random.whole(2, 240))
    drawing.area(ground.ring, {
      ...GROUND_TAGS[ground.kind],
      name: ground.name,
      ...addressTags(ground.street, number, ground.centre),
    })
    const [width, depth] = ground.size
    const blocks = ground.kind === 'hospital' || ground.kind === 'school' || ground.kind === 'college' ? 3 : 1
    for (let i = 0; i < blocks; i++) {
      const shift = ((i + 0.5) / blocks - 0.5) * width * 0.86
      const back = blocks === 1 ? 0.1 : random.between(-0.05, 0.2)
      const inward = left(ground.direction)
      const sign = Math.sign(
        (ground.centre[0] - ground.driveway[0][0]) * inward[0] + (ground.centre[1] - ground.driveway[0][1]) * inward[1],
      )
      const at = add(add(ground.centre, ground.direction, shift), inward, back * depth * sign)
      drawing.area(rectangle(at, ground.direction, (width * 0.72) / blocks, depth * random.between(0.34, 0.5)), {
        building: ground.kind === 'church' ? 'church' : 'yes',
        'building:levels': ground.kind === 'hospital' ? '5' : '1',
      })
    }
  }
}

const nearestStreet = (tracks: readonly DrawnTrack[], at: Point): string => {
  let best = { name: '', away: Infinity }
  for (const { track, line } of tracks) {
    const name = track.tags.name
    if (track.group !== 'road' || name === undefined) continue
    for (let i = 1; i < line.length; i++) {
      const { away } = nearest(at, line[i - 1], line[i])
      if (away < best.away) best = { name, away }
    }
  }
  return best.name
}

const CIVIC: readonly { name: string; tags: Tags; near: Point }[] = [
  { name: 'Port Halloran Town Hall', tags: { amenity: 'townhall' }, near: [80, 130] },
  { name: 'Port Halloran Library', tags: { amenity: 'library' }, near: [190, 200] },
  { name: 'Harbourside Bus Station', tags: { amenity: 'bus_station', public_transport: 'station' }, near: [-330, 160] },
  { name: 'Port Halloran Post Office', tags: { amenity: 'post_office' }, near: [60, 250] },
  { name: 'Port Halloran Police Station', tags: { amenity: 'police' }, near: [230, -60] },
  { name: 'Court House', tags: { amenity: 'courthouse' }, near: [150, 20] },
  { name: 'Lyric Theatre', tags: { amenity: 'theatre' }, near: [-60, -60] },
  { name: 'Regional Art Gallery', tags: { tourism: 'museum' }, near: [300, -130] },
  { name: 'Eastbeach Surf Club', tags: { amenity: 'pub' }, near: [2030, 560] },
  { name: 'Halloran Jetty', tags: { tourism: 'attraction' }, near: [2130, 760] },
  { name: 'Signal Hill Lookout', tags: { tourism: 'viewpoint' }, near: [2240, 3060] },
  { name: 'Pelican Point Lighthouse', tags: { man_made: 'lighthouse', tourism: 'attraction' }, near: [3040, -1500] },
  { name: 'Marina View Hotel', tags: { tourism: 'hotel' }, near: [1300, -60] },
  { name: 'Esplanade Holiday Park', tags: { tourism: 'caravan_site' }, near: [1900, 1900] },
]

const SHOPS: readonly (readonly [string, Tags])[] = [
  ['Bakery', { shop: 'bakery' }],
  ['Café', { amenity: 'cafe' }],
  ['Pharmacy', { amenity: 'pharmacy' }],
  ['Newsagency', { shop: 'newsagent' }],
  ['Hotel', { amenity: 'pub' }],
  ['Thai Kitchen', { amenity: 'restaurant' }],
  ['Fish & Chips', { amenity: 'fast_food' }],
  ['Butchery', { shop: 'butcher' }],
  ['Books', { shop: 'books' }],
  ['Hardware', { shop: 'hardware' }],
  ['Dental', { amenity: 'dentist' }],
  ['Hair Studio', { shop: 'hairdresser' }],
  ['Corner Store', { shop: 'convenience' }],
  ['Optical', { shop: 'optician' }],
  ['Bank', { amenity: 'bank' }],
  ['Greengrocer', { shop: 'greengrocer' }],
  ['Bicycles', { shop: 'bicycle' }],
  ['Vet Clinic', { amenity: 'veterinary' }],
]
const FIRST_WORDS = [
  'Salty',
  'Corner',
  'Heron',
  'Harbour',
  'Blue Door',
  'Tidal',
  'Old Mill',
  'Banksia',
  'Lantern',
  'Driftwood',
  'Coral',
  'Gumnut',
  'Magpie',
  'Pelican',
  'Sandbar',
  'Red Gate',
  'Southerly',
  'Compass',
]

const drawShops = (drawing: Drawing, houses: readonly House[], random: Random): void => {
  const fronts = random.shuffled(houses.filter((house) => house.frontage === 'shop')).slice(0, 90)
  const main = new Set(MAIN_ROADS.map((road) => road.name))
  const corners = random
    .shuffled(houses.filter((house) => house.frontage === 'home' && main.has(house.street)))
    .slice(0, 70)
  const used = new Set<string>()
  for (const house of [...fronts, ...corners]) {
    const [kind, tags] = random.pick(SHOPS)
    const name = `${random.pick(FIRST_WORDS)} ${kind}`
    if (used.has(`${name} ${house.suburb}`)) continue
    used.add(`${name} ${house.suburb}`)
    drawing.node(house.at, { ...tags, name, ...addressTags(house.street, house.number, house.at) })
  }
}

const drawStations = (drawing: Drawing, tracks: readonly DrawnTrack[]): void => {
  for (const station of STATIONS) {
    let at = station.near
    let best = Infinity
    for (let i = 1; i < RAILWAY.length; i++) {
      const hit = nearest(station.near, RAILWAY[i - 1], RAILWAY[i])
      if (hit.away < best) {
        best = hit.away
        at = hit.point
      }
    }
    drawing.node(at, {
      railway: 'station',
      public_transport: 'station',
      name: `${station.name} Station`,
      'addr:street': nearestStreet(tracks, at),
      'addr:suburb': suburbAt(at).name,
    })
  }
}

const drawBusStops = (drawing: Drawing): void => {
  for (const road of MAIN_ROADS) {
    const length = lengthOf(road.line)
    for (let metres = 180; metres < length - 120; metres += 420) {
      const { point, direction } = along(road.line, metres)
      if (!SUBURBS.some((suburb) => distance(point, suburb.centre) < suburb.radius)) continue
      drawing.node(add(point, left(direction), 8), {
        highway: 'bus_stop',
        name: `${road.name} near ${suburbAt(point).name} stop ${Math.round(metres / 420) + 1}`,
      })
    }
  }
}

const drawSites = (drawing: Drawing, terrain: Terrain, random: Random): void => {
  for (const { site, ring } of terrain.sites) {
    drawing.area(ring, named(SITE_TAGS[site.kind], site.name))
    if (site.kind !== 'industrial') continue
    const angle = (site.turn * Math.PI) / 180
    const direction: Point = [Math.cos(angle), Math.sin(angle)]
    for (let u = -0.36; u <= 0.4; u += 0.24) {
      for (let v = -0.32; v <= 0.4; v += 0.32) {
        const at = add(add(site.centre, direction, u * site.size[0]), left(direction), v * site.size[1])
        if (!inside(at, ring)) continue
        drawing.area(rectangle(at, direction, random.between(50, 84), random.between(34, 62)), {
          building: 'industrial',
        })
      }
    }
  }
}

/** Nature, districts, landmarks and shops: everything that is not the network and not a home. */
export const drawPlaces = (
  seed: number,
  drawing: Drawing,
  terrain: Terrain,
  tracks: readonly DrawnTrack[],
  grounds: readonly Ground[],
  houses: readonly House[],
): void => {
  const random = seededRandom(seed, 'places')
  drawWater(drawing, terrain)
  drawResidential(drawing)
  drawSuburbs(drawing)
  drawSites(drawing, terrain, random)
  drawGrounds(drawing, grounds, random)
  for (const civic of CIVIC) {
    const street = nearestStreet(tracks, civic.near)
    drawing.node(civic.near, {
      ...civic.tags,
      name: civic.name,
      ...addressTags(street, String(random.whole(1, 90)), civic.near),
    })
  }
  drawStations(drawing, tracks)
  drawBusStops(drawing)
  drawShops(drawing, houses, random)
}

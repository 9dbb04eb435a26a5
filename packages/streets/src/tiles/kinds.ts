import type { Tags } from '../osm/read.ts'

// Layer, kind and attribute names of the protomaps basemap schema, version 4, as the styles of @protomaps/basemaps
// read them: https://docs.protomaps.com/basemaps/layers

export type LayerName = 'earth' | 'landuse' | 'water' | 'roads' | 'buildings' | 'boundaries' | 'places' | 'pois'
export type Properties = Record<string, string | number | boolean>
/** What a thing is on the map, and the first zoom at which it is drawn */
export type Look = { layer: LayerName; properties: Properties; zoom: number }

const NO = new Set<string | undefined>([undefined, '', 'no', 'false', '0'])
const yes = (value: string | undefined): boolean => !NO.has(value)
const named = (tags: Tags, properties: Properties): Properties =>
  tags.name ? { ...properties, name: tags.name } : properties

const ROADS: Readonly<Record<string, readonly [kind: string, zoom: number]>> = {
  motorway: ['highway', 4],
  trunk: ['major_road', 6],
  primary: ['major_road', 8],
  secondary: ['major_road', 9],
  tertiary: ['major_road', 10],
  residential: ['minor_road', 12],
  unclassified: ['minor_road', 12],
  living_street: ['minor_road', 12],
  road: ['minor_road', 12],
  service: ['minor_road', 13],
  raceway: ['minor_road', 13],
  pedestrian: ['path', 13],
  track: ['path', 13],
  path: ['path', 13],
  cycleway: ['path', 13],
  bridleway: ['path', 13],
  footway: ['path', 14],
  steps: ['path', 14],
}
const RAILS: Readonly<Record<string, number>> = {
  rail: 10,
  light_rail: 12,
  subway: 12,
  tram: 13,
  narrow_gauge: 12,
  funicular: 13,
}
const WATERWAYS: Readonly<Record<string, number>> = { river: 9, canal: 11, stream: 13 }

const roadLook = (tags: Tags, highway: string): Look | null => {
  const base = highway.replace('_link', '')
  const road = ROADS[base]
  if (!road) return null
  const properties: Properties = { kind: road[0], kind_detail: base, min_zoom: road[1] }
  if (base !== highway) properties.is_link = true
  if (yes(tags.bridge)) properties.is_bridge = true
  if (yes(tags.tunnel)) properties.is_tunnel = true
  if (tags.oneway === 'yes' || tags.oneway === '1' || tags.junction === 'roundabout') properties.oneway = 'yes'
  if (tags.ref && road[0] !== 'path') {
    properties.ref = tags.ref
    properties.shield_text = tags.ref.split(';')[0]
    properties.network = 'other'
  }
  const link = base !== highway ? 2 : 0
  return { layer: 'roads', properties: named(tags, properties), zoom: Math.min(14, road[1] + link) }
}

/** What an open way is on the map, or null when it is not drawn. */
export const lineLook = (tags: Tags): Look | null => {
  if (tags.highway && tags.area !== 'yes') return roadLook(tags, tags.highway)
  const rail = RAILS[tags.railway ?? '']
  if (rail !== undefined) {
    const properties: Properties = { kind: 'rail', kind_detail: tags.railway, min_zoom: rail }
    if (yes(tags.bridge)) properties.is_bridge = true
    if (yes(tags.tunnel)) properties.is_tunnel = true
    return { layer: 'roads', properties: named(tags, properties), zoom: yes(tags.service) ? 13 : rail }
  }
  if (tags.aeroway === 'runway' || tags.aeroway === 'taxiway') {
    return { layer: 'roads', properties: { kind: 'aeroway', kind_detail: tags.aeroway }, zoom: 11 }
  }
  if (tags.man_made === 'pier') return { layer: 'roads', properties: { kind: 'other', kind_detail: 'pier' }, zoom: 13 }
  const water = WATERWAYS[tags.waterway ?? '']
  return water === undefined || yes(tags.tunnel)
    ? null
    : { layer: 'water', properties: named(tags, { kind: tags.waterway, min_zoom: water }), zoom: water }
}

const LANDUSE: Readonly<Record<string, readonly string[]>> = {
  leisure: [
    'park',
    'garden',
    'golf_course',
    'nature_reserve',
    'pitch',
    'playground',
    'stadium',
    'dog_park',
    'recreation_ground',
    'marina',
  ],
  landuse: [
    'forest',
    'grass',
    'meadow',
    'farmland',
    'residential',
    'industrial',
    'commercial',
    'retail',
    'cemetery',
    'military',
    'allotments',
    'village_green',
    'recreation_ground',
    'quarry',
    'railway',
    'orchard',
    'vineyard',
    'farmyard',
    'religious',
  ],
  natural: ['wood', 'scrub', 'grassland', 'heath', 'beach', 'sand', 'glacier', 'bare_rock', 'wetland', 'scree'],
  amenity: ['school', 'college', 'university', 'kindergarten', 'hospital', 'grave_yard'],
  aeroway: ['aerodrome', 'runway', 'taxiway'],
  tourism: ['zoo', 'theme_park'],
  boundary: ['national_park', 'protected_area'],
  man_made: ['pier'],
  highway: ['pedestrian'],
}
/** Values that the styles know under another name */
const SAME_AS: Readonly<Record<string, string>> = {
  garden: 'park',
  recreation_ground: 'park',
  dog_park: 'park',
  grave_yard: 'cemetery',
  heath: 'scrub',
  meadow: 'grassland',
  orchard: 'farmland',
  vineyard: 'farmland',
  retail: 'commercial',
  kindergarten: 'school',
  stadium: 'pitch',
}

const landuseKind = (tags: Tags): string | null => {
  for (const key of [
    'leisure',
    'natural',
    'amenity',
    'landuse',
    'aeroway',
    'tourism',
    'boundary',
    'man_made',
    'highway',
  ]) {
    const value = tags[key]
    if (value !== undefined && LANDUSE[key].includes(value)) return SAME_AS[value] ?? value
  }
  return null
}

const isWater = (tags: Tags): boolean =>
  tags.natural === 'water' ||
  tags.natural === 'bay' ||
  tags.waterway === 'riverbank' ||
  tags.waterway === 'dock' ||
  tags.landuse === 'reservoir' ||
  tags.landuse === 'basin' ||
  tags.leisure === 'swimming_pool'

const heightOf = (tags: Tags): number => {
  const height = Number.parseFloat(tags.height ?? '')
  if (Number.isFinite(height)) return height
  const levels = Number.parseFloat(tags['building:levels'] ?? '')
  return Number.isFinite(levels) ? levels * 3 : 5
}

/** What a closed way or a multipolygon is on the map, or null; the zoom may still rise for small areas. */
export const areaLook = (tags: Tags): Look | null => {
  if (yes(tags.building)) {
    return { layer: 'buildings', properties: { kind: 'building', height: heightOf(tags) }, zoom: 14 }
  }
  if (isWater(tags)) {
    const properties: Properties = {
      kind: 'water',
      kind_detail: tags.water ?? tags.waterway ?? tags.natural ?? 'water',
    }
    return { layer: 'water', properties, zoom: 5 }
  }
  const kind = landuseKind(tags)
  if (kind === null || (tags.highway !== undefined && tags.area !== 'yes')) return null
  return { layer: 'landuse', properties: { kind }, zoom: 6 }
}

/** Does a closed way with these tags enclose an area, rather than being a road that comes back to its start? */
export const enclosesArea = (tags: Tags): boolean =>
  tags.area === 'yes' ||
  (tags.area !== 'no' && tags.highway === undefined && tags.railway === undefined && tags.barrier === undefined)

const PLACES: Readonly<Record<string, readonly [kind: string, zoom: number, population: number]>> = {
  city: ['locality', 5, 200_000],
  town: ['locality', 8, 20_000],
  village: ['locality', 10, 1500],
  hamlet: ['locality', 12, 150],
  suburb: ['neighbourhood', 11, 5000],
  quarter: ['neighbourhood', 12, 2000],
  neighbourhood: ['neighbourhood', 13, 800],
}
const POPULATION_STEPS = [0, 200, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6, 5e6, 1e7, 2e7, 5e7, 1e8, 1e9]

const placeLook = (tags: Tags): Look | null => {
  const place = PLACES[tags.place ?? '']
  if (!place || !tags.name) return null
  const population = Number.parseInt(tags.population ?? '', 10) || place[2]
  return {
    layer: 'places',
    zoom: place[1],
    properties: {
      kind: place[0],
      kind_detail: tags.place,
      name: tags.name,
      min_zoom: place[1],
      population,
      population_rank: POPULATION_STEPS.filter((step) => population >= step).length,
    },
  }
}

const POIS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  railway: { station: 12, halt: 13 },
  aeroway: { aerodrome: 11, terminal: 13 },
  amenity: {
    hospital: 12,
    university: 13,
    college: 14,
    school: 14,
    library: 14,
    townhall: 13,
    bus_station: 13,
    ferry_terminal: 13,
    clinic: 14,
    post_office: 15,
    police: 15,
    theatre: 15,
    place_of_worship: 15,
    marketplace: 15,
    cafe: 16,
    restaurant: 16,
    pharmacy: 16,
  },
  shop: { mall: 13, supermarket: 14, department_store: 14 },
  tourism: { attraction: 14, museum: 14, zoo: 13, hotel: 15, viewpoint: 15 },
  leisure: { park: 13, stadium: 13, sports_centre: 14, golf_course: 14, nature_reserve: 13, marina: 14 },
  natural: { beach: 13 },
  landuse: { cemetery: 14 },
  highway: { bus_stop: 16 },
}

const poiLook = (tags: Tags): Look | null => {
  if (!tags.name) return null
  for (const [key, kinds] of Object.entries(POIS)) {
    const value = tags[key]
    const zoom = value === undefined ? undefined : kinds[value]
    if (value === undefined || zoom === undefined) continue
    return { layer: 'pois', properties: { kind: value, name: tags.name, min_zoom: zoom }, zoom: Math.min(14, zoom) }
  }
  return null
}

/** The label that stands at a point or in the middle of an area, or null. */
export const pointLook = (tags: Tags): Look | null => {
  if (tags.name && (tags.place === 'island' || tags.place === 'islet')) {
    return { layer: 'earth', properties: { kind: 'island', name: tags.name, min_zoom: 12 }, zoom: 12 }
  }
  return placeLook(tags) ?? poiLook(tags)
}

/** The name of a lake or bay, at its middle: polygons carry none, or each tile would repeat it. */
export const waterLabelLook = (tags: Tags): Look | null => {
  if (!tags.name || !isWater(tags) || tags.water === 'river' || tags.waterway === 'riverbank') return null
  const kind = tags.natural === 'bay' ? 'bay' : 'lake'
  return { layer: 'water', properties: { kind, name: tags.name, min_zoom: 11 }, zoom: 11 }
}

/** Borders of countries, states and counties; smaller ones would only be noise. */
export const boundaryLook = (tags: Tags): Look | null => {
  const level = Number.parseInt(tags.admin_level ?? '', 10)
  if (tags.boundary !== 'administrative' || !(level >= 2 && level <= 6)) return null
  const kind = level === 2 ? 'country' : level <= 4 ? 'region' : 'county'
  return {
    layer: 'boundaries',
    properties: { kind, kind_detail: level, min_zoom: level === 2 ? 0 : 7 },
    zoom: level === 2 ? 0 : 7,
  }
}

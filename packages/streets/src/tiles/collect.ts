import { padBbox, pointInRing } from '@ambit/geo'
import type { Bbox, LngLat } from '@ambit/geo'
import { createIdMap } from '../osm/id-map.ts'
import { readExtract } from '../osm/read.ts'
import type { OsmRelation, Tags } from '../osm/read.ts'
import { seaBeyond, seaPolygons } from './coast.ts'
import { areaLook, boundaryLook, enclosesArea, lineLook, pointLook, waterLabelLook } from './kinds.ts'
import type { LayerName, Look, Properties } from './kinds.ts'
import { joinLines } from './rings.ts'
import type { NodeLine } from './rings.ts'

export type Shape =
  | { type: 'Point'; coordinates: LngLat }
  | { type: 'LineString'; coordinates: LngLat[] }
  | { type: 'Polygon'; coordinates: LngLat[][] }
/** `size`: area in square degrees, to draw large areas below small ones */
export type MapFeature = { properties: Properties; zoom: number; shape: Shape; size: number }
export type MapLayers = Record<LayerName, MapFeature[]>

/** Node places and the nodes of each way, in flat arrays: a city has millions. */
type Geometry = {
  keepNode: (id: number, lng: number, lat: number) => void
  keepWay: (id: number, refs: readonly number[]) => NodeLine
  wayNodes: (id: number) => NodeLine | null
  place: (node: number) => LngLat
}

const grown = (array: Int32Array<ArrayBuffer>, needed: number): Int32Array<ArrayBuffer> => {
  if (needed <= array.length) return array
  const larger = new Int32Array(Math.max(needed, array.length * 2))
  larger.set(array)
  return larger
}

const createGeometry = (): Geometry => {
  const nodes = createIdMap(1 << 16)
  const ways = createIdMap(1 << 14)
  let places = new Int32Array(1 << 17)
  let refsOf = new Int32Array(1 << 17)
  let startOf = new Int32Array(1 << 14)
  let used = 0
  return {
    keepNode: (id, lng, lat) => {
      const node = nodes.add(id)
      places = grown(places, node * 2 + 2)
      places[node * 2] = Math.round(lng * 1e7)
      places[node * 2 + 1] = Math.round(lat * 1e7)
    },
    keepWay: (id, refs) => {
      const line = refs.map((ref) => nodes.get(ref)).filter((node) => node >= 0)
      const way = ways.add(id)
      refsOf = grown(refsOf, used + line.length)
      startOf = grown(startOf, way + 2)
      refsOf.set(line, used)
      startOf[way] = used
      used += line.length
      startOf[way + 1] = used
      return line
    },
    wayNodes: (id) => {
      const way = ways.get(id)
      return way < 0 ? null : [...refsOf.subarray(startOf[way], startOf[way + 1])]
    },
    place: (node) => [places[node * 2] / 1e7, places[node * 2 + 1] / 1e7],
  }
}

const ringArea = (ring: readonly LngLat[]): number => {
  let twice = 0
  for (let i = 1; i < ring.length; i++) twice += ring[i - 1][0] * ring[i][1] - ring[i][0] * ring[i - 1][1]
  return Math.abs(twice / 2)
}

const middleOf = (ring: readonly LngLat[]): LngLat => {
  let [x, y] = [0, 0]
  for (const point of ring) {
    x += point[0]
    y += point[1]
  }
  return [x / ring.length, y / ring.length]
}

/** The zoom from which an area is large enough to be seen: some five pixels across. */
const zoomForArea = (size: number): number => {
  const share = Math.sqrt(size) / 360
  return share === 0 ? 14 : Math.ceil(Math.log2(5 / (512 * share)))
}

type Drawer = {
  layers: MapLayers
  point: (tags: Tags, at: LngLat) => void
  line: (tags: Tags, line: LngLat[]) => void
  area: (tags: Tags, rings: LngLat[][]) => void
  put: (look: Look, shape: Shape, size: number) => void
}

const startLayers = (): Drawer => {
  const layers: MapLayers = {
    earth: [],
    landuse: [],
    water: [],
    roads: [],
    buildings: [],
    boundaries: [],
    places: [],
    pois: [],
  }
  const put = (look: Look, shape: Shape, size: number): void => {
    layers[look.layer].push({ properties: look.properties, zoom: look.zoom, shape, size })
  }
  const point = (tags: Tags, at: LngLat): void => {
    const look = pointLook(tags)
    if (look) put(look, { type: 'Point', coordinates: at }, 0)
  }
  return {
    layers,
    put,
    point,
    line: (tags, line) => {
      const look = lineLook(tags)
      if (look && line.length > 1) put(look, { type: 'LineString', coordinates: line }, 0)
    },
    area: (tags, rings) => {
      const look = areaLook(tags)
      const size = ringArea(rings[0])
      if (look) {
        const zoom = Math.min(14, Math.max(look.zoom, zoomForArea(size)))
        put({ ...look, zoom }, { type: 'Polygon', coordinates: rings }, size)
      }
      const label = waterLabelLook(tags)
      if (label) put(label, { type: 'Point', coordinates: middleOf(rings[0]) }, 0)
      point(tags, middleOf(rings[0]))
    },
  }
}

/** Polygons of a multipolygon relation: every outer ring with the inner rings that lie in it. */
const polygonsOf = (relation: OsmRelation, geometry: Geometry): LngLat[][][] => {
  const lines = { outer: new Array<NodeLine>(), inner: new Array<NodeLine>() }
  for (const member of relation.members) {
    if (member.type !== 'way') continue
    const nodes = geometry.wayNodes(member.ref)
    if (nodes) lines[member.role === 'inner' ? 'inner' : 'outer'].push(nodes)
  }
  const placed = (ring: NodeLine): LngLat[] => ring.map(geometry.place)
  const polygons = joinLines(lines.outer, false).rings.map((ring): LngLat[][] => [placed(ring)])
  for (const hole of joinLines(lines.inner, false).rings.map(placed)) {
    // An inner ring may touch the outer one: ask several of its points.
    const around = polygons.find(
      ([outer]) => hole.filter((point) => pointInRing(point, outer)).length * 2 > hole.length,
    )
    around?.push(hole)
  }
  return polygons
}

const drawRelation = (relation: OsmRelation, geometry: Geometry, drawer: Drawer): void => {
  const { tags } = relation
  if (tags.type === 'boundary' || tags.type === 'multipolygon') {
    const border = boundaryLook(tags)
    if (border) {
      const members = relation.members.filter((member) => member.type === 'way' && member.role !== 'inner')
      const lines = members.flatMap((member) => geometry.wayNodes(member.ref) ?? []).length === 0 ? [] : members
      for (const member of lines) {
        const nodes = geometry.wayNodes(member.ref)
        if (nodes && nodes.length > 1)
          drawer.put(border, { type: 'LineString', coordinates: nodes.map(geometry.place) }, 0)
      }
    }
  }
  if (tags.type !== 'multipolygon' && !(tags.type === 'boundary' && areaLook(tags))) return
  if (areaLook(tags) === null && pointLook(tags) === null) return
  for (const rings of polygonsOf(relation, geometry)) drawer.area(tags, rings)
}

/** Sea that is drawn beyond the data */
const SEA_ROOM_M = 400

/** Half the data's size on every side, so that the ground does not end at the last house. */
const surroundings = ([west, south, east, north]: Bbox): Bbox => {
  const [dx, dy] = [Math.max(0.03, (east - west) / 2), Math.max(0.03, (north - south) / 2)]
  return [Math.max(-180, west - dx), Math.max(-85, south - dy), Math.min(180, east + dx), Math.min(85, north + dy)]
}

const drawGround = (drawer: Drawer, coast: readonly NodeLine[], geometry: Geometry, data: Bbox): Bbox => {
  const box = surroundings(data)
  const [west, south, east, north] = box
  const ground: LngLat[] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  drawer.put(
    { layer: 'earth', properties: { kind: 'earth' }, zoom: 0 },
    { type: 'Polygon', coordinates: [ground] },
    1e6,
  )
  const { rings, open } = joinLines(coast, true)
  const placed = (line: NodeLine): LngLat[] => line.map(geometry.place)
  const seas = seaPolygons(open.map(placed), rings.map(placed), data)
  for (const sea of [...seas, ...seaBeyond(seas, data, box)]) {
    drawer.put({ layer: 'water', properties: { kind: 'ocean' }, zoom: 0 }, { type: 'Polygon', coordinates: sea }, 1e6)
  }
  return box
}

export type CollectedMap = { layers: MapLayers; data: Bbox; box: Bbox }

/** Everything of the extract that a map shows, sorted into layers. Throws ExtractError. */
export const collectMap = async (
  file: string,
  bbox: Bbox | undefined,
  onProgress: (share: number) => void,
): Promise<CollectedMap> => {
  const geometry = createGeometry()
  const drawer = startLayers()
  const coast: NodeLine[] = []
  const summary = await readExtract(file, {
    bbox,
    onProgress,
    onNode: ({ id, lon, lat, tags }) => {
      geometry.keepNode(id, lon, lat)
      for (const _ in tags) return drawer.point(tags, [lon, lat])
    },
    onWay: ({ id, refs, tags }) => {
      const nodes = geometry.keepWay(id, refs)
      if (nodes.length < 2) return
      if (tags.natural === 'coastline') coast.push(nodes)
      const line = nodes.map(geometry.place)
      const closed = nodes.length > 3 && nodes[0] === nodes[nodes.length - 1]
      if (closed && enclosesArea(tags)) drawer.area(tags, [line])
      else drawer.line(tags, line)
    },
    onRelation: (relation) => drawRelation(relation, geometry, drawer),
  })
  // The open sea is not mapped: a coast is often the very edge of the data, and the sea needs some room beyond it.
  const data = bbox ?? padBbox(summary.bbox, SEA_ROOM_M)
  const box = drawGround(drawer, coast, geometry, data)
  // Large areas first: a pond lies on the park, not under it.
  for (const layer of [drawer.layers.landuse, drawer.layers.water]) layer.sort((a, b) => b.size - a.size)
  drawer.layers.roads.sort((a, b) => b.zoom - a.zoom)
  return { layers: drawer.layers, data, box }
}

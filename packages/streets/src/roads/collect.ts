import { createIdMap } from '../osm/id-map.ts'
import type { IdMap } from '../osm/id-map.ts'
import { readExtract } from '../osm/read.ts'
import type { Bbox, OsmRelation, OsmWay, Tags } from '../osm/read.ts'
import { carAccess, carBlocked, carDirections, footAccess, footBlocked, footDirections } from './access.ts'
import { carSpeed, footSpeed, roadRank } from './speed.ts'

export type Profile = 'car' | 'foot'

/** One way as a profile sees it. Speeds in km/h, 0 for a direction that is not allowed. */
export type RoadWay = {
  id: number
  /** Node numbers of `Roads.lon` and `.lat`, only those that the extract holds */
  nodes: Int32Array
  forward: number
  backward: number
  rank: number
  name: number
  roundabout: boolean
  destination: boolean
}

/** What a node does to those who pass it. */
export const NODE_CAR_BLOCKED = 1
export const NODE_FOOT_BLOCKED = 2
export const NODE_SIGNALS = 4

export type Roads = {
  /** Degrees × 10⁷ by node number */
  lon: Int32Array
  lat: Int32Array
  nodeFlags: Uint8Array
  nodeIds: IdMap
  ways: Readonly<Record<Profile, RoadWay[]>>
  restrictions: OsmRelation[]
  names: string[]
  bbox: Bbox
  counts: { nodes: number; ways: number; relations: number }
}

export const FIXED = 1e7

const createCoordinates = () => {
  let lon = new Int32Array(4096)
  let lat = new Int32Array(4096)
  return {
    set: (index: number, x: number, y: number): void => {
      if (index >= lon.length) {
        const grown = [new Int32Array(lon.length * 2), new Int32Array(lon.length * 2)] as const
        grown[0].set(lon)
        grown[1].set(lat)
        lon = grown[0]
        lat = grown[1]
      }
      lon[index] = Math.round(x * FIXED)
      lat[index] = Math.round(y * FIXED)
    },
    take: (size: number) => ({ lon: lon.slice(0, size), lat: lat.slice(0, size) }),
  }
}

const nodeFlagsOf = (tags: Tags): number =>
  (carBlocked(tags) ? NODE_CAR_BLOCKED : 0) |
  (footBlocked(tags) ? NODE_FOOT_BLOCKED : 0) |
  (tags['highway'] === 'traffic_signals' ? NODE_SIGNALS : 0)

const streetName = (tags: Tags): string => tags['name'] ?? tags['ref'] ?? ''

const carWay = (way: OsmWay, nodes: Int32Array, name: number): RoadWay | null => {
  const access = carAccess(way.tags)
  if (access === 'closed') return null
  const directions = carDirections(way.tags)
  const speed = carSpeed(way.tags)
  return {
    id: way.id,
    nodes,
    forward: directions.forward ? speed.forward : 0,
    backward: directions.backward ? speed.backward : 0,
    rank: roadRank(way.tags),
    name,
    roundabout: way.tags['junction'] === 'roundabout' || way.tags['junction'] === 'circular',
    destination: access === 'destination',
  }
}

const footWay = (way: OsmWay, nodes: Int32Array, name: number): RoadWay | null => {
  if (footAccess(way.tags) === 'closed') return null
  const directions = footDirections(way.tags)
  const speed = footSpeed(way.tags)
  return {
    id: way.id,
    nodes,
    forward: directions.forward ? speed : 0,
    backward: directions.backward ? speed : 0,
    rank: 0,
    name,
    roundabout: false,
    destination: false,
  }
}

/** Everything in the extract that routing needs, in one reading. */
export const collectRoads = async (
  file: string,
  bbox: Bbox | undefined,
  onProgress?: (share: number) => void,
): Promise<Roads> => {
  const nodeIds = createIdMap()
  const coordinates = createCoordinates()
  const flagged = new Map<number, number>()
  const nameNumbers = new Map<string, number>([['', 0]])
  const ways = { car: new Array<RoadWay>(), foot: new Array<RoadWay>() }
  const restrictions: OsmRelation[] = []

  const numberOf = (name: string): number => {
    const known = nameNumbers.get(name)
    if (known !== undefined) return known
    nameNumbers.set(name, nameNumbers.size)
    return nameNumbers.size - 1
  }
  const takeWay = (way: OsmWay): void => {
    const { tags } = way
    if (tags['highway'] === undefined && tags['railway'] === undefined && tags['man_made'] === undefined) return
    const nodes = Int32Array.from(way.refs, (ref) => nodeIds.get(ref)).filter((node) => node >= 0)
    if (nodes.length < 2) return
    const name = numberOf(streetName(tags))
    const [car, foot] = [carWay(way, nodes, name), footWay(way, nodes, name)]
    if (car !== null) ways.car.push(car)
    if (foot !== null) ways.foot.push(foot)
  }

  const summary = await readExtract(file, {
    bbox,
    onProgress,
    onNode: (node) => {
      const index = nodeIds.add(node.id)
      coordinates.set(index, node.lon, node.lat)
      const flags = nodeFlagsOf(node.tags)
      if (flags !== 0) flagged.set(index, flags)
    },
    onWay: takeWay,
    onRelation: (relation) => {
      if (relation.tags['type'] === 'restriction') restrictions.push(relation)
    },
  })

  const nodeFlags = new Uint8Array(nodeIds.size)
  for (const [index, flags] of flagged) nodeFlags[index] = flags
  const { nodes, ways: wayCount, relations } = summary
  return {
    ...coordinates.take(nodeIds.size),
    nodeFlags,
    nodeIds,
    ways,
    restrictions,
    names: [...nameNumbers.keys()],
    bbox: summary.bbox,
    counts: { nodes, ways: wayCount, relations },
  }
}

import { NODE_CAR_BLOCKED, NODE_FOOT_BLOCKED, NODE_SIGNALS } from './collect.ts'
import type { Profile, RoadWay, Roads } from './collect.ts'

/**
 * The road network of one profile cut at its junctions. A piece has two arcs: 2 × piece along its points and
 * 2 × piece + 1 against them. The arc with `arcMs` -1 does not exist.
 */
export type Pieces = {
  count: number
  vertices: number
  /** Vertex at either end, by piece */
  from: Int32Array
  to: Int32Array
  /** Points of piece p: numbers `pointStart[p]` up to `pointStart[p + 1]` */
  pointStart: Int32Array
  /** Longitude and latitude of point i at 2 × i and 2 × i + 1, in degrees × 10⁷ */
  points: Int32Array
  lengthCm: Int32Array
  /** Driving or walking time by arc in ms, lights on the way included; -1 where it is not allowed */
  arcMs: Int32Array
  name: Int32Array
  rank: Uint8Array
  flags: Uint8Array
  /** OpenStreetMap way id by piece: restrictions name ways */
  way: Float64Array
  /** Vertices with traffic lights */
  signals: Uint8Array
  /** Node number of `Roads` by vertex */
  vertexNode: Int32Array
}

export const PIECE_ROUNDABOUT = 1
export const PIECE_DESTINATION = 2

export const reverseArc = (arc: number): number => arc ^ 1
export const arcTail = (pieces: Pieces, arc: number): number => ((arc & 1) === 0 ? pieces.from : pieces.to)[arc >> 1]
export const arcHead = (pieces: Pieces, arc: number): number => ((arc & 1) === 0 ? pieces.to : pieces.from)[arc >> 1]

/** Mean wait at lights, in ms: half of the cycles are met on green */
export const SIGNAL_MS = 7000
const EARTH_RADIUS_CM = 637_100_880
const RADIANS = Math.PI / 180 / 1e7

const metricCm = (lonA: number, latA: number, lonB: number, latB: number): number => {
  const dy = (latB - latA) * RADIANS
  const dx = (lonB - lonA) * RADIANS * Math.cos(((latA + latB) / 2) * RADIANS)
  return EARTH_RADIUS_CM * Math.sqrt(dx * dx + dy * dy)
}

/** How often each node is used: 2 and more is a junction. Ends count double; so do barriers, which part a way. */
const countUses = (roads: Roads, ways: readonly RoadWay[], blockFlag: number): Uint8Array => {
  const uses = new Uint8Array(roads.lon.length)
  const use = (node: number, times: number): void => {
    uses[node] = Math.min(200, uses[node] + times)
  }
  for (const { nodes } of ways) {
    for (const node of nodes) use(node, (roads.nodeFlags[node] & blockFlag) === 0 ? 1 : 2)
    use(nodes[0], 2)
    use(nodes[nodes.length - 1], 2)
  }
  return uses
}

type Cut = { way: RoadWay; start: number; end: number }

/** A ring without a junction, and one that ends where it begins, is cut in the middle so that no piece is a loop. */
const cutLoop = (cut: Cut): Cut[] => {
  const { way, start, end } = cut
  if (way.nodes[start] !== way.nodes[end] || end - start < 2) return [cut]
  const middle = (start + end) >> 1
  return [
    { way, start, end: middle },
    { way, start: middle, end },
  ]
}

const cutWay = (way: RoadWay, uses: Uint8Array): Cut[] => {
  const cuts: Cut[] = []
  let start = 0
  for (let i = 1; i < way.nodes.length; i++) {
    if (uses[way.nodes[i]] < 2 && i < way.nodes.length - 1) continue
    cuts.push(...cutLoop({ way, start, end: i }))
    start = i
  }
  return cuts.filter((cut) => way.nodes[cut.start] !== way.nodes[cut.end])
}

const timeMs = (cm: number, kmh: number, signals: number): number =>
  kmh <= 0 ? -1 : Math.max(1, Math.round((cm * 36) / kmh) + signals * SIGNAL_MS)

export const cutPieces = (roads: Roads, profile: Profile): Pieces => {
  const ways = roads.ways[profile]
  const blockFlag = profile === 'car' ? NODE_CAR_BLOCKED : NODE_FOOT_BLOCKED
  const uses = countUses(roads, ways, blockFlag)
  const cuts = ways.flatMap((way) => cutWay(way, uses))
  const total = cuts.reduce((sum, cut) => sum + cut.end - cut.start + 1, 0)
  const vertexOf = new Int32Array(roads.lon.length).fill(-1)
  const vertexNode: number[] = []
  const count = cuts.length
  const pieces = {
    count,
    from: new Int32Array(count),
    to: new Int32Array(count),
    pointStart: new Int32Array(count + 1),
    points: new Int32Array(total * 2),
    lengthCm: new Int32Array(count),
    arcMs: new Int32Array(count * 2),
    name: new Int32Array(count),
    rank: new Uint8Array(count),
    flags: new Uint8Array(count),
    way: new Float64Array(count),
  }

  // A barrier gets a vertex of its own for each piece that ends there: none leads on to another.
  const vertexAt = (node: number): number => {
    const blocked = (roads.nodeFlags[node] & blockFlag) !== 0
    if (!blocked && vertexOf[node] >= 0) return vertexOf[node]
    vertexNode.push(node)
    if (!blocked) vertexOf[node] = vertexNode.length - 1
    return vertexNode.length - 1
  }

  let point = 0
  cuts.forEach(({ way, start, end }, piece) => {
    pieces.pointStart[piece] = point
    let cm = 0
    let signals = 0
    for (let i = start; i <= end; i++, point++) {
      const node = way.nodes[i]
      pieces.points[2 * point] = roads.lon[node]
      pieces.points[2 * point + 1] = roads.lat[node]
      if (i > start)
        cm += metricCm(pieces.points[2 * point - 2], pieces.points[2 * point - 1], roads.lon[node], roads.lat[node])
      if (profile === 'car' && i > start && i < end && (roads.nodeFlags[node] & NODE_SIGNALS) !== 0) signals++
    }
    pieces.from[piece] = vertexAt(way.nodes[start])
    pieces.to[piece] = vertexAt(way.nodes[end])
    pieces.lengthCm[piece] = Math.max(1, Math.round(cm))
    pieces.arcMs[piece * 2] = timeMs(cm, way.forward, Math.min(1, signals))
    pieces.arcMs[piece * 2 + 1] = timeMs(cm, way.backward, Math.min(1, signals))
    pieces.name[piece] = way.name
    pieces.rank[piece] = way.rank
    pieces.flags[piece] = (way.roundabout ? PIECE_ROUNDABOUT : 0) | (way.destination ? PIECE_DESTINATION : 0)
    pieces.way[piece] = way.id
  })
  pieces.pointStart[count] = point
  const signals = Uint8Array.from(vertexNode, (node) => ((roads.nodeFlags[node] & NODE_SIGNALS) === 0 ? 0 : 1))
  return { ...pieces, vertices: vertexNode.length, signals, vertexNode: Int32Array.from(vertexNode) }
}

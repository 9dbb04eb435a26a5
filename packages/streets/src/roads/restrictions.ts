import type { OsmMember, OsmRelation, Tags } from '../osm/read.ts'
import type { Roads } from './collect.ts'
import { arcHead, arcTail } from './pieces.ts'
import type { Pieces } from './pieces.ts'

/** Arcs that may not be driven one right after the other: two for a turn at a junction, more for one over a way. */
export type ForbiddenSequence = readonly number[]

const OUR_KEYS = [
  'restriction:bus',
  'restriction:psv',
  'restriction:motorcar',
  'restriction:motor_vehicle',
  'restriction',
]
const OUR_CLASSES = new Set(['bus', 'psv'])
/** More pieces than this between the two turns is an error in the map rather than a sign. */
const LONGEST_VIA = 12

type Kind = 'no' | 'only'

const kindOf = (tags: Tags): Kind | null => {
  if ((tags['except'] ?? '').split(';').some((word) => OUR_CLASSES.has(word.trim()))) return null
  const value = OUR_KEYS.map((key) => tags[key]).find((text) => text !== undefined) ?? ''
  if (value.startsWith('only_')) return 'only'
  return value.startsWith('no_') ? 'no' : null
}

type Lookup = {
  pieces: Pieces
  piecesOfWay: Map<number, number[]>
  vertexOfNode: Map<number, number>
  arcsOut: (vertex: number) => readonly number[]
}

const arcsOf = (look: Lookup, way: number): number[] =>
  (look.piecesOfWay.get(way) ?? []).flatMap((piece) =>
    [piece * 2, piece * 2 + 1].filter((arc) => look.pieces.arcMs[arc] >= 0),
  )

/** Every walk over all pieces of the via ways that begins at the vertex: in practice none or one. */
const walks = (look: Lookup, vertex: number, left: readonly number[]): number[][] => {
  if (left.length === 0) return [[]]
  return left.flatMap((piece) => {
    const arcs = [piece * 2, piece * 2 + 1].filter(
      (arc) => look.pieces.arcMs[arc] >= 0 && arcTail(look.pieces, arc) === vertex,
    )
    const rest = left.filter((other) => other !== piece)
    return arcs.flatMap((arc) => walks(look, arcHead(look.pieces, arc), rest).map((tail) => [arc, ...tail]))
  })
}

/** The ways into the turn: an arc of the `from` way, followed by the arcs of the via ways. */
const approaches = (look: Lookup, fromWay: number, vias: readonly OsmMember[]): number[][] => {
  const incoming = arcsOf(look, fromWay)
  const [via] = vias
  if (via?.type === 'node') {
    const vertex = look.vertexOfNode.get(via.ref)
    return vertex === undefined
      ? []
      : incoming.filter((arc) => arcHead(look.pieces, arc) === vertex).map((arc) => [arc])
  }
  const between = vias.flatMap((member) => look.piecesOfWay.get(member.ref) ?? [])
  if (between.length === 0 || between.length > LONGEST_VIA) return []
  return incoming.flatMap((arc) => walks(look, arcHead(look.pieces, arc), between).map((walk) => [arc, ...walk]))
}

const forbidTurn = (look: Lookup, kind: Kind, approach: readonly number[], toWay: number): ForbiddenSequence[] => {
  const last = approach[approach.length - 1]
  const vertex = arcHead(look.pieces, last)
  const goals = arcsOf(look, toWay).filter((arc) => arcTail(look.pieces, arc) === vertex)
  // Back along the same way is named by no_u_turn; straight on along it, by no_straight_on.
  const targets = goals.length > 1 ? goals.filter((arc) => arc >> 1 === last >> 1) : goals
  if (targets.length !== 1) return []
  const goal = targets[0]
  if (kind === 'no') return [[...approach, goal]]
  return look
    .arcsOut(vertex)
    .filter((arc) => arc !== goal)
    .map((arc) => [...approach, arc])
}

const forbid = (look: Lookup, relation: OsmRelation): ForbiddenSequence[] => {
  const kind = kindOf(relation.tags)
  const role = (name: string): OsmMember[] => relation.members.filter((member) => member.role === name)
  const [froms, vias, tos] = [role('from'), role('via'), role('to')]
  if (kind === null || vias.length === 0) return []
  return froms.flatMap((from) => {
    const found = approaches(look, from.ref, vias)
    // A `from` way that passes through the via node could mean either of its halves: such a sign is not obeyed blindly.
    return found.length === 1 ? tos.flatMap((to) => forbidTurn(look, kind, found[0], to.ref)) : []
  })
}

/** The turn restrictions that bind a service vehicle. Conditional ones (by hour) are not part of free-flow routing. */
export const forbiddenSequences = (
  roads: Roads,
  pieces: Pieces,
  arcsOut: (vertex: number) => readonly number[],
): ForbiddenSequence[] => {
  const wanted = new Set(roads.restrictions.flatMap((relation) => relation.members.map((member) => member.ref)))
  const piecesOfWay = new Map<number, number[]>()
  for (let piece = 0; piece < pieces.count; piece++) {
    const way = pieces.way[piece]
    if (!wanted.has(way)) continue
    const list = piecesOfWay.get(way)
    if (list) list.push(piece)
    else piecesOfWay.set(way, [piece])
  }
  const vertexOfNumber = new Map<number, number>()
  pieces.vertexNode.forEach((node, vertex) => vertexOfNumber.set(node, vertex))
  const vertexOfNode = new Map<number, number>()
  for (const id of wanted) {
    const vertex = vertexOfNumber.get(roads.nodeIds.get(id))
    if (vertex !== undefined) vertexOfNode.set(id, vertex)
  }
  const look = { pieces, piecesOfWay, vertexOfNode, arcsOut }
  return roads.restrictions.flatMap((relation) => forbid(look, relation))
}

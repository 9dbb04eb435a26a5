import { seededRandom } from '@ambit/random'
import type { Drawing, DrawnWay, Member, Point } from '@ambit/streets'
import { distance, mix } from './geometry.ts'

const ROUNDABOUT_RADIUS = 17
const ROUNDABOUTS = 5
const RESTRICTIONS = 14
const DRIVEN = new Set(['primary', 'secondary', 'tertiary', 'residential'])

type Arm = { way: DrawnWay; index: number; towards: number }

const waysByNode = (drawing: Drawing): Map<number, DrawnWay[]> => {
  const found = new Map<number, DrawnWay[]>()
  for (const way of drawing.ways) {
    if (!DRIVEN.has(way.tags.highway) || way.tags.bridge) continue
    for (const ref of way.refs) found.set(ref, [...(found.get(ref) ?? []), way])
  }
  return found
}

/** Cuts a way in two at an inner node; the second half is a new way with the same tags. */
const splitAt = (drawing: Drawing, way: DrawnWay, node: number): void => {
  const at = way.refs.indexOf(node)
  if (at <= 0 || at === way.refs.length - 1) return
  const rest = way.refs.slice(at)
  way.refs = way.refs.slice(0, at + 1)
  drawing.way(rest, { ...way.tags })
}

const armsAt = (drawing: Drawing, node: number): Arm[] =>
  drawing.ways.flatMap((way): Arm[] => {
    if (!way.tags.highway || way.refs.length < 2) return []
    if (way.refs[0] === node) return [{ way, index: 0, towards: way.refs[1] }]
    const last = way.refs.length - 1
    return way.refs[last] === node ? [{ way, index: last, towards: way.refs[last - 1] }] : []
  })

/** Replaces a junction by a ring that runs clockwise, as where traffic keeps left. */
const drawRoundabout = (drawing: Drawing, node: number): void => {
  for (const way of drawing.ways.filter((item) => item.refs.includes(node))) splitAt(drawing, way, node)
  const centre = drawing.at(node)
  const arms = armsAt(drawing, node)
  const onRing: { angle: number; node: number }[] = []
  for (const arm of arms) {
    const target = drawing.at(arm.towards)
    const at = mix(centre, target, ROUNDABOUT_RADIUS / distance(centre, target))
    const entry = drawing.node(at)
    arm.way.refs[arm.index] = entry
    onRing.push({ angle: Math.atan2(at[1] - centre[1], at[0] - centre[0]), node: entry })
  }
  for (let k = 0; k < 12; k++) {
    const angle = -Math.PI + ((k + 0.5) / 12) * Math.PI * 2
    if (onRing.some((item) => Math.abs(item.angle - angle) < 0.2)) continue
    const at: Point = [centre[0] + Math.cos(angle) * ROUNDABOUT_RADIUS, centre[1] + Math.sin(angle) * ROUNDABOUT_RADIUS]
    onRing.push({ angle, node: drawing.node(at) })
  }
  const ring = onRing.toSorted((a, b) => b.angle - a.angle).map((item) => item.node)
  drawing.way([...ring, ring[0]], { highway: 'tertiary', junction: 'roundabout', oneway: 'yes', maxspeed: '40' })
}

/** No right turn from the first arm into the one on its right (traffic keeps left, so right turns cross). */
const forbidTurn = (drawing: Drawing, node: number): boolean => {
  const arms = armsAt(drawing, node).filter((arm) => DRIVEN.has(arm.way.tags.highway))
  const from = arms.find((arm) => arm.way.tags.highway !== 'residential' && !arm.way.tags.oneway)
  if (!from) return false
  const angleOf = (arm: Arm): number => {
    const [here, there] = [drawing.at(node), drawing.at(arm.towards)]
    return Math.atan2(there[1] - here[1], there[0] - here[0])
  }
  const back = angleOf(from)
  const right = arms.find((arm) => {
    // Entering from `back`, the heading is its opposite; the right of that heading lies a quarter turn to the left of back.
    const turn = (angleOf(arm) - back + Math.PI * 4) % (Math.PI * 2)
    return arm !== from && turn > 0.9 && turn < 2.2 && (!arm.way.tags.oneway || arm.index === 0)
  })
  if (!right) return false
  const members: Member[] = [
    { type: 'way', ref: from.way.id, role: 'from' },
    { type: 'node', ref: node, role: 'via' },
    { type: 'way', ref: right.way.id, role: 'to' },
  ]
  drawing.relation(members, { type: 'restriction', restriction: 'no_right_turn' })
  drawing.mark(node, { highway: 'traffic_signals' })
  return true
}

/** Roundabouts and turn restrictions at junctions of main roads. Returns how many of each were made. */
export const shapeJunctions = (seed: number, drawing: Drawing): { roundabouts: number; restrictions: number } => {
  const random = seededRandom(seed, 'junctions')
  const candidates = [...waysByNode(drawing)]
    .filter(
      ([, ways]) =>
        new Set(ways.filter((way) => way.tags.highway !== 'residential').map((way) => way.tags.name)).size >= 2,
    )
    .map(([node]) => node)
  const roomy = (node: number): boolean =>
    drawing.ways.every((way) => {
      const at = way.refs.indexOf(node)
      if (at < 0) return true
      if (way.tags.bridge || way.tags.oneway || way.tags.railway || way.tags.highway === 'motorway_link') return false
      return [way.refs[at - 1], way.refs[at + 1]].every(
        (next) => next === undefined || distance(drawing.at(node), drawing.at(next)) > ROUNDABOUT_RADIUS + 6,
      )
    })
  const nodes = random.shuffled(candidates)
  const circled = new Set<number>()
  for (const node of nodes) {
    if (circled.size === ROUNDABOUTS || !roomy(node)) continue
    drawRoundabout(drawing, node)
    circled.add(node)
  }
  // All cuts first: one made later would take the end away from a way that a restriction names.
  const signalled = nodes.filter((node) => !circled.has(node)).slice(0, RESTRICTIONS * 2)
  for (const node of signalled) {
    for (const way of drawing.ways.filter((item) => item.refs.includes(node))) splitAt(drawing, way, node)
  }
  let restrictions = 0
  for (const node of signalled) if (restrictions < RESTRICTIONS && forbidTurn(drawing, node)) restrictions++
  return { roundabouts: circled.size, restrictions }
}

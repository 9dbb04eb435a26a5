import { bearing, flatDistance } from '@ambit/geo'
import type { LngLat } from '@ambit/geo'

export type StepKind =
  | 'left'
  | 'right'
  | 'slight_left'
  | 'slight_right'
  | 'sharp_left'
  | 'sharp_right'
  | 'straight'
  | 'roundabout'
  | 'u_turn'
  | 'arrive'

/** What the driver does next along a way. */
export type RouteStep = {
  kind: StepKind
  /** the street that one is on afterwards, or its number; empty: it has no name */
  street: string
  /** Metres from the step before, or from where the way begins; together they are as long as the way */
  distance_m: number
  /** where it is done */
  point: LngLat
  /** of a roundabout, counted from where it is entered; missing where the way ends in it */
  exit?: number
}

/** A stretch of the way between two junctions, and how else one might go on at its end. */
export type Driven = {
  street: string
  cm: number
  points: readonly LngLat[]
  roundabout: boolean
  /** the other ways on, by where they lead; degrees clockwise from north */
  others: readonly { bearing: number; roundabout: boolean }[]
}

/** Within so many metres of a junction a street has the direction in which it is seen there. */
const SEEN_M = 20
/** From so many degrees on it is a bend, a turn, a sharp one, and a way back. */
const SLIGHT = 20
const TURN = 45
const SHARP = 120
const BACK = 170

/** The direction in which a line leaves its first point; null for a line without length. */
export const headingFrom = (points: readonly LngLat[]): number | null => {
  const [from] = points
  if (from === undefined) return null
  const to = points.find((point) => flatDistance(from, point) >= SEEN_M) ?? points.at(-1)!
  return flatDistance(from, to) === 0 ? null : bearing(from, to)
}

/** From -180 to 180, to the right above 0. */
const turned = (from: number, to: number): number => ((to - from + 540) % 360) - 180

const kindOf = (degrees: number): StepKind => {
  const sharp = Math.abs(degrees)
  if (sharp >= BACK) return 'u_turn'
  if (sharp < SLIGHT) return 'straight'
  const side = degrees > 0 ? 'right' : 'left'
  return sharp < TURN ? `slight_${side}` : sharp < SHARP ? side : `sharp_${side}`
}

/** What is to be said where one stretch leads on to the next; null: a driver goes there anyhow. */
const turnBetween = (before: Driven, after: Driven): StepKind | null => {
  const back = headingFrom(before.points.toReversed())
  const to = headingFrom(after.points)
  if (back === null || to === null) return null
  const from = (back + 180) % 360
  const degrees = turned(from, to)
  const kind = kindOf(degrees)
  const renamed = after.street !== before.street && after.street !== ''
  if (kind === 'u_turn') return kind
  if (before.others.length === 0) return renamed && Math.abs(degrees) >= TURN ? kind : null
  if (Math.abs(degrees) >= TURN || renamed) return kind
  const least = Math.min(...before.others.map((other) => Math.abs(turned(from, other.bearing))))
  // A fork, or a street that bends away from the one that goes straight on.
  return least < TURN && (kind !== 'straight' || least < SLIGHT) ? kind : null
}

type Said = Omit<RouteStep, 'distance_m'> & { cm: number }

/** The steps along stretches in the order in which they are driven; the last is to arrive. */
export const stepsOf = (driven: readonly Driven[]): RouteStep[] => {
  const said: Said[] = []
  let cm = 0
  driven.forEach((before, place) => {
    const after = driven[place + 1]
    cm += before.cm
    if (after === undefined || before.points.length === 0) return
    const point = before.points.at(-1)!
    if (before.roundabout) return
    if (after.roundabout) said.push({ ...roundaboutFrom(driven, place + 1), point, cm })
    else {
      const kind = turnBetween(before, after)
      if (kind !== null) said.push({ kind, street: after.street, point, cm })
    }
  })
  const last = driven.at(-1)
  const end = last?.points.at(-1)
  if (last !== undefined && end !== undefined) said.push({ kind: 'arrive', street: last.street, point: end, cm })
  return said.map(({ cm: at, ...step }, place) => ({
    ...step,
    distance_m: metres(at) - metres(said[place - 1]?.cm ?? 0),
  }))
}

const metres = (cm: number): number => Math.round(cm / 100)

/** Each place on the ring where one may leave it is an exit. */
const roundaboutFrom = (driven: readonly Driven[], first: number): Pick<RouteStep, 'kind' | 'street' | 'exit'> => {
  let exit = 1
  for (let place = first; place < driven.length - 1; place++) {
    const after = driven[place + 1]!
    if (!after.roundabout) return { kind: 'roundabout', street: after.street, exit }
    if (driven[place]!.others.some(({ roundabout }) => !roundabout)) exit++
  }
  return { kind: 'roundabout', street: driven.at(-1)!.street }
}

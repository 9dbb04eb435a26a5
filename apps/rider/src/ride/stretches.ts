import type { RideWalk } from '@ambit/contract'
import type { Language } from '../texts/say.ts'
import { type Turn, walkingTexts } from '../texts/walking.ts'

/** A part of a way on foot that is walked without a turn. */
export type Stretch = {
  /** how it is come upon */
  turn: 'begin' | Turn
  /** empty: it has no name */
  street: string
  /** the stretch before is on the same street */
  stays: boolean
  metres: number
}

/** A way that is shorter has no steps: it only leads across the path. Metres */
const LEAST_M = 5

/** What is walked from turn to turn; going straight on along the same street is no turn. */
export const stretchesOf = ({ begins, steps }: RideWalk): Stretch[] => {
  if (steps.reduce((sum, { distance_m }) => sum + distance_m, 0) < LEAST_M) return []
  const found: Stretch[] = []
  let next: Omit<Stretch, 'metres'> = { turn: 'begin', street: begins, stays: false }
  for (const { kind, street, distance_m } of steps) {
    const last = found.at(-1)
    if (last !== undefined && next.turn === 'straight' && next.street === last.street) last.metres += distance_m
    else found.push({ ...next, metres: distance_m })
    if (kind === 'arrive') break
    next = { turn: kind, street, stays: street !== '' && street === next.street }
  }
  return found
}

const formOf = ({ turn, street, stays }: Stretch): 'begin' | 'begin_unnamed' | 'into' | 'stay' | 'unnamed' => {
  if (turn === 'begin') return street === '' ? 'begin_unnamed' : 'begin'
  if (street === '') return 'unnamed'
  return stays ? 'stay' : 'into'
}

/** A stretch in words. `distance`: its length in words. */
export const stretchIn = (language: Language, stretch: Stretch, distance: string): string => {
  const texts = walkingTexts[language]
  const turn = stretch.turn === 'begin' ? '' : texts.turns[stretch.turn]
  const places: Readonly<Record<string, string>> = { turn, street: stretch.street, distance }
  return texts[formOf(stretch)].replaceAll(/\{(\w+)\}/g, (_, place: string) => places[place] ?? '')
}

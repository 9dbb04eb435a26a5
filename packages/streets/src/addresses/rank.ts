import { flatDistance } from '@ambit/geo'
import type { LngLat } from './address.ts'
import type { Match } from './match.ts'
import type { EntryKind } from './word-search.ts'

/**
 * The house number that was typed: known here, only with a letter or in a range, between two known ones, not found, or
 * lost where there are no houses; or none was typed.
 */
export type NumberRank = keyof typeof NUMBERED

/** What is known of an answer before it is ranked. */
export type Candidate = {
  match: Match
  kind: EntryKind
  /** What a landmark is, '' for others */
  what: string
  position: LngLat
  number: NumberRank
}

/** `errors` first, then `order`, higher first, then `score`, higher first */
export type Rank = { errors: number; order: number; score: number }

export const byRank = (a: Rank, b: Rank): number => a.errors - b.errors || b.order - a.order || b.score - a.score

/**
 * 3: the label begins with the text. 2: it does but for what people leave out ("East", "Rua", "Street" before a suburb).
 * 1: its name has some of the text. 0: only its suburb, town, postcode or type of street has.
 */
const orderOf = ({ breaks, leaps, named, what }: Match): number =>
  named === 0 && !what ? 0 : breaks > 0 ? 1 : leaps > 0 ? 2 : 3

/** A known number outweighs the order; one like it, or a place between two, makes up for one step of it. */
const NUMBERED = { known: 3, alike: 1, between: 1, unknown: 0, lost: -3, none: 0 } as const

const nearScore = (at: LngLat | undefined, position: LngLat): number => {
  if (!at) return 0
  const away = flatDistance(at, position)
  return 0.22 * Math.exp(-away / 3500) + 0.12 * Math.exp(-away / 25_000)
}

const TYPED = { title: 0.6, name: 0.25, part: 0 } as const

const kindScore = ({ kind, what, match }: Candidate): number => {
  if (kind === 'street') return 0.04
  if (kind === 'place') return 0.06
  return (match.what ? 0.12 : 0) - (what === 'bus_stop' ? 0.3 : what === 'building' ? 0.02 : 0)
}

/**
 * Exact before mistyped, always. Then what begins with the text before what has it somewhere, and a house that is known
 * before one that is not. Then the score: names typed to their end, near before far, short before long.
 */
export const rankOf = (candidate: Candidate, at: LngLat | undefined): Rank => {
  const { match, position, number } = candidate
  const surplus = Math.min(4, match.missing) * 0.05
  const disorder = Math.min(3, match.breaks) * 0.1 + Math.min(3, match.leaps) * 0.05
  const text = TYPED[match.typed] - surplus - disorder - (match.begun ? 0.1 : 0)
  return {
    errors: match.errors,
    order: orderOf(match) + NUMBERED[number],
    score: text + kindScore(candidate) + nearScore(at, position),
  }
}

import type { AddressIndex } from '@ambit/streets'
import { quantile } from '../figures/figures.ts'
import { KINDS, type Kind, type Question } from './questions.ts'
import { plain } from './writing.ts'

/** `first` and `five`: percent of the questions whose answer is first, or among the first five; times in milliseconds */
export type Score = {
  kind: Kind | 'all'
  asked: number
  first: number
  five: number
  p50: number
  p95: number
  worst: number
}
export type Answered = Question & { rank: number; ms: number }

/**
 * Asks each question; `rank` is 0 for the first answer, -1 where what is wanted is not among ten. `ms` is the best of
 * the passes, as the machine has other work too.
 */
export const answer = ({ suggest }: AddressIndex, questions: readonly Question[], passes: number): Answered[] => {
  const asked = questions.map((question): Answered => ({ ...question, rank: -1, ms: Infinity }))
  for (let pass = 0; pass < passes; pass++) {
    for (const one of asked) {
      const start = performance.now()
      const found = suggest(one.text, { at: one.at, limit: 10 })
      one.ms = Math.min(one.ms, performance.now() - start)
      one.rank = found.findIndex(({ label }) => plain(withoutUnit(label)) === one.wanted)
    }
  }
  return asked
}

/** The unit that was typed is part of what is answered, not of what the data know. */
const withoutUnit = (label: string): string => label.replace(/\b3\/(?=\d)/, '')

const scoreOf = (kind: Score['kind'], answered: readonly Answered[]): Score => {
  const share = (test: (rank: number) => boolean): number =>
    (100 * answered.filter(({ rank }) => test(rank)).length) / Math.max(1, answered.length)
  const times = answered.map(({ ms }) => ms)
  return {
    kind,
    asked: answered.length,
    first: share((rank) => rank === 0),
    five: share((rank) => rank >= 0 && rank < 5),
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    worst: Math.max(0, ...times),
  }
}

export const scores = (answered: readonly Answered[]): Score[] => [
  ...KINDS.map((kind) =>
    scoreOf(
      kind,
      answered.filter((one) => one.kind === kind),
    ),
  ).filter(({ asked }) => asked > 0),
  scoreOf('all', answered),
]

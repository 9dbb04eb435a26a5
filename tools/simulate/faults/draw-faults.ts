import { type Random, randomStream } from '@ambit/random'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** What is done to the server and to what is around it. `after`: so many messages to the thread later. */
export type Fault =
  | { kind: 'optimiser ends'; at: number; after: number }
  | { kind: 'database ends'; at: number; after: number; until: number }
  | { kind: 'disk full'; at: number; until: number }
  | { kind: 'mail away'; at: number; until: number; how: 'closed' | 'refuses' }
  | { kind: 'invitation'; at: number; name: string }

/** The service's clock cannot be told while nothing can be written, and devices may be five minutes ahead of it at most. */
const LONGEST_WITHOUT_WRITING = 4 * MINUTE

/**
 * The faults of a day in the order of their moments: the same for the same seed. They keep to its busy hours. The disk of
 * a PostgreSQL is not the server's to look at.
 */
export const drawFaults = (
  seed: number,
  day: { from: number; to: number },
  database: 'embedded' | 'postgres',
): Fault[] => {
  const random = randomStream(seed, 'faults')
  const moments = (count: number): number[] =>
    Array.from({ length: count }, () => Math.round(random.between(day.from + 6 * HOUR, day.to - 3 * HOUR)))
  const faults: Fault[] = [
    ...moments(8).map((at): Fault => ({ kind: 'optimiser ends', at, after: random.whole(1, 4) })),
    ...moments(3).map((at): Fault => ({
      kind: 'database ends',
      at,
      after: random.whole(1, 60),
      until: at + MINUTE,
    })),
    ...moments(1).map((at): Fault => ({
      kind: 'disk full',
      at,
      until: at + random.between(MINUTE, LONGEST_WITHOUT_WRITING),
    })),
    ...moments(2).map((at): Fault => mailAway(random, at)),
    ...moments(12).map((at, index): Fault => ({ kind: 'invitation', at, name: `rough-${seed}-${index}` })),
  ]
  return faults.filter(({ kind }) => kind !== 'disk full' || database === 'embedded').toSorted((a, b) => a.at - b.at)
}

const mailAway = (random: Random, at: number): Fault => ({
  kind: 'mail away',
  at,
  until: at + random.between(20, 120) * MINUTE,
  how: random.pick(['closed', 'refuses']),
})

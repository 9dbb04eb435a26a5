import { expect, test } from 'vitest'
import { unreachable } from '@ambit/domain'
import { later, sampleOffering } from '../testing/samples.ts'
import { isReached, possibleFrom } from './in-turn.ts'

const way = (closes: number, opens: number, walk_s: number) => {
  const { pickup, dropoff } = sampleOffering(1)
  return {
    there: { dropoff: { ...dropoff, upper_bound: later(closes), walk_s } },
    back: { pickup: { ...pickup, lower_bound: later(opens), walk_s } },
  }
}

test('which way back fits the way there is judged as the server judges it', () => {
  for (const [closes, opens, walk_s] of [
    [38, 30, 0],
    [38, 38, 0],
    [38, 40, 90],
    [38, 41, 90],
  ] as const) {
    const { there, back } = way(closes, opens, walk_s)
    const missed = unreachable(
      { closes: Date.parse(there.dropoff.upper_bound), walk_s },
      { opens: Date.parse(back.pickup.lower_bound), walk_s },
    )
    expect(isReached(there, back)).toBe(missed === null)
    if (missed !== null) expect(possibleFrom(there, [back])).toBe(missed.from)
  }
})

import { expect, it } from 'vitest'
import { compareInsertions } from './agreement.ts'

it.runIf(process.env.AMBIT_LONG === '1')(
  'agrees with trying every pair of positions and asking check, on 1,000,000 random insertions',
  () => {
    for (let seed = 2; seed < 12; seed++) expect(compareInsertions(seed, 100_000).disagreements).toEqual([])
  },
  600_000,
)

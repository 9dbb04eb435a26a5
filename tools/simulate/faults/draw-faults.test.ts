import { expect, test } from 'vitest'
import { drawFaults } from './draw-faults.ts'

const HOUR = 3_600_000
const day = { from: 0, to: 24 * HOUR }

test('a seed breaks the same things at the same moments of the day, in order, each of them at least once', () => {
  const faults = drawFaults(7, day, 'embedded')
  expect(drawFaults(7, day, 'embedded')).toEqual(faults)
  expect(drawFaults(8, day, 'embedded')).not.toEqual(faults)
  expect(faults.map(({ at }) => at)).toEqual(faults.map(({ at }) => at).toSorted((a, b) => a - b))
  expect(new Set(faults.map(({ kind }) => kind))).toEqual(
    new Set(['optimiser ends', 'database ends', 'disk full', 'mail away', 'invitation']),
  )
  expect(faults.every(({ at }) => at >= 6 * HOUR && at <= 21 * HOUR)).toBe(true)
})

test('on PostgreSQL, whose disk the server does not see, all goes wrong but the disk', () => {
  const onDisk = drawFaults(7, day, 'embedded')
  expect(drawFaults(7, day, 'postgres')).toEqual(onDisk.filter(({ kind }) => kind !== 'disk full'))
})

test('the service cannot be told its time for so long that devices would be too far ahead of it', () => {
  for (let seed = 0; seed < 100; seed++)
    for (const fault of drawFaults(seed, day, 'embedded'))
      if (fault.kind === 'disk full' || fault.kind === 'database ends')
        expect(fault.until - fault.at).toBeLessThan(5 * 60_000)
})

import { expect, test } from 'vitest'
import { clinic, home, later, library, sampleRide } from '../testing/samples.ts'
import { usualWays } from './usual-ways.ts'

test('the ways that were travelled most come first, among equals the last one, and rides that did not take place count for none', () => {
  const at = (minutes: number) => ({ ...sampleRide(1).pickup, lower_bound: later(minutes) })
  const ways = usualWays(
    [
      sampleRide(1, { phase: 'completed', destination: library, pickup: at(-50) }),
      sampleRide(2, { phase: 'completed', destination: clinic, pickup: at(-40) }),
      sampleRide(3, { phase: 'completed', origin: clinic, destination: home, pickup: at(-30) }),
      sampleRide(4, { phase: 'completed', destination: library, pickup: at(-20) }),
      ...[5, 6, 7].map((id) => sampleRide(id, { phase: 'cancelled', origin: library, destination: home })),
    ],
    3,
  )
  expect(ways.map(({ from, to }) => [from.name, to.name])).toEqual([
    [home.name, library.name],
    [clinic.name, home.name],
    [home.name, clinic.name],
  ])
})

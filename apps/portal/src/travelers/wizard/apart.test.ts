import { expect, test } from 'vitest'
import { apart } from './apart.ts'

const placed = (names: readonly { name: string; point: readonly [number, number] }[]) =>
  apart(names, ([x, y]) => ({ x, y })).map(({ name, dy }) => [name, dy])

test('a name on the map that would lie on one before it is drawn a row below or above, and names side by side on their points', () => {
  const names = [
    { name: 'Harbour', point: [0, 0] },
    { name: 'On it', point: [100, 0] },
    { name: 'Above', point: [20, -10] },
    { name: 'Beside', point: [200, 0] },
  ] as const
  expect(placed(names)).toEqual([
    ['Harbour', 0],
    ['On it', 30],
    ['Above', -30],
    ['Beside', 0],
  ])
})

test('a name on the map without room within two rows is left out', () => {
  const crowd = Array.from({ length: 6 }, (_, at) => ({ name: `Zone ${at}`, point: [0, 0] as const }))
  expect(placed(crowd)).toHaveLength(5)
})

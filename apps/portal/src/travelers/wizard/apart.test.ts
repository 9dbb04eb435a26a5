import { expect, test } from 'vitest'
import { apart } from './apart.ts'

test('a name on the map that would lie on one before it is left out, and names side by side are drawn', () => {
  const names = [
    { name: 'Harbour', point: [0, 0] },
    { name: 'On it', point: [100, 20] },
    { name: 'Below', point: [100, 40] },
    { name: 'Beside', point: [200, 0] },
  ] as const
  expect(apart(names, ([x, y]) => ({ x, y })).map(({ name }) => name)).toEqual(['Harbour', 'Below', 'Beside'])
})

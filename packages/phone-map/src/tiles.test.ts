import { expect, test } from 'vitest'
import { nameAlong } from './tiles.ts'

const line = (...points: readonly (readonly [number, number])[]) => points.map(([x, y]) => ({ x, y }))

test('a street’s name stands in the middle of its longest straight stretch, over the points between', () => {
  const bent = line([0, 0], [0, 100], [50, 104], [150, 110], [260, 112])
  const named = nameAlong('Mill Lane', [line([0, 0], [90, 0]), bent])
  expect(named).toMatchObject({ name: 'Mill Lane', x: 130, y: 106 })
  expect(Math.round(named?.length ?? 0)).toBe(260)
  expect(nameAlong('Mill Lane', [])).toBeNull()
})

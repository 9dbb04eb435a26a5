import { expect, test } from 'vitest'
import { streamOf } from './streams.ts'

const draw = (count: number, ...names: (string | number)[]): number[] => {
  const chance = streamOf(7, ...names)
  return Array.from({ length: count }, () => chance.next())
}

test('a name always draws the same, and a neighbour draws otherwise', () => {
  expect(draw(5, 'rider', 12)).toEqual(draw(5, 'rider', 12))
  expect(draw(5, 'rider', 12)).not.toEqual(draw(5, 'rider', 13))
  expect(draw(5, 'rider', 1, 2)).not.toEqual(draw(5, 'rider', 12))
})

test('Ben drawing more than yesterday leaves Ada with her day', () => {
  const ada = streamOf(7, 'ada')
  const ben = streamOf(7, 'ben')
  const alone = draw(3, 'ada')
  const beside = [ada.next(), (ben.next(), ben.next(), ada.next()), ada.next()]
  expect(beside).toEqual(alone)
})

test('draws are even, normal and in proportion to weights', () => {
  const chance = streamOf(3, 'many')
  const count = 20_000
  let [sum, normals, squares, heavy] = [0, 0, 0, 0]
  for (let at = 0; at < count; at++) {
    sum += chance.next()
    const normal = chance.normal()
    normals += normal
    squares += normal * normal
    if (chance.weighted(['light', 'heavy'], (item) => (item === 'heavy' ? 3 : 1)) === 'heavy') heavy++
  }
  expect(sum / count).toBeCloseTo(0.5, 1)
  expect(normals / count).toBeCloseTo(0, 1)
  expect(squares / count).toBeCloseTo(1, 1)
  expect(heavy / count).toBeCloseTo(0.75, 1)
})

import { expect, test } from 'vitest'
import { mulberry32 } from './generators.ts'
import { randomStream, seededRandom, type Random } from './random.ts'

const first = (count: number, { next }: Pick<Random, 'next'>): number[] => Array.from({ length: count }, next)
const draw = (count: number, ...names: (string | number)[]): number[] => first(count, randomStream(7, ...names))

test('each generator keeps the sequence that the demo town and the seeded day were drawn from', () => {
  expect(first(2, { next: mulberry32(7) })).toEqual([0.011704753153026104, 0.06195825757458806])
  expect(first(2, seededRandom(7))).toEqual([0.9823943767696619, 0.3341257639694959])
  expect(first(2, seededRandom(7, 'streets'))).toEqual([0.13267452362924814, 0.93825738504529])
  expect(first(2, randomStream(7, 'rider', 12))).toEqual([0.43815040471963584, 0.24807306798174977])
})

test('a stream draws the same numbers for the same name and others for a similar name', () => {
  expect(draw(5, 'rider', 12)).toEqual(draw(5, 'rider', 12))
  expect(draw(5, 'rider', 12)).not.toEqual(draw(5, 'rider', 13))
  expect(draw(5, 'rider', 1, 2)).not.toEqual(draw(5, 'rider', 12))
})

test('drawing from one stream leaves another stream as it was', () => {
  const ada = randomStream(7, 'ada')
  const ben = randomStream(7, 'ben')
  const alone = draw(3, 'ada')
  const beside = [ada.next(), (ben.next(), ben.next(), ada.next()), ada.next()]
  expect(beside).toEqual(alone)
})

test('draws are even, normal, exponential and in proportion to weights', () => {
  const random = randomStream(3, 'many')
  const count = 20_000
  let [sum, normals, squares, heavy, gaps] = [0, 0, 0, 0, 0]
  for (let at = 0; at < count; at++) {
    sum += random.next()
    const normal = random.normal()
    normals += normal
    squares += normal * normal
    if (random.weighted(['light', 'heavy'], (item) => (item === 'heavy' ? 3 : 1)) === 'heavy') heavy++
    gaps += random.exponential()
  }
  expect(sum / count).toBeCloseTo(0.5, 1)
  expect(normals / count).toBeCloseTo(0, 1)
  expect(squares / count).toBeCloseTo(1, 1)
  expect(heavy / count).toBeCloseTo(0.75, 1)
  expect(gaps / count).toBeCloseTo(1, 1)
})

test('whole numbers reach both of their ends, and a shuffled copy holds the same items', () => {
  const random = seededRandom(1)
  const drawn = Array.from({ length: 200 }, () => random.whole(3, 5))
  expect(new Set(drawn)).toEqual(new Set([3, 4, 5]))
  const list = Array.from({ length: 30 }, (_, i) => i)
  const shuffled = random.shuffled(list)
  expect(shuffled).not.toEqual(list)
  expect(shuffled.toSorted((a, b) => a - b)).toEqual(list)
})

test('picking from an empty list throws', () => {
  expect(() => seededRandom(1).pick([])).toThrow('nothing to pick from')
  expect(() => seededRandom(1).weighted([], () => 1)).toThrow('nothing to pick from')
})

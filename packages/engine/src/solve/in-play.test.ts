import { expect, it } from 'vitest'
import { point, problem, request, van } from '../testing.ts'
import { countInPlay } from './in-play.ts'
import { searchAt } from './testing-search.ts'

it('a request is in play from its earliest pickup to its latest delivery', () => {
  // From 100 to 300, from 200 to 400 and from 500 to 600, of 500 s in all.
  const ana = request(1, point(0, 100, 110), point(10, 290, 300))
  const ben = request(2, point(0, 200, 210), point(10, 390, 400))
  const cem = request(3, point(0, 500, 510), point(10, 590, 600))
  const { model } = searchAt(problem([van(1)], [ana, ben, cem]), { routes: [], unserved: [1, 2, 3] })
  expect(countInPlay(model)).toBe((200 + 200 + 100) / 500)
  expect(countInPlay({ ...model, R: 0 })).toBe(0)
})

import { expect, it } from 'vitest'
import { point, problem, request, van } from '../testing.ts'
import { relateRequests } from './related.ts'
import { searchAt } from './testing-search.ts'

it('related requests begin with those that go the same way at the same time, then those that begin where one ends', () => {
  const ana = request(1, point(100, 0, 100), point(200, 100, 200))
  const beside = request(2, point(110, 0, 100), point(210, 100, 200))
  const onward = request(3, point(205, 0, 100), point(305, 100, 200))
  const apart = request(4, point(500, 0, 100), point(600, 100, 200))
  const later = request(5, point(110, 5000, 5100), point(210, 5100, 5200))
  const given = problem([van(1)], [ana, apart, later, onward, beside])
  const { model } = searchAt(given, { routes: [], unserved: [1, 2, 3, 4, 5] })
  // Beside Ana: 10 + 10. Onward: 5 and a mean ride of 100. Apart: 300 on and 100. Later: 20, and a tenth of 5,000 s.
  expect([...relateRequests(model)[0]]).toEqual([0, 4, 3, 1, 2])
})

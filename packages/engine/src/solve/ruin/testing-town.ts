import { pick, drop, point, problem, request, van } from '../../testing.ts'
import type { Search } from '../search.ts'
import { searchAt } from '../testing-search.ts'

/** Ana and Ben ride in the first van near 10 to 60, Cem and Dora in the second near 510 to 560. */
export const ana = request(1, point(10), point(50))
export const ben = request(2, point(20), point(60))
export const cem = request(3, point(510), point(550))
export const dora = request(4, point(520), point(560))
export const town = problem([van(1), van(2)], [ana, ben, cem, dora])
export const plan = {
  routes: [
    { vehicle: 1, visits: [pick(1), pick(2), drop(1), drop(2)] },
    { vehicle: 2, visits: [pick(3), pick(4), drop(3), drop(4)] },
  ],
  unserved: [],
}

/** What a ruin chooses under many seeds, each from the same plan: request indices in order. */
export function choices(choose: (search: Search) => number[]): string[] {
  return Array.from({ length: 200 }, (_, seed) =>
    choose(searchAt(town, plan, seed))
      .toSorted()
      .join(),
  )
}

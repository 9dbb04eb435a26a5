import type { Problem, Solution } from '../problem.ts'
import { seeded } from '../seeded.ts'
import { startSearch } from './load.ts'
import { begin, type Search } from './search.ts'

/** A search that stands at a plan, with a try begun, as a move finds it. */
export function searchAt(problem: Problem, start: Solution, seed = 1): Search {
  const search = startSearch({ ...problem, waiting: 'anywhere' }, seeded(seed), start)
  search.bankPrice = 1000
  begin(search)
  return search
}

/** Each tour's nodes between its ends: requests by index, deliveries counted on from the number of requests. */
export function toursOf(search: Search): number[][] {
  return search.tours.map((tour) => [...tour.seq.subarray(1, tour.size - 1)])
}

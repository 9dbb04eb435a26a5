import type { Search } from '../search.ts'
import type { Tour } from '../tour.ts'
import { type Chosen, choose, choosing, isChosen } from './chosen.ts'
import { drawRequest } from './draw.ts'

/** Longest string. Longer ones come from one tour alone, as a ruin removes few: nothing can change places then. */
const LONGEST = 5

/**
 * Removes strings of neighbouring stops from tours near a request (Christiaens & Vanden Berghe 2020): what is free
 * afterwards lies together in space and in each tour, so that tours can trade parts. A third of the strings keeps a
 * few of its members, their "split string".
 */
export function ruinStrings(search: Search, size: number): number[] {
  const { random, tours, tourOf, related } = search
  const chosen = choosing(search)
  const used = tours.filter((tour) => tour.size > 2)
  const mean = used.reduce((sum, tour) => sum + (tour.size - 2) / 2, 0) / Math.max(1, used.length)
  const longest = Math.min(LONGEST, mean)
  const strings = Math.max(1, Math.floor(random.next() * ((4 * size) / (1 + longest) - 1) + 1))
  const ruined = new Set<number>()
  for (const r of related[drawRequest(search)]) {
    if (ruined.size >= strings) break
    const k = tourOf[r]
    if (k < 0 || ruined.has(k) || isChosen(chosen, r)) continue
    ruined.add(k)
    takeString(chosen, tours[k], r, 1 + Math.floor(random.next() * Math.min(longest, (tours[k].size - 2) / 2)))
  }
  return chosen.list
}

function takeString(chosen: Chosen, tour: Tour, r: number, length: number): void {
  const { model, random } = chosen.search
  const { R } = model
  const target = random.next() < 0.5 ? r : R + r
  let at = 1
  for (let k = 1; k < tour.size - 1; k++) if (tour.seq[k] === target) at = k
  let spared = random.next() < 0.3 ? random.below(3) : 0
  let taken = 0
  for (let k = Math.max(1, at - random.below(length + 1)); k < tour.size - 1 && taken < length; k++) {
    const node = tour.seq[k]
    if (node >= 2 * R) continue
    const other = node < R ? node : node - R
    if (spared > 0 && other !== r && random.next() < 0.4) spared--
    else if (choose(chosen, other)) taken++
  }
  choose(chosen, r)
}

import type { Search } from '../search.ts'
import { choose, choosing } from './chosen.ts'
import { drawRequest } from './draw.ts'

/** Empties one or two neighbouring tours, so that their work can be divided differently or taken over by others. */
export function ruinTours(search: Search): number[] {
  const { model, random, tours, tourOf, related } = search
  const chosen = choosing(search)
  const count = 1 + random.below(2)
  const emptied = new Set<number>()
  for (const r of related[drawRequest(search)]) {
    if (emptied.size >= count) break
    if (tourOf[r] >= 0) emptied.add(tourOf[r])
  }
  for (const k of emptied) {
    for (let at = 1; at < tours[k].size - 1; at++) if (tours[k].seq[at] < model.R) choose(chosen, tours[k].seq[at])
  }
  return chosen.list
}

import type { Search } from '../search.ts'
import { choose, choosing } from './chosen.ts'
import { savingOf } from './draw.ts'

/** Removes the requests whose detours cost most where they are, with some noise (Ropke & Pisinger 2006). */
export function ruinCostly(search: Search, size: number): number[] {
  const { model, random, tours } = search
  const chosen = choosing(search)
  const detours: { r: number; saving: number }[] = []
  for (const tour of tours) {
    for (let at = 1; at < tour.size - 1; at++) {
      const r = tour.seq[at]
      if (r < model.R) detours.push({ r, saving: savingOf(search, r) * (0.6 + 0.8 * random.next()) })
    }
  }
  detours.sort((a, b) => b.saving - a.saving)
  for (const { r } of detours.slice(0, size)) choose(chosen, r)
  return chosen.list
}

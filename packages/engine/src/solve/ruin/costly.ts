import type { Search } from '../search.ts'
import { choose, choosing } from './chosen.ts'
import { savingOf } from './draw.ts'

/** Removes the requests whose detours cost most where they are, with some noise (Ropke & Pisinger 2006). */
export function ruinCostly(search: Search, size: number): number[] {
  const { model, random, tourOf } = search
  const chosen = choosing(search)
  const costliest: { r: number; saving: number }[] = []
  for (let r = 0; r < model.R; r++) {
    if (tourOf[r] < 0) continue
    const saving = savingOf(search, r) * (0.6 + 0.8 * random.next())
    if (costliest.length === size && saving <= costliest[size - 1].saving) continue
    let at = Math.min(costliest.length, size - 1)
    for (; at > 0 && costliest[at - 1].saving < saving; at--) costliest[at] = costliest[at - 1]
    costliest[at] = { r, saving }
  }
  for (const { r } of costliest) choose(chosen, r)
  return chosen.list
}

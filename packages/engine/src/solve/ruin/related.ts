import type { Search } from '../search.ts'
import { choose, choosing } from './chosen.ts'
import { drawRequest } from './draw.ts'

/** Related removal (Shaw 1998): a request and those most like it, in any tours, skipping some at random. */
export function ruinRelated(search: Search, size: number): number[] {
  const { random, related } = search
  const chosen = choosing(search)
  for (const r of related[drawRequest(search)]) {
    if (chosen.list.length >= size) break
    if (chosen.list.length === 0 || random.next() < 0.65) choose(chosen, r)
  }
  return chosen.list
}

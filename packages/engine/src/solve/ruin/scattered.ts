import type { Search } from '../search.ts'
import { choose, choosing } from './chosen.ts'
import { drawRequest } from './draw.ts'

/** Removes requests drawn at random. */
export function ruinScattered(search: Search, size: number): number[] {
  const chosen = choosing(search)
  for (let n = 0; n < size; n++) choose(chosen, drawRequest(search))
  return chosen.list
}

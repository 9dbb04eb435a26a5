import { LOCKED } from '../model.ts'
import type { Search } from '../search.ts'

/** The requests that a ruin has chosen so far, each once, none that is unserved or may not be moved. */
export type Chosen = { search: Search; list: number[]; has: Uint8Array }

export function choosing(search: Search): Chosen {
  return { search, list: [], has: new Uint8Array(search.model.R) }
}

export function choose({ search, list, has }: Chosen, r: number): boolean {
  if (has[r] === 1 || search.tourOf[r] < 0 || search.model.freedom[r] === LOCKED) return false
  has[r] = 1
  list.push(r)
  return true
}

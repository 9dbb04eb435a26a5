import { LOCKED } from '../model.ts'
import type { Search } from '../search.ts'

/** The requests that a ruin has chosen so far, each once, none that is unserved or may not be moved. */
export type Chosen = { search: Search; list: number[]; ruin: number }

export function choosing(search: Search): Chosen {
  return { search, list: [], ruin: ++search.ruins }
}

export const isChosen = ({ search, ruin }: Chosen, r: number): boolean => search.chosenIn[r] === ruin

export function choose(chosen: Chosen, r: number): boolean {
  const { search, list, ruin } = chosen
  if (isChosen(chosen, r) || search.tourOf[r] < 0 || search.model.freedom[r] === LOCKED) return false
  search.chosenIn[r] = ruin
  list.push(r)
  return true
}

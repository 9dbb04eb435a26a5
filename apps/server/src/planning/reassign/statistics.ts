import type { Deps } from '../../deps.ts'

/** What a process has planned anew since it started. */
export type Tally = {
  /** plans looked at for a better one, and better ones carried out */
  looks: number
  changes: number
  /** bookings that changed vehicle by them, and weighted seconds of driving, riding and waiting saved */
  moved: number
  saved_s: number
  /** journeys without an insertion for which room was sought, found, and sold */
  rooms_sought: number
  rooms_found: number
  rooms_sold: number
}

const tallies = new WeakMap<Deps, Tally>()

export const tallyOf = (deps: Deps): Tally => {
  const known = tallies.get(deps) ?? {
    looks: 0,
    changes: 0,
    moved: 0,
    saved_s: 0,
    rooms_sought: 0,
    rooms_found: 0,
    rooms_sold: 0,
  }
  tallies.set(deps, known)
  return known
}

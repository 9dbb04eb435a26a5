import type { Search } from './search.ts'

/**
 * Lets only a few neighbouring tours take part until the next call, so that a warm search can rearrange them without
 * the rest of the plan drifting away (POPMUSIC, Taillard & Voss 2002). Unused vehicles always take part.
 */
export function focusOnSome(search: Search, count: number): void {
  const { model, random, tours, tourOf, related, active } = search
  active.fill(0)
  for (const tour of tours) if (tour.size === 2) active[tour.vehicle] = 1
  let left = count
  for (const r of related[random.below(model.R)]) {
    const k = tourOf[r]
    if (left === 0) break
    if (k < 0 || active[k] === 1 || random.next() < 0.2) continue
    active[k] = 1
    left--
  }
}

/** Lets every tour take part. */
export function focusOnAll(search: Search): void {
  search.active.fill(1)
}

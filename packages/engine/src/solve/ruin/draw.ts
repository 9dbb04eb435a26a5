import type { Search } from '../search.ts'

/** A request to begin a ruin with: of two that are served, the one whose detour costs more. */
export function drawRequest(search: Search): number {
  const one = drawServed(search)
  const other = drawServed(search)
  return savingOf(search, other) > savingOf(search, one) ? other : one
}

/** One that is served, as far as a few draws find one. */
function drawServed({ model, random, tourOf }: Search): number {
  let r = random.below(model.R)
  for (let draw = 0; draw < 10 && tourOf[r] < 0; draw++) r = random.below(model.R)
  return r
}

/** What driving past both stops of a request would save, or past its delivery if that is all there is; 0 while it is unserved. */
export function savingOf({ model, tours, tourOf }: Search, r: number): number {
  const { N, R, cost } = model
  if (tourOf[r] < 0) return 0
  const { seq, price, at, size } = tours[tourOf[r]]
  const past = (k: number) => price[k] + price[k + 1] - cost[seq[k - 1] * N + seq[k + 1]]
  const p = at[r]
  const d = at[R + r]
  if (p >= size || seq[p] !== r) return past(d)
  if (d > p + 1) return past(p) + past(d)
  return price[p] + price[d] + price[d + 1] - cost[seq[p - 1] * N + seq[d + 1]]
}

/**
 * Targets with everything that the searches back from them found: state s has triples of target, ms and cm in
 * `entries` from `first[s]` up to `first[s + 1]`.
 */
export type Buckets = { first: Int32Array; entries: Int32Array }

/** `found`: state, target, ms and cm of each find, one after the other. */
export const sortByState = (states: number, found: readonly number[]): Buckets => {
  const first = new Int32Array(states + 1)
  for (let i = 0; i < found.length; i += 4) first[found[i] + 1] += 3
  for (let state = 0; state < states; state++) first[state + 1] += first[state]
  const next = first.slice()
  const entries = new Int32Array(first[states])
  for (let i = 0; i < found.length; i += 4) {
    const at = next[found[i]]
    next[found[i]] = at + 3
    entries[at] = found[i + 1]
    entries[at + 1] = found[i + 2]
    entries[at + 2] = found[i + 3]
  }
  return { first, entries }
}

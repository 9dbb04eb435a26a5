/**
 * A min-queue for searches. A state that gets a better key is simply put in again: the search knows the older entry
 * by its label and skips it, which is cheaper than keeping track of where everything stands.
 */
export type Queue = {
  /** The smallest key; Infinity when empty. */
  topKey: () => number
  push: (state: number, key: number) => void
  /** Takes the entry with the smallest key out and gives its state; the queue must not be empty. */
  pop: () => number
  clear: () => void
}

/** Children of an entry: four of them lie side by side in half a cache line, and the heap is half as deep as with two. */
const ARITY = 4

/**
 * Key and state travel as one number, key × scale + state, so that each step moves and compares one. Exact while
 * keys × states stay below 2⁵³: for a million states that is 99 days in ms.
 */
export const createQueue = (states: number): Queue => {
  const scale = 2 ** Math.ceil(Math.log2(Math.max(2, states)))
  let entries = new Float64Array(1024)
  let size = 0
  return {
    topKey: () => (size === 0 ? Infinity : Math.floor(entries[0] / scale)),
    push: (state, key) => {
      if (size === entries.length) {
        const grown = new Float64Array(size * 2)
        grown.set(entries)
        entries = grown
      }
      const heap = entries
      const entry = key * scale + state
      let i = size++
      while (i > 0) {
        const parent = (i - 1) >> 2
        const above = heap[parent]
        if (above <= entry) break
        heap[i] = above
        i = parent
      }
      heap[i] = entry
    },
    pop: () => {
      const heap = entries
      const top = heap[0]
      const entry = heap[--size]
      let i = 0
      for (;;) {
        const first = i * ARITY + 1
        if (first >= size) break
        let least = first
        let below = heap[first]
        const last = first + ARITY < size ? first + ARITY : size
        for (let child = first + 1; child < last; child++) {
          if (heap[child] < below) {
            below = heap[child]
            least = child
          }
        }
        if (below >= entry) break
        heap[i] = below
        i = least
      }
      heap[i] = entry
      return top - Math.floor(top / scale) * scale
    },
    clear: () => {
      size = 0
    },
  }
}

import FlatQueue from 'flatqueue'

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

/**
 * Keys are whole numbers. An entry stands by key × scale + state, so that of equal keys the lower state comes first
 * and routes do not depend on the order in which states were put in. Exact while keys × states stay below 2⁵³: for a
 * million states that is 99 days in ms.
 */
export const createQueue = (states: number): Queue => {
  const scale = 2 ** Math.ceil(Math.log2(Math.max(2, states)))
  const queue = new FlatQueue()
  return {
    topKey: () => Math.floor((queue.peekValue() ?? Infinity) / scale),
    push: (state, key) => queue.push(state, key * scale + state),
    pop: () => queue.pop()!, // the caller has seen that it is not empty
    clear: () => queue.clear(),
  }
}

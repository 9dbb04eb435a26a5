/**
 * A binary min-heap of states with keys, and a lookup of where each state stands, for decrease-key. Arrays are made
 * once for the whole graph; emptying it costs only what is still inside.
 */
export type Heap = {
  size: () => number
  /** The smallest key; Infinity when empty. */
  topKey: () => number
  /** Adds a state, or changes its key up or down. */
  push: (state: number, key: number) => void
  /** Takes the state with the smallest key out; the heap must not be empty. */
  pop: () => number
  clear: () => void
}

type Entries = { keys: Float64Array; items: Int32Array; place: Int32Array }

const siftUp = ({ keys, items, place }: Entries, from: number): void => {
  let i = from
  const key = keys[i]
  const item = items[i]
  while (i > 0) {
    const parent = (i - 1) >> 1
    if (keys[parent] <= key) break
    keys[i] = keys[parent]
    items[i] = items[parent]
    place[items[i]] = i
    i = parent
  }
  keys[i] = key
  items[i] = item
  place[item] = i
}

const siftDown = ({ keys, items, place }: Entries, size: number, from: number): void => {
  let i = from
  const key = keys[i]
  const item = items[i]
  for (;;) {
    let child = 2 * i + 1
    if (child >= size) break
    if (child + 1 < size && keys[child + 1] < keys[child]) child++
    if (keys[child] >= key) break
    keys[i] = keys[child]
    items[i] = items[child]
    place[items[i]] = i
    i = child
  }
  keys[i] = key
  items[i] = item
  place[item] = i
}

export const createHeap = (states: number): Heap => {
  const keys = new Float64Array(states + 1)
  const items = new Int32Array(states + 1)
  const place = new Int32Array(states).fill(-1)
  const entries = { keys, items, place }
  let size = 0
  return {
    size: () => size,
    topKey: () => (size === 0 ? Infinity : keys[0]),
    push: (state, key) => {
      const at = place[state]
      if (at < 0) {
        keys[size] = key
        items[size] = state
        siftUp(entries, size++)
      } else if (key < keys[at]) {
        keys[at] = key
        siftUp(entries, at)
      } else if (key > keys[at]) {
        keys[at] = key
        siftDown(entries, size, at)
      }
    },
    pop: () => {
      const top = items[0]
      place[top] = -1
      size--
      if (size > 0) {
        keys[0] = keys[size]
        items[0] = items[size]
        siftDown(entries, size, 0)
      }
      return top
    },
    clear: () => {
      for (let i = 0; i < size; i++) place[items[i]] = -1
      size = 0
    },
  }
}

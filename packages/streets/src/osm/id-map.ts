/**
 * OpenStreetMap ids (beyond 32 bits) to dense numbers 0, 1, 2, ... in order of arrival.
 * Open addressing in typed arrays: 12 to 24 bytes an id where a Map takes 60, and no limit at 2^24 entries.
 */
export type IdMap = {
  readonly size: number
  /** The number of an id, given on first sight. */
  add: (id: number) => number
  /** The number of an id, or -1 for one that was never added. */
  get: (id: number) => number
}

const EMPTY = -1

export const createIdMap = (expected = 1024): IdMap => {
  let capacity = 16
  while (capacity < expected * 2) capacity *= 2
  let keys = new Float64Array(capacity)
  let values = new Int32Array(capacity).fill(EMPTY)
  let size = 0

  // Ids run in long ascending streaks: multiply both halves so that neighbours scatter.
  const slotOf = (id: number): number => {
    const low = id >>> 0
    const high = Math.floor(id / 4294967296) | 0
    let hash = Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b)
    hash ^= hash >>> 15
    let slot = hash & (capacity - 1)
    while (values[slot] !== EMPTY && keys[slot] !== id) slot = (slot + 1) & (capacity - 1)
    return slot
  }

  const grow = (): void => {
    const oldKeys = keys
    const oldValues = values
    capacity *= 2
    keys = new Float64Array(capacity)
    values = new Int32Array(capacity).fill(EMPTY)
    for (let i = 0; i < oldValues.length; i++) {
      if (oldValues[i] === EMPTY) continue
      const slot = slotOf(oldKeys[i])
      keys[slot] = oldKeys[i]
      values[slot] = oldValues[i]
    }
  }

  return {
    get size() {
      return size
    },
    add: (id) => {
      if (size * 2 >= capacity) grow()
      const slot = slotOf(id)
      if (values[slot] === EMPTY) {
        keys[slot] = id
        values[slot] = size++
      }
      return values[slot]
    },
    get: (id) => values[slotOf(id)],
  }
}

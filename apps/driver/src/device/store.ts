import type { DeviceState } from './device.ts'

export type Store = {
  get: () => DeviceState
  /** Changes parts of the state; those that are equal stay the same, and without a change nothing is told. */
  set: (parts: Partial<DeviceState>) => void
  subscribe: (listener: () => void) => () => void
}

const initial: DeviceState = {
  step: 'reading',
  is_new: false,
  username: '',
  driver: null,
  dispatch_phone: null,
  emergency_number: '112',
  quick_replies: {},
  outdated: false,
  trips: null,
  open: null,
  sending: { unsent: 0, unsent_since: null, silent_since: null, answered_at: null },
  emergency: null,
  place: null,
  place_refused: false,
  unseen: null,
  battery_low: false,
  clock_offset_ms: 0,
}

/** What is held is plain data. */
const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)

export const createStore = (): Store => {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    set: (parts) => {
      const changed = Object.entries(parts).filter(([key, value]) => !same(state[key as keyof DeviceState], value)) // keys of the parts
      if (changed.length === 0) return
      state = { ...state, ...Object.fromEntries(changed) }
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Does one piece of work after the other. */
export const createQueue = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work)
    last = next.catch(() => undefined)
    return next
  }
}

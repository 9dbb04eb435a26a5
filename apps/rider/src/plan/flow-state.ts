import type { RideSearch } from '@ambit/contract'
import { keptIn } from '../api/kept.ts'
import type { Trouble } from '../api/trouble.ts'
import { changed, Draft, emptyDraft } from './draft.ts'

/** Why there are offerings: they were asked for, or stand in for some that ended or were taken. */
export type Why = 'asked' | 'expired' | 'gone'

export type Found =
  | { kind: 'none' }
  | { kind: 'searching'; why: Why }
  /** `at`: when it came, ms */
  | { kind: 'found'; answer: RideSearch; why: Why; at: number }
  | { kind: 'failed'; trouble: Trouble }

export type FlowState = {
  draft: Draft
  found: Found
  /** the offering that is about to be booked */
  chosen: number | null
  /** and that of the way back, where one is searched for */
  chosenBack: number | null
  /** offerings that were kept for five more minutes */
  kept: ReadonlySet<number>
}

export const nothingFound = (): Pick<FlowState, 'found' | 'chosen' | 'chosenBack' | 'kept'> => ({
  found: { kind: 'none' },
  chosen: null,
  chosenBack: null,
  kept: new Set(),
})

/** What was entered is there after a reload too, in this tab alone. */
const keptDraft = keptIn(() => sessionStorage, 'ride-draft', Draft)

export type FlowStore = ReturnType<typeof createFlowStore>

export const createFlowStore = () => {
  const before = keptDraft.read()
  let state: FlowState = { draft: before ?? emptyDraft(null), ...nothingFound() }
  let isPreset = before !== null
  const listeners = new Set<() => void>()
  const set = (change: Partial<FlowState>): void => {
    state = { ...state, ...change }
    if (change.draft !== undefined) keptDraft.write(change.draft)
    for (const listener of listeners) listener()
  }
  return {
    state: () => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    set,
    change: (part: Partial<Draft>): void => set({ draft: changed(state.draft, part) }),
    /** Whether what the passenger's account says is still to be put into the draft; true once for each draft. */
    preset: (): boolean => !isPreset && (isPreset = true),
    /** Nothing is entered and found; `zone`: that of the last search, or null for the next passenger. */
    clear: (zone: string | null): void => {
      isPreset = false
      set({ draft: emptyDraft(zone), ...nothingFound() })
    },
  }
}

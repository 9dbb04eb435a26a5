import { same } from '../form/conflict.ts'
import { createStore } from './create-store.ts'
import { applyDiff, type Change, compose, type Diff, type Flagged, flagRecords, type RecordId } from './diff.ts'
import {
  amend,
  type Collections,
  countChanges,
  type Diffs,
  type History,
  type Kinds,
  noHistory,
  record,
  redo,
  reset,
  scrub,
  type Step,
  undo,
} from './history.ts'
import { draftStrings } from './strings.ts'

/** What an edit does to the records of one kind: full records in their new state, and ids of those to be deleted. */
export type Edit<K extends Kinds> = {
  [N in keyof K]: { kind: N; added?: readonly K[N][]; updated?: readonly K[N][]; removed?: readonly RecordId[] }
}[keyof K]

export type DraftState<K extends Kinds> = {
  /** what was loaded */
  readonly base: Collections<K>
  /** with the drafts in it */
  readonly records: Collections<K>
  readonly history: History<K>
  readonly saving: boolean
}

/** The drafts of several kinds of records, outside of any component, so that a dialog works on them as the page does. */
export type Drafts<K extends Kinds> = {
  get: () => DraftState<K>
  subscribe: (listener: () => void) => () => void
  /** one step for undo, however many records it changes */
  edit: (label: string, edits: Edit<K> | readonly Edit<K>[], key?: string) => void
  /** a later consequence of the step of this key, not caused by the user: it joins that step, above or below others */
  amend: (label: string, edits: Edit<K> | readonly Edit<K>[], key: string) => void
  undo: () => void
  redo: () => void
  scrub: (to: number) => void
  /** undoes all changes, as one step that can itself be undone */
  reset: () => void
  /** undoes all changes and deletes their history */
  discard: () => void
  /** while a save runs nothing can be edited */
  setSaving: (saving: boolean) => void
  /** more or other records were loaded, none of them drafted: the history stays */
  follow: (base: Collections<K>) => void
  /** other records were loaded: after a save, or with what is left of the draft over them */
  load: (base: Collections<K>, left?: { label: string; draft: Diffs<K> }) => void
  flagged: <N extends keyof K>(kind: N) => Flagged<K[N]>[]
}

export const createDrafts = <K extends Kinds>(loaded: Collections<K>): Drafts<K> => {
  const kinds: (keyof K)[] = Object.keys(loaded) // its keys are the kinds
  const store = createStore<DraftState<K>>({ base: loaded, records: loaded, history: noHistory(), saving: false })
  const become = (next: Omit<DraftState<K>, 'records'>): void => {
    const state = store.get()
    const records: { [N in keyof K]: readonly K[N][] } = { ...state.records }
    for (const kind of kinds)
      // Lists that nothing has changed stay the very same, so that no map layer is made again.
      if (next.base[kind] !== state.base[kind] || next.history.draft[kind] !== state.history.draft[kind])
        records[kind] = applyDiff(next.base[kind], next.history.draft[kind] ?? new Map())
    store.set({ ...next, records })
  }
  const move = (to: (history: History<K>) => History<K>): void => {
    const state = store.get()
    const history = to(state.history)
    if (!state.saving && history !== state.history) become({ ...state, history })
  }
  const diffsOf = (edits: Edit<K> | readonly Edit<K>[]): Diffs<K> => {
    const { records } = store.get()
    const diff: { [N in keyof K]?: Diff<K[N]> } = {}
    for (const one of isList(edits) ? edits : [edits])
      diff[one.kind] = compose(diff[one.kind] ?? new Map(), diffOf(records[one.kind], one))
    return diff
  }
  return {
    get: store.get,
    subscribe: store.subscribe,
    edit: (label, edits, key) => {
      const step: Step<K> = { label, diff: diffsOf(edits), key }
      move((history) => record(history, step))
    },
    amend: (label, edits, key) => {
      const step = { label, diff: diffsOf(edits), key }
      move((history) => amend(history, step))
    },
    undo: () => move(undo),
    redo: () => move(redo),
    scrub: (to) => move((history) => scrub(history, to)),
    reset: () => move((history) => reset(history, draftStrings.resetStep)),
    discard: () => move(noHistory),
    setSaving: (saving) => become({ ...store.get(), saving }),
    follow: (base) => become({ ...store.get(), base }),
    load: (base, left) =>
      become({
        base,
        history:
          left === undefined || countChanges(left.draft) === 0
            ? noHistory()
            : record<K>(noHistory(), { label: left.label, diff: left.draft }),
        saving: false,
      }),
    flagged: (kind) => {
      const { base, history, saving } = store.get()
      return flagRecords(base[kind], history.draft[kind] ?? new Map(), saving)
    },
  }
}

const isList = <T extends object>(value: T | readonly T[]): value is readonly T[] => Array.isArray(value)

const diffOf = <K extends Kinds, N extends keyof K>(
  records: readonly K[N][],
  edit: { added?: readonly K[N][]; updated?: readonly K[N][]; removed?: readonly RecordId[] },
): Diff<K[N]> => {
  const known = new Map(records.map((one) => [one.id, one]))
  const changes = new Map<RecordId, Change<K[N]>>()
  for (const one of edit.added ?? []) changes.set(one.id, { from: null, to: one })
  for (const one of edit.updated ?? []) {
    const from = known.get(one.id)
    if (from !== undefined && !same(from, one)) changes.set(one.id, { from, to: one })
  }
  for (const id of edit.removed ?? []) {
    const from = known.get(id)
    if (from !== undefined) changes.set(id, { from, to: null })
  }
  return changes
}

import { useReducer } from 'react'
import { type Change, changed, type Draft } from './draft.ts'

const KEPT = 100

type State = { past: readonly Draft[]; draft: Draft; last: string | null }
type Action = { change: Change } | { undo: true } | { load: Draft; undoable: boolean }

/** Typing in one field is one step back, not one for each letter. */
const stepOf = (change: Change): string | null =>
  (change.do === 'stage' || change.do === 'field' || change.do === 'option') && 'label' in change.set
    ? `${change.do} ${change.id}`
    : null

const next = (state: State, action: Action): State => {
  const { past, draft, last } = state
  if ('undo' in action) {
    const before = past.at(-1)
    return before === undefined ? state : { past: past.slice(0, -1), draft: before, last: null }
  }
  if ('load' in action)
    return { past: action.undoable ? [...past, draft].slice(-KEPT) : [], draft: action.load, last: null }
  const step = stepOf(action.change)
  const goesOn = step !== null && step === last
  return { past: goesOn ? past : [...past, draft].slice(-KEPT), draft: changed(draft, action.change), last: step }
}

/** The draft and the way back through its changes. */
export const useDraft = (initial: Draft) => {
  const [state, dispatch] = useReducer(next, { past: [], draft: initial, last: null })
  return {
    draft: state.draft,
    change: (change: Change) => dispatch({ change }),
    undo: () => dispatch({ undo: true }),
    mayUndo: state.past.length > 0,
    /** `undoable`: it takes the draft's place like any other change */
    load: (draft: Draft, undoable: boolean) => dispatch({ load: draft, undoable }),
  }
}

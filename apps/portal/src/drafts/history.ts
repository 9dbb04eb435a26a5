import { compose, type Diff, type Identified, reverse } from './diff.ts'

/** The kinds of records that are drafted together, by name. */
export type Kinds = Record<string, Identified>
export type Collections<K extends Kinds> = { readonly [N in keyof K]: readonly K[N][] }
export type Diffs<K extends Kinds> = { readonly [N in keyof K]?: Diff<K[N]> }

export type Step<K extends Kinds> = {
  /** what was done, for the list of the history */
  label: string
  diff: Diffs<K>
  /** a step that follows one of the same key is part of it: ten presses of an arrow are one move */
  key?: string
}

/** What was done, how far of it counts, and what that makes of the loaded records. */
export type History<K extends Kinds> = {
  readonly steps: readonly Step<K>[]
  readonly position: number
  readonly draft: Diffs<K>
}

export const noHistory = <K extends Kinds>(): History<K> => ({ steps: [], position: 0, draft: {} })

const kindsOf = <K extends Kinds>(diffs: Diffs<K>): (keyof K)[] => Object.keys(diffs) // its keys are kinds

/** Kinds that nothing happens to keep their very diff, so that what is derived of them is kept too. */
const composeAll = <K extends Kinds>(first: Diffs<K>, second: Diffs<K>): Diffs<K> => {
  const both: { [N in keyof K]?: Diff<K[N]> } = { ...first }
  for (const kind of kindsOf(second)) both[kind] = compose(first[kind] ?? new Map(), second[kind] ?? new Map())
  return both
}

const reverseAll = <K extends Kinds>(diffs: Diffs<K>): Diffs<K> => {
  const back: { [N in keyof K]?: Diff<K[N]> } = {}
  for (const kind of kindsOf(diffs)) back[kind] = reverse(diffs[kind] ?? new Map())
  return back
}

export const countChanges = <K extends Kinds>(diffs: Diffs<K>): number =>
  kindsOf(diffs).reduce((sum, kind) => sum + (diffs[kind]?.size ?? 0), 0)

/** Adds a step; what had been undone before it is gone. */
export const record = <K extends Kinds>(history: History<K>, step: Step<K>): History<K> => {
  if (countChanges(step.diff) === 0) return history
  const done = history.steps.slice(0, history.position)
  const draft = composeAll(history.draft, step.diff)
  const last = done.at(-1)
  if (last === undefined || step.key === undefined || last.key !== step.key)
    return { steps: [...done, step], position: done.length + 1, draft }
  const joined = composeAll(last.diff, step.diff)
  const before = done.slice(0, -1)
  return countChanges(joined) === 0
    ? { steps: before, position: before.length, draft }
    : { steps: [...before, { ...step, diff: joined }], position: done.length, draft }
}

const touchSame = <K extends Kinds>(one: Diffs<K>, other: Diffs<K>): boolean =>
  kindsOf(one).some((kind) => [...(one[kind]?.keys() ?? [])].some((id) => other[kind]?.has(id)))

/**
 * Adds to the step of the same key what was found out about it since: undoing it takes that back as well, and what was
 * done or undone after it stays. Where that has changed the same records, it is a step of its own.
 */
export const amend = <K extends Kinds>(history: History<K>, step: Step<K> & { key: string }): History<K> => {
  const { steps, position } = history
  const at = steps.slice(0, position).findLastIndex(({ key }) => key === step.key)
  const found = steps[at]
  if (found === undefined || steps.slice(at + 1).some(({ diff }) => touchSame(diff, step.diff)))
    return record(history, step)
  const diff = composeAll(found.diff, step.diff)
  const draft = composeAll(history.draft, step.diff)
  return countChanges(diff) === 0
    ? { steps: steps.toSpliced(at, 1), position: position - 1, draft }
    : { steps: steps.with(at, { ...found, diff }), position, draft }
}

export const undo = <K extends Kinds>(history: History<K>): History<K> => {
  const step = history.steps[history.position - 1]
  if (step === undefined) return history
  return { ...history, position: history.position - 1, draft: composeAll(history.draft, reverseAll(step.diff)) }
}

export const redo = <K extends Kinds>(history: History<K>): History<K> => {
  const step = history.steps[history.position]
  if (step === undefined) return history
  return { ...history, position: history.position + 1, draft: composeAll(history.draft, step.diff) }
}

/** Goes to any step, back or forth; 0 is what was loaded. */
export const scrub = <K extends Kinds>(history: History<K>, to: number): History<K> => {
  const end = Math.max(0, Math.min(history.steps.length, Math.trunc(to)))
  let at = history
  while (at.position > end) at = undo(at)
  while (at.position < end) at = redo(at)
  return at
}

/** Back to what was loaded as a step of its own, which can be undone; discarding forgets the history as well. */
export const reset = <K extends Kinds>(history: History<K>, label: string): History<K> =>
  record(history, { label, diff: reverseAll(history.draft) })

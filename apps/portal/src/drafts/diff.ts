import { same } from '../form/conflict.ts'

/** A saved record has a number; an id with `$` belongs to one that is only a draft. */
export type RecordId = number | string
export type Identified = { readonly id: RecordId }

export const isDraftId = (id: RecordId): id is string => typeof id === 'string' && id.includes('$')

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** `$k3x9m2q0ab`; unlike randomUUID also made on a page that is served without TLS. */
export const newDraftId = (): string =>
  `$${Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => ALPHABET[byte % ALPHABET.length]).join('')}`

/** What becomes of one record. Nothing before: it is added; nothing after: it is removed. */
export type Change<R> = { readonly from: R | null; readonly to: R | null }

/** A draft of one kind of records: what differs from what was loaded, and nothing else. */
export type Diff<R> = ReadonlyMap<RecordId, Change<R>>

export type DiffParts<R> = {
  added: readonly R[]
  updated: readonly (readonly [from: R, to: R])[]
  removed: readonly R[]
}

export const partsOf = <R>(diff: Diff<R>): DiffParts<R> => {
  const changes = [...diff.values()]
  return {
    added: changes.flatMap(({ from, to }) => (from === null && to !== null ? [to] : [])),
    updated: changes.flatMap(({ from, to }) => (from !== null && to !== null ? [[from, to] as const] : [])),
    removed: changes.flatMap(({ from, to }) => (from !== null && to === null ? [from] : [])),
  }
}

/** One diff after the other as one; what ends where it began is no change any more. */
export const compose = <R>(first: Diff<R>, second: Diff<R>): Diff<R> => {
  if (second.size === 0) return first
  const both = new Map(first)
  for (const [id, { from, to }] of second) {
    const known = both.get(id)
    const start = known === undefined ? from : known.from
    if (same(start, to)) both.delete(id)
    else both.set(id, { from: start, to })
  }
  return both
}

export const reverse = <R>(diff: Diff<R>): Diff<R> =>
  new Map([...diff].map(([id, { from, to }]) => [id, { from: to, to: from }]))

/** The records with the draft in them: in their old order, the added ones last. */
export const applyDiff = <R extends Identified>(records: readonly R[], diff: Diff<R>): readonly R[] => {
  if (diff.size === 0) return records
  const kept = records.flatMap((record) => {
    const change = diff.get(record.id)
    if (change === undefined) return [record]
    return change.to === null ? [] : [change.to]
  })
  return [...kept, ...partsOf(diff).added]
}

export type RecordState = 'saved' | 'added' | 'updated' | 'removed'

export const stateIn = <R>(diff: Diff<R>, id: RecordId): RecordState => {
  const change = diff.get(id)
  if (change === undefined) return 'saved'
  if (change.from === null) return 'added'
  return change.to === null ? 'removed' : 'updated'
}

/** What a list needs for a record beside its own fields. A save drops them. */
export type DraftFlags = {
  /** the same on the server as here */
  readonly $saved: boolean
  /** deleted by the next save */
  readonly $destroy: boolean
  /** is being saved */
  readonly $loading: boolean
}
export type Flagged<R> = R & DraftFlags

/** Every record with its flags, those to be destroyed at their old places. */
export const flagRecords = <R extends Identified>(
  records: readonly R[],
  diff: Diff<R>,
  saving: boolean,
): Flagged<R>[] => {
  const flag = (record: R): Flagged<R> => {
    const state = stateIn(diff, record.id)
    return {
      ...record,
      $saved: state === 'saved',
      $destroy: state === 'removed',
      $loading: saving && state !== 'saved',
    }
  }
  const kept = records.map((record) => flag(diff.get(record.id)?.to ?? record))
  return [...kept, ...partsOf(diff).added.map(flag)]
}

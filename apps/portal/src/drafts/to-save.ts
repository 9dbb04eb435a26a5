import { same } from '../form/conflict.ts'
import { type Diff, type Identified, partsOf, type RecordId } from './diff.ts'

export type ToSave<R> = {
  /** `draft`: the temporary id, for those who save records that point at each other; the values are without it */
  create: { draft: RecordId; values: Partial<R> }[]
  /** only what has changed */
  update: { record: R; changes: Partial<R> }[]
  destroy: R[]
}

/** What a draft asks of the server: plain fields, without temporary ids and without flags. */
export const toSave = <R extends Identified>(diff: Diff<R>, fields: readonly (keyof R)[]): ToSave<R> => {
  const { added, updated, removed } = partsOf(diff)
  return {
    create: added.map((record) => ({ draft: record.id, values: pick(record, fields) })),
    update: updated.flatMap(([from, to]) => {
      const changed = changedFields(from, to, fields)
      return changed.length === 0 ? [] : [{ record: from, changes: pick(to, changed) }]
    }),
    destroy: [...removed],
  }
}

export const changedFields = <R>(from: R, to: R, fields: readonly (keyof R)[]): (keyof R)[] =>
  fields.filter((field) => !same(from[field], to[field]))

export const pick = <R>(record: R, fields: readonly (keyof R)[]): Partial<R> => {
  const picked: Partial<R> = {}
  for (const field of fields) picked[field] = record[field]
  return picked
}

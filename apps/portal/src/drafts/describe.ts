import { type Diff, partsOf } from './diff.ts'
import { changedFields } from './to-save.ts'

export type FieldChange = { field: string; from: string; to: string }

/** A draft of one kind in words: what is added, changed field by field, removed. */
export type ChangeGroup = {
  title: string
  added: readonly string[]
  updated: readonly { name: string; fields: readonly FieldChange[] }[]
  removed: readonly string[]
  /** how many records these are, where one line stands for several */
  counts?: { added: number; removed: number }
}

export type Wording<R> = {
  title: string
  nameOf: (record: R) => string
  labels: { readonly [field: string]: string }
  show: (field: keyof R, value: unknown) => string
}

export const describe = <R>(diff: Diff<R>, fields: readonly (keyof R & string)[], words: Wording<R>): ChangeGroup => {
  const { added, updated, removed } = partsOf(diff)
  return {
    title: words.title,
    added: added.map(words.nameOf),
    updated: updated.map(([from, to]) => ({
      name: words.nameOf(to),
      fields: changedFields(from, to, fields).map((field) => ({
        field: words.labels[String(field)] ?? String(field),
        from: words.show(field, from[field]),
        to: words.show(field, to[field]),
      })),
    })),
    removed: removed.map(words.nameOf),
  }
}

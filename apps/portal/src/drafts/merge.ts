import { conflictingFields, mergeRecords, same } from '../form/conflict.ts'
import type { Change, Diff, Identified, RecordId } from './diff.ts'
import { pick } from './to-save.ts'

/**
 * Something that two people changed differently. `field` is null where one of them deleted the whole record:
 * then `mine` and `theirs` are the record, or null on the side that deleted it.
 */
export type Contest<R> = {
  key: string
  id: RecordId
  record: R
  field: keyof R | null
  mine: unknown
  theirs: unknown
}

export type Side = 'mine' | 'theirs'

export type Merged<R> = {
  /** my draft, applied on top of their records */
  diff: Diff<R>
  contests: readonly Contest<R>[]
  /** records that go by another id now: those that they deleted and I keep, and drafts that turned out to be saved */
  revived: ReadonlyMap<RecordId, RecordId>
}

type Options<R> = {
  diff: Diff<R>
  theirs: readonly R[]
  fields: readonly (keyof R & string)[]
  /** whose version is kept where both users changed the same thing */
  side: (key: string) => Side
  /** drafts whose save was never heard of → what they became */
  savedAs?: Readonly<Record<string, RecordId>>
  /** the id under which a record comes back */
  revive: (id: RecordId) => RecordId
}

/**
 * Three-way merge of a draft with what another user has saved since. What only one side changed merges by itself; what
 * both changed is a contest, settled by `side`.
 */
export const mergeDraft = <R extends Identified & object>(options: Options<R>): Merged<R> => {
  const { diff, theirs, fields, side, savedAs = {}, revive } = options
  const known = new Map(theirs.map((record) => [record.id, record]))
  const merged = new Map<RecordId, Change<R>>()
  const contests: Contest<R>[] = []
  const revived = new Map<RecordId, RecordId>()
  const isMine = (contest: Contest<R>): boolean => {
    contests.push(contest)
    return side(contest.key) === 'mine'
  }
  for (const [id, { from, to }] of diff) {
    const other = known.get(id) ?? null
    const saved = known.get(savedAs[id] ?? '')
    if (from === null && to !== null && saved !== undefined) {
      revived.set(id, saved.id)
      const now = { ...saved, ...pick(to, fields) }
      if (!same(now, saved)) merged.set(saved.id, { from: saved, to: now })
    } else if (from === null) {
      merged.set(id, { from, to })
    } else if (to === null) {
      if (other === null) continue
      const touched = fields.some((field) => !same(from[field], other[field]))
      const whole = { key: `${id}`, id, record: other, field: null, mine: null, theirs: other }
      if (!touched || isMine(whole)) merged.set(id, { from: other, to: null })
    } else if (other === null) {
      if (!isMine({ key: `${id}`, id, record: to, field: null, mine: to, theirs: null })) continue
      const again = revive(id)
      revived.set(id, again)
      merged.set(again, { from: null, to: { ...to, id: again } })
    } else {
      const fought = conflictingFields(only(from, fields), only(to, fields), only(other, fields))
      const found = fought.map(({ field, ...values }) => ({
        key: `${id}:${field}`,
        id,
        record: to,
        field: field as keyof R, // a field of the records that were compared
        ...values,
      }))
      contests.push(...found)
      const mine = new Set(found.filter(({ key }) => side(key) === 'mine').map(({ field }) => String(field)))
      const next = mergeRecords(only(from, fields), only(to, fields), only(other, fields), mine)
      const result = { ...other, ...next }
      if (!same(result, other)) merged.set(id, { from: other, to: result })
    }
  }
  return { diff: merged, contests, revived }
}

const only = <R extends object>(record: R, fields: readonly (keyof R & string)[]): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field, record[field]]))

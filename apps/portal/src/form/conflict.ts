import { ApiError } from '@ambit/contract'

/** What the server holds now, when the form was built on something older. */
export type StaleRecord = { version: number; current: Record<string, unknown> }

/** The current record of a 409 `stale_record`; null for every other failure. */
export const staleRecordOf = (error: unknown): StaleRecord | null => {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  if (!error.errors.some((entry) => entry.code === 'stale_record')) return null
  const current = error.meta?.['current']
  if (typeof current !== 'object' || current === null) return null
  const record = Object.fromEntries(Object.entries(current))
  const version = record['version']
  return typeof version === 'number' ? { version, current: record } : null
}

export type FieldConflict = { field: string; mine: unknown; theirs: unknown }

/** Fields that I changed and that another user changed to something else. */
export const conflictingFields = <V extends Record<string, unknown>>(base: V, mine: V, theirs: V): FieldConflict[] =>
  Object.keys(mine)
    .filter(
      (field) =>
        !same(mine[field], base[field]) && !same(theirs[field], base[field]) && !same(mine[field], theirs[field]),
    )
    .map((field) => ({ field, mine: mine[field], theirs: theirs[field] }))

/** Their record with my changes; where both changed, `keepMine` names the fields that stay mine. */
export const mergeRecords = <V extends Record<string, unknown>>(
  base: V,
  mine: V,
  theirs: V,
  keepMine: ReadonlySet<string>,
): V => {
  const contested = new Set(conflictingFields(base, mine, theirs).map(({ field }) => field))
  const taken = Object.entries(mine).filter(([field, value]) =>
    contested.has(field) ? keepMine.has(field) : !same(value, base[field]),
  )
  return { ...theirs, ...Object.fromEntries(taken) }
}

export const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)

import { type Kysely, sql } from 'kysely'
import { takenMessage } from './failures.ts'
import { type FieldError, invalid } from './errors.ts'
import type { DB } from '../database/schema.ts'

type Table =
  | 'users'
  | 'drivers'
  | 'vehicles'
  | 'travelers'
  | 'regions'
  | 'user_roles'
  | 'user_groups'
  | 'zones'
  | 'discounts'
  | 'consumer_apps'

/**
 * Throws 422 with one entry for each field whose value another record has (without case). The unique index behind it
 * stays the last word for two that come at once; it can name only one field.
 */
export const refuseTaken = async (
  db: Kysely<DB>,
  table: Table,
  fields: Readonly<Record<string, string | null | undefined>>,
  exceptId: number | null = null,
): Promise<void> => {
  const given = Object.entries(fields).filter(
    (field): field is [string, string] => field[1] !== undefined && field[1] !== null,
  )
  if (given.length === 0) return
  const taken: FieldError[] = []
  for (const [field, value] of given) {
    const { rows } = await sql`
      select 1 from ${sql.table(table)} where lower(${sql.ref(field)}) = lower(${value})
      and id is distinct from ${exceptId} limit 1`.execute(db)
    if (rows.length > 0) taken.push({ pointer: `/${field}`, detail: takenMessage(field) })
  }
  if (taken.length > 0) throw invalid(taken)
}

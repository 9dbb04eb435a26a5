import type { Kysely } from 'kysely'
import type { DB } from '../../database/schema.ts'

/** Which of these numbers (E.164) have answered STOP, and not START since. */
export const stoppedAmong = async (
  db: Kysely<DB>,
  numbers: readonly (string | null)[],
): Promise<ReadonlySet<string>> => {
  const asked = numbers.filter((number) => number !== null)
  if (asked.length === 0) return new Set()
  const rows = await db.selectFrom('sms_stops').where('number', 'in', asked).select('number').execute()
  return new Set(rows.map(({ number }) => number))
}

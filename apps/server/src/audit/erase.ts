import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import { erasedValue } from './digest.ts'

type Row = {
  id: number
  record_name: string | null
  actor_name: string | null
  address: string | null
  user_agent: string | null
  reason: string | null
  changes: Record<string, Record<string, unknown>>
  salts: Record<string, string>
}

const AT_ONCE = 1000
const whole = ['record_name', 'actor_name', 'address', 'user_agent', 'reason'] as const

/** Of an event's personal values: those of whom it is about, of who did it, or all. */
type Whose = 'record' | 'actor' | 'all'
const ofActor = new Set(['actor_name', 'address', 'user_agent'])

/**
 * Puts the salted digest in the place of each personal value of these events and removes its salt, so that nobody can
 * tell the value any more and the seals still hold (docs/decisions/031). Answers how many events it changed.
 */
export const eraseEvents = async (
  tx: Transaction<DB>,
  which: RawBuilder<boolean>,
  whose: Whose = 'record',
): Promise<number> => {
  let after = 0
  let erased = 0
  for (;;) {
    const { rows } = await sql<Row>`
      with found as materialized (select id from audit_events where ${which})
      select id, record_name, actor_name, address, user_agent, reason, changes, salts from audit_events
      where id in (select id from found) and id > ${after} and salts <> '{}' order by id limit ${AT_ONCE}`.execute(tx)
    const changed = rows.flatMap((row) => withoutValues(row, whose) ?? [])
    if (changed.length > 0) await sql`select audit_erase(${JSON.stringify(changed)}::jsonb)`.execute(tx)
    erased += changed.length
    const last = rows.at(-1)
    if (last === undefined || rows.length < AT_ONCE) return erased
    after = last.id
  }
}

const withoutValues = (row: Row, whose: Whose): Row | null => {
  const changes = Object.fromEntries(Object.entries(row.changes).map(([field, sides]) => [field, { ...sides }]))
  const next: Row = { ...row, changes, salts: { ...row.salts } }
  for (const [path, salt] of Object.entries(row.salts)) {
    if (whose !== 'all' && ofActor.has(path) !== (whose === 'actor')) continue
    const column = whole.find((one) => one === path)
    if (column !== undefined) next[column] = erasedValue(row[column], salt)
    else {
      const [, field = '', side = ''] = /^(.*)\.(before|after)$/.exec(path) ?? []
      const sides = changes[field]
      if (sides !== undefined && side in sides) sides[side] = erasedValue(sides[side], salt)
    }
    delete next.salts[path]
  }
  return Object.keys(next.salts).length === Object.keys(row.salts).length ? null : next
}

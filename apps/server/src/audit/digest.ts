import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'

/** An event as it is sealed: its columns as JSON, `at` to the microsecond. */
export type SealedEvent = { id: number; event: Record<string, unknown>; salts: Record<string, string> }

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** JSON with its keys in order, however the database keeps them. */
const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join(',')}}`
}

/** What stands in an event in place of a personal value that was erased. */
const ERASED = /^erased:([0-9a-f]{64})$/

export const erasedValue = (value: unknown, salt: string): string => `erased:${sha256(salt + canonical(value))}`

const saltedDigest = (value: unknown, salt: string | undefined): string => {
  if (salt !== undefined) return sha256(salt + canonical(value))
  return ERASED.exec(typeof value === 'string' ? value : '')?.[1] ?? canonical(value)
}

/** SHA-256 of an event, in which each personal value counts by a salted digest of its own. */
export const digestOf = ({ event, salts }: SealedEvent): Buffer => {
  const lines: string[] = []
  const add = (path: string, value: unknown): void => void lines.push(`${path} ${saltedDigest(value, salts[path])}`)
  for (const [column, value] of Object.entries(event)) {
    // A column that a later version adds is null in the events before it.
    if (value === null) continue
    if (column !== 'changes' || typeof value !== 'object') {
      add(column, value)
      continue
    }
    for (const [field, sides] of Object.entries(value))
      for (const [side, one] of Object.entries(sides as object)) add(`${field}.${side}`, one)
  }
  return createHash('sha256').update(lines.toSorted().join('\n')).digest()
}

/** The hash of a seal (docs/decisions/031). */
export const hashOfSeal = (before: Buffer, ids: readonly number[], digests: Buffer): Buffer =>
  createHash('sha256')
    .update(before)
    .update(` ${ids[0]} ${ids.at(-1)} ${ids.length} `)
    .update(digests)
    .digest()

export const FIRST_HASH = Buffer.alloc(32)
export const DIGEST_BYTES = 32

export const readSealed = async (db: Kysely<DB>, ids: readonly number[]): Promise<SealedEvent[]> =>
  (
    await sql<SealedEvent>`
      select id, salts, to_jsonb(e) - 'salts' || jsonb_build_object('at',
        to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) as event
      from audit_events e where id = any(${ids}::bigint[]) order by id`.execute(db)
  ).rows

import { type Kysely, sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import { type AuditKind, insteadOfRestoring, isRestorable, type RestorePreview } from '@ambit/contract'
import { restoring } from '../context/context.ts'
import { requireReason } from '../http/acting.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Bind, Call } from '../http/bind.ts'
import { maskedFields } from '../http/masks.ts'
import { invalid, notFound, notPossible, staleRecord } from '../http/errors.ts'
import type { Reader } from './queries.ts'
import { type Fields, type Way, wayOf } from './restorable.ts'
import { touchedBy } from './touches.ts'
import { type Moment, versionOf } from './versions.ts'

type Asked = { record_kind: AuditKind; record_id: string } & Moment

type Plan = {
  way: Way
  /** the event that made the version; null: older than the audit */
  event: number | null
  /** null: the record was deleted */
  now: Fields | null
  /** the record's number for If-Match; null for settings, and for what was deleted */
  version: number | null
  preview: RestorePreview
}

/** Nothing of a person's doing, or of this record's alone. */
const bookkeeping = new Set(['id', 'created_at', 'created_by', 'built_in'])

/** Throws 404 for a version that the reader may not see, and 422 for a record that is not restored. */
export const planRestore = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  asked: Asked,
  reader: Reader,
): Promise<Plan> => {
  const { record_kind: kind, record_id: id } = asked
  if (!isRestorable(kind)) throw notPossible(insteadOfRestoring(kind))
  const way = wayOf(kind, id)
  const current = await versionOf(db, kind, id, {}, reader)
  const version = await chosen(db, asked, reader)
  if (current === null || version?.fields === null || version === null) throw notFound('There is no such version')
  if (current.fields === null && way.create === null)
    throw notPossible('It was deleted, and is not made again by a restore. Create it anew')
  const now = current.fields === null ? null : way.view(current.fields)
  const then = way.view(version.fields)
  const { fields, lost } = await withoutGone(db, kind, compared(now, then))
  const number = current.fields === null ? null : await versionNumber(db, kind, id)
  return {
    way,
    event: version.event_id,
    now: current.fields,
    version: number,
    preview: {
      fields,
      lost: [...lost, ...secretsOf(current.fields, version.fields, way)],
      touches: await touchedBy(db, kind, id, clock.now()),
      deleted: current.fields === null,
      seen: `${current.event_id ?? 0} ${number ?? ''}`.trim(),
    },
  }
}

/** Of an event that deleted the record: as it was before. */
const chosen = async (db: Kysely<DB>, asked: Asked, reader: Reader) => {
  const { record_kind: kind, record_id: id, event, at } = asked
  const version = await versionOf(db, kind, id, { event, at }, reader)
  if (version?.fields !== null || version.event_id === null) return version
  return versionOf(db, kind, id, { before: version.event_id }, reader)
}

const compared = (now: Fields | null, then: Fields): RestorePreview['fields'] =>
  Object.entries(then)
    .filter(([field, value]) => now === null || !isDeepStrictEqual(now[field] ?? null, value ?? null))
    .map(([field, value]) => ({ field, now: now?.[field] ?? null, restored: value ?? null }))

/** Members and roles that are gone are left out, and named. */
const withoutGone = async (
  db: Kysely<DB>,
  kind: AuditKind,
  all: RestorePreview['fields'],
): Promise<Pick<RestorePreview, 'fields' | 'lost'>> => {
  if (kind !== 'user_groups') return { fields: all, lost: [] }
  const lost: RestorePreview['lost'] = []
  const fields: RestorePreview['fields'] = []
  for (const one of all) {
    if (!Array.isArray(one.restored)) {
      fields.push(one)
      continue
    }
    const table = one.field === 'users' ? 'users' : 'user_roles'
    const ids: number[] = one.restored
    const rows = await db
      .selectFrom(table)
      .select('id')
      .where('id', 'in', [0, ...ids])
      .execute()
    const there = new Set(rows.map(({ id }) => id))
    fields.push({ ...one, restored: ids.filter((id) => there.has(id)) })
    for (const id of ids.filter((one) => !there.has(one)))
      lost.push({ field: one.field, reason: `${id} is not there any more` })
  }
  return { fields: fields.filter(({ now, restored }) => !isDeepStrictEqual(now, restored)), lost }
}

/** What differs and no ordinary change takes. */
const secretsOf = (now: Fields | null, then: Fields, way: Way): RestorePreview['lost'] => {
  const taken = way.view(then)
  return Object.entries(then)
    .filter(([field]) => !Object.hasOwn(taken, field) && !bookkeeping.has(field))
    .filter(([field, value]) => value === 'changed' && (now === null || now[field] !== value))
    .map(([field]) => ({ field, reason: 'It is never kept. Set a new one' }))
}

const versionNumber = async (db: Kysely<DB>, kind: AuditKind, id: string): Promise<number | null> => {
  if (kind === 'settings') return null
  const { rows } = await sql<{ version: number }>`
    select version from ${sql.table(kind)} where id = ${Number(id)}`.execute(db)
  return rows[0]?.version ?? null
}

type Restore = Asked & { fields: readonly string[]; seen: string }

/** Does it as the ordinary change with its checks, which asks for its own permission too. */
export const restoreVersion = async (
  deps: Pick<Deps, 'db' | 'clock'>,
  asIf: Bind['asIf'],
  asked: Restore,
  reader: Reader,
  call: Call<never>,
): Promise<void> => {
  const plan = await planRestore(deps, asked, reader)
  const { way, preview, event, now, version } = plan
  requireReason('Please say why it is restored')
  if (preview.seen !== asked.seen)
    throw staleRecord(now === null ? null : maskedFields(asked.record_kind, asked.record_id, now, reader.hidden))
  const unknown = asked.fields.find((name) => !preview.fields.some(({ field }) => field === name))
  if (unknown !== undefined)
    throw invalid([{ pointer: '/fields', detail: `${unknown} is as it was, or cannot be restored` }])
  const body = Object.fromEntries(
    preview.fields
      .filter(({ field }) => preview.deleted || asked.fields.includes(field))
      .map(({ field, restored }) => [field, restored]),
  )
  if (now === null) {
    const restored = { kind: asked.record_kind, id: Number(asked.record_id) }
    await restoring({ restored_event: event, restored }, () => asIf(way.create!, { body }, call)) // as the plan checked
    return
  }
  const sent = way.sent({ id: asked.record_id, fields: now, version }, body)
  await restoring({ restored_event: event }, () => asIf(way.update, sent, call))
}

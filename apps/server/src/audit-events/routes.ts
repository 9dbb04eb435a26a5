import {
  api,
  type AuditKind,
  type Endpoint,
  type PermissionKey,
  type RecordVersion,
  type RestorePreview,
} from '@ambit/contract'
import { brokenSince, lastCheck } from '../audit/check.ts'
import { listed } from '../database/lists.ts'
import type { Deps } from '../deps.ts'
import { keysOf } from '../http/authenticate.ts'
import type { Call, Module } from '../http/bind.ts'
import { maskedFields } from '../http/masks.ts'
import { forbidden, notFound } from '../http/errors.ts'
import { asCsv, asJsonLines } from './export.ts'
import { both, conditionOf, eventsWhere, eventSlices, ofRecord, type Reader, scopeOf, withId } from './queries.ts'
import { readKeys } from './readable.ts'
import { planRestore, restoreVersion } from './restore.ts'
import { versionOf } from './versions.ts'

export const routes: Module = (bind, deps) => {
  const { db } = deps
  const readerOf = async ({ actor, hidden }: Pick<Call<Endpoint>, 'actor' | 'hidden'>): Promise<Reader> => ({
    actor,
    hidden,
    may: await keysOf(deps, actor),
  })

  bind(api.auditEvents.list, async ({ query, ...call }) => {
    const reader = await readerOf(call)
    return eventsWhere(db, conditionOf(query, reader), query, reader)
  })

  bind(api.auditEvents.show, async ({ params, ...call }) => {
    const reader = await readerOf(call)
    const { data } = await eventsWhere(db, both(withId(params.id), scopeOf(reader)), { page: 1, per_page: 1 }, reader)
    const [event] = data
    if (event === undefined) throw notFound()
    return { data: event }
  })

  bind.raw(api.auditEvents.export, async ({ query, ...call }, _request, reply) => {
    const reader = await readerOf(call)
    const slices = eventSlices(db, conditionOf(query, reader), reader)
    const csv = query.format === 'csv'
    return reply
      .type(csv ? 'text/csv; charset=utf-8' : 'application/jsonl; charset=utf-8')
      .header('content-disposition', `attachment; filename="audit.${query.format}"`)
      .send(csv ? asCsv(slices) : asJsonLines(slices))
  })

  bind(api.auditSeals.list, async ({ query }) => {
    const found = db
      .selectFrom('audit_seals')
      .select([
        'id',
        'first_id',
        'last_id',
        'events',
        'sealed_at',
        (e) => e.fn<string>('encode', ['hash', e.val('hex')]).as('hash'),
      ])
    return { ...(await listed(found, query, {})), state: await stateOf(deps) }
  })

  bind(api.recordVersions.list, async ({ query, ...call }) => {
    const reader = await readerOf(call)
    requireHistory(reader, query.record_kind)
    const condition = both(ofRecord(query.record_kind, query.record_id), scopeOf(reader))
    return eventsWhere(db, condition, query, reader)
  })

  bind(api.recordVersions.show, async ({ query, ...call }) => {
    const reader = await readerOf(call)
    requireHistory(reader, query.record_kind)
    const version = await versionOf(db, query.record_kind, query.record_id, query, reader)
    if (version === null) throw notFound()
    return { data: maskedVersion(query, version, reader) }
  })

  bind(api.recordVersions.previewRestore, async ({ body, ...call }) => {
    const reader = await readerOf(call)
    requireHistory(reader, body.record_kind)
    const { preview } = await planRestore(deps, body, reader)
    return { data: { ...preview, fields: maskedPreview(body, preview.fields, reader) } }
  })

  bind(api.recordVersions.restore, async (call) => {
    const reader = await readerOf(call)
    const { record_kind, record_id } = call.body
    requireHistory(reader, record_kind)
    await restoreVersion(deps, bind.asIf, call.body, reader, call)
    const version = await versionOf(db, record_kind, record_id, {}, reader)
    if (version === null) throw notFound()
    return { data: maskedVersion(call.body, version, reader) }
  })
}

const stateOf = async ({ db }: Pick<Deps, 'db'>) => {
  const sealed = await db
    .selectFrom('audit_seals')
    .select((e) => [e.fn.max('sealed_at').as('sealed_until'), e.fn.sum<number | null>('events').as('sealed_events')])
    .executeTakeFirstOrThrow()
  const check = await lastCheck(db)
  return {
    sealed_until: sealed.sealed_until,
    sealed_events: sealed.sealed_events ?? 0,
    checked_at: check?.checked_at ?? null,
    broken_since: await brokenSince(db),
    problem: check?.problem ?? null,
  }
}

type Named = { record_kind: AuditKind; record_id: string }

const maskedVersion = ({ record_kind, record_id }: Named, version: RecordVersion, { hidden }: Reader): RecordVersion =>
  version.fields === null
    ? version
    : { ...version, fields: maskedFields(record_kind, record_id, version.fields, hidden) }

const maskedPreview = (
  { record_kind, record_id }: Named,
  fields: RestorePreview['fields'],
  { hidden }: Reader,
): RestorePreview['fields'] =>
  fields.map((one) => {
    const side = (value: unknown): unknown =>
      maskedFields(record_kind, record_id, { [one.field]: value }, hidden)[one.field]
    return { ...one, now: side(one.now), restored: side(one.restored) }
  })

/** The history of a record is for those who may read it, and see histories or the audit. */
const requireHistory = ({ may }: Reader, kind: AuditKind): void => {
  const needed: PermissionKey = readKeys[kind]
  if (!may(needed)) throw forbidden(`You need the permission ${needed}`)
  if (!may('AuditManagement:history:canRead') && !may('AuditManagement:audit:canRead'))
    throw forbidden('You need the permission AuditManagement:history:canRead')
}

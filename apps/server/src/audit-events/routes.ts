import { api, type AuditKind, type PermissionKey } from '@ambit/contract'
import { brokenSince, lastCheck } from '../audit/check.ts'
import { listed } from '../database/lists.ts'
import type { Deps } from '../deps.ts'
import { keysOf } from '../http/authenticate.ts'
import type { Actor, Module } from '../http/bind.ts'
import { forbidden, notFound } from '../http/errors.ts'
import { asCsv, asJsonLines } from './export.ts'
import { both, conditionOf, eventsWhere, eventSlices, ofRecord, type Reader, scopeOf, withId } from './queries.ts'
import { readKeys } from './readable.ts'
import { planRestore, restoreVersion } from './restore.ts'
import { versionOf } from './versions.ts'

export const routes: Module = (bind, deps) => {
  const { db } = deps
  const readerOf = async (actor: Actor): Promise<Reader> => ({ actor, may: await keysOf(deps, actor) })

  bind(api.auditEvents.list, async ({ query, actor }) => {
    const reader = await readerOf(actor)
    return eventsWhere(db, conditionOf(query, reader), query, reader.may)
  })

  bind(api.auditEvents.show, async ({ params, actor }) => {
    const reader = await readerOf(actor)
    const { data } = await eventsWhere(
      db,
      both(withId(params.id), scopeOf(reader)),
      { page: 1, per_page: 1 },
      reader.may,
    )
    const [event] = data
    if (event === undefined) throw notFound()
    return { data: event }
  })

  bind.raw(api.auditEvents.export, async ({ query, actor }, _request, reply) => {
    const reader = await readerOf(actor)
    const slices = eventSlices(db, conditionOf(query, reader), reader.may)
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

  bind(api.recordVersions.list, async ({ query, actor }) => {
    const reader = await readerOf(actor)
    requireHistory(reader, query.record_kind)
    const condition = both(ofRecord(query.record_kind, query.record_id), scopeOf(reader))
    return eventsWhere(db, condition, query, reader.may)
  })

  bind(api.recordVersions.show, async ({ query, actor }) => {
    const reader = await readerOf(actor)
    requireHistory(reader, query.record_kind)
    const version = await versionOf(db, query.record_kind, query.record_id, query, reader)
    if (version === null) throw notFound()
    return { data: version }
  })

  bind(api.recordVersions.previewRestore, async ({ body, actor }) => {
    const reader = await readerOf(actor)
    requireHistory(reader, body.record_kind)
    return { data: (await planRestore(deps, body, reader)).preview }
  })

  bind(api.recordVersions.restore, async (call) => {
    const reader = await readerOf(call.actor)
    const { record_kind, record_id } = call.body
    requireHistory(reader, record_kind)
    await restoreVersion(deps, bind.asIf, call.body, reader, call)
    const version = await versionOf(db, record_kind, record_id, {}, reader)
    if (version === null) throw notFound()
    return { data: version }
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

/** The history of a record is for those who may read it, and see histories or the audit. */
const requireHistory = ({ may }: Reader, kind: AuditKind): void => {
  const needed: PermissionKey = readKeys[kind]
  if (!may(needed)) throw forbidden(`You need the permission ${needed}`)
  if (!may('AuditManagement:history:canRead') && !may('AuditManagement:audit:canRead'))
    throw forbidden('You need the permission AuditManagement:history:canRead')
}

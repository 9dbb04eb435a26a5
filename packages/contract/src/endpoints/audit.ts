import { z } from 'zod'
import { endpoint, idParams, many, one } from '../endpoint.ts'
import { AccessEvent, UnusualLooks } from '../records/access-events.ts'
import { idList, listQuery, textList, timeRange } from '../query.ts'
import {
  auditActorKinds,
  AuditEvent,
  auditEventKinds,
  auditKinds,
  auditOperations,
  AuditSeal,
  AuditState,
  auditVias,
  RecordVersion,
  RestorePreview,
} from '../records/audit-events.ts'

const READ = 'AuditManagement:audit:canRead'

const someOf = <T extends readonly [string, ...string[]]>(words: T) => textList.pipe(z.array(z.enum(words)))

const filters = {
  kind: someOf(auditEventKinds),
  date_range: timeRange,
  /** users and drivers by id; with `actor_kind` only those of the kind */
  actor: idList,
  actor_kind: someOf(auditActorKinds),
  action: textList,
  operation: someOf(auditOperations),
  record_kind: someOf(auditKinds),
  record_id: textList,
  region: idList,
  zone: idList,
  via: someOf(auditVias),
  request: textList,
  address: textList,
  /** a field that was changed */
  field: textList,
}

export const auditEvents = {
  list: endpoint('auditEvents.list', 'GET', '/audit_events', {
    summary: 'Who changed what, who signed in and who was refused, the newest first',
    access: READ,
    query: listQuery(filters, ['id']),
    answer: many(AuditEvent),
  }),
  show: endpoint('auditEvents.show', 'GET', '/audit_events/:id', {
    summary: 'One event',
    access: READ,
    params: idParams,
    answer: one(AuditEvent),
  }),
  export: endpoint('auditEvents.export', 'GET', '/audit_events/export', {
    summary: 'The same as CSV or JSON lines, with the seals that cover the events',
    access: 'AuditManagement:audit:canExport',
    query: listQuery(filters, ['id'])
      .pick({ search: true, filter: true })
      .extend({ format: z.enum(['csv', 'jsonl']).default('csv') }),
    answer: z.unknown(),
    raw: 'text/csv',
  }),
}

export const accessEvents = {
  list: endpoint('accessEvents.list', 'GET', '/access_events', {
    summary: 'Who looked at which passenger, the newest first; nobody but a superadmin reads their own looking',
    access: 'AuditManagement:access:canRead',
    query: listQuery({ traveler: idList, actor: idList, call: textList, date_range: timeRange }, ['id']),
    answer: many(AccessEvent),
  }),
  unusual: endpoint('accessEvents.unusual', 'GET', '/access_events/unusual', {
    summary: 'Who looked at unusually many passengers in the last 30 days, the newest first; not oneself',
    access: 'AuditManagement:access:canRead',
    answer: z.object({ data: z.array(UnusualLooks) }),
  }),
}

export const auditSeals = {
  list: endpoint('auditSeals.list', 'GET', '/audit_seals', {
    summary: 'The seals over the audit, the newest first',
    access: READ,
    query: listQuery({}, ['id']),
    answer: many(AuditSeal).extend({ state: AuditState }),
  }),
}

const record = z.object({ record_kind: z.enum(auditKinds), record_id: z.string().min(1).max(100) })
/** after an event, or at a moment */
const version = record.extend({
  event: z.int().positive().optional(),
  at: z.iso.datetime({ offset: true }).optional(),
})
const RESTORE = 'AuditManagement:restore:canCreate'

/** For those who may read the record, and the audit or its History tab. */
export const recordVersions = {
  list: endpoint('recordVersions.list', 'GET', '/record_versions', {
    summary: 'What changed a record and its parts, the newest first',
    access: 'signed_in',
    query: listQuery({}, ['id']).pick({ page: true, per_page: true }).extend(record.shape),
    answer: many(AuditEvent),
  }),
  show: endpoint('recordVersions.show', 'GET', '/record_versions/one', {
    summary: 'A record as it stood after an event, or at a moment; without either as it is now',
    access: 'signed_in',
    query: record.extend({
      event: z.coerce.number().int().positive().optional(),
      at: z.iso.datetime({ offset: true }).optional(),
    }),
    answer: one(RecordVersion),
  }),
  previewRestore: endpoint('recordVersions.previewRestore', 'POST', '/record_versions/restore/preview', {
    summary: 'What restoring a version would change, what it touches, and what cannot come back',
    access: RESTORE,
    body: version,
    answer: one(RestorePreview),
  }),
  /**
   * An ordinary change with its checks and its permission: a value that is not allowed any more is 422 beside its field,
   * a record that was changed since the preview 409. A reason is needed (`X-Reason`).
   */
  restore: endpoint('recordVersions.restore', 'POST', '/record_versions/restore', {
    summary: 'Restore a version of a record, or some of its fields',
    access: RESTORE,
    body: version.extend({
      fields: z.array(z.string().max(100)).min(1, 'Choose what is restored').max(200),
      /** from the preview */
      seen: z.string().max(100),
    }),
    answer: one(RecordVersion),
  }),
}

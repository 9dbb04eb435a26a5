import type { GeneratedAlways } from 'kysely'
import type { AuditActorKind, AuditChanges, AuditKind, AuditVia } from '@ambit/contract'
import type { Time } from './columns.ts'

/** Written by the database's own functions alone (migrations/0036_audit_events.sql). */
export type AuditEventsTable = {
  id: GeneratedAlways<number>
  at: GeneratedAlways<Date>
  kind: GeneratedAlways<'change' | 'access' | 'sign_in'>
  actor_kind: GeneratedAlways<AuditActorKind>
  actor_id: GeneratedAlways<number | null>
  actor_name: GeneratedAlways<string | null>
  action: GeneratedAlways<string>
  record_kind: GeneratedAlways<AuditKind | null>
  record_id: GeneratedAlways<string | null>
  record_name: GeneratedAlways<string | null>
  parent_kind: GeneratedAlways<AuditKind | null>
  parent_id: GeneratedAlways<string | null>
  region_id: GeneratedAlways<number | null>
  zone_id: GeneratedAlways<number | null>
  operation: GeneratedAlways<'created' | 'changed' | 'deleted' | null>
  changes: GeneratedAlways<AuditChanges>
  reason: GeneratedAlways<string | null>
  via: GeneratedAlways<AuditVia>
  request_id: GeneratedAlways<string | null>
  session_id: GeneratedAlways<string | null>
  address: GeneratedAlways<string | null>
  user_agent: GeneratedAlways<string | null>
  trace_id: GeneratedAlways<string | null>
  restored_event: GeneratedAlways<number | null>
  /** by path: what the personal value there is salted with */
  salts: GeneratedAlways<Record<string, string>>
}

/** Written once each, by sealing (audit/seal.ts). */
export type AuditSealsTable = {
  id: GeneratedAlways<number>
  first_id: GeneratedAlways<number>
  last_id: GeneratedAlways<number>
  events: GeneratedAlways<number>
  digests: GeneratedAlways<Buffer>
  hash_before: GeneratedAlways<Buffer>
  hash: GeneratedAlways<Buffer>
  sealed_at: GeneratedAlways<Date>
}
/** Written by access-events/looks.ts alone. */
export type AccessEventsTable = {
  id: GeneratedAlways<number>
  at: GeneratedAlways<Date>
  last_at: GeneratedAlways<Date>
  looks: GeneratedAlways<number>
  actor_kind: GeneratedAlways<AuditActorKind>
  actor_id: GeneratedAlways<number>
  actor_name: GeneratedAlways<string>
  traveler_id: GeneratedAlways<number | null>
  passengers: GeneratedAlways<number | null>
  calls: GeneratedAlways<string[]>
  filter: GeneratedAlways<unknown>
  region_id: GeneratedAlways<number | null>
  reason: GeneratedAlways<string | null>
  via: GeneratedAlways<AuditVia>
  address: GeneratedAlways<string | null>
}
export type AuditChecksTable = {
  id: GeneratedAlways<number>
  checked_at: Time
  events: number
  problem: string | null
}

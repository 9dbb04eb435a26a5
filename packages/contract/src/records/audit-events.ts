import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { Timestamp } from './basics.ts'

/** The tables whose rows are records of the audit. */
export const auditKinds = [
  'drivers',
  'vehicles',
  'vehicle_notes',
  'vehicle_checklists',
  'schemas',
  'travelers',
  'traveler_comments',
  'traveler_concessions',
  'traveler_helpers',
  'lost_items',
  'misses',
  'suspensions',
  'traveler_merges',
  'waitlist_entries',
  'open_returns',
  'booking_series',
  'traveler_feature_flags',
  'traveler_sets',
  'payment_methods',
  'users',
  'user_groups',
  'user_roles',
  'user_group_members',
  'user_group_roles',
  'regions',
  'consumer_apps',
  'zones',
  'service_areas',
  'zone_stops',
  'service_strategies',
  'booking_rules',
  'special_days',
  'exception_rules',
  'mobility_aids',
  'places',
  'organisations',
  'organisation_travelers',
  'service_routes',
  'service_route_stops',
  'road_closures',
  'travel_factors',
  'service_plans',
  'trips',
  'trip_stops',
  'service_requests',
  'discounts',
  'feedbacks',
  'surveys',
  'payments',
  'holds',
  'privacy_requests',
  'retention_rules',
  'settings',
  'sso_group_maps',
  'sso_providers',
  'break_glass_accounts',
  'status_incidents',
  'message_templates',
] as const
export type AuditKind = (typeof auditKinds)[number]
export const isAuditKind = (text: string): text is AuditKind => (auditKinds as readonly string[]).includes(text)

export const auditActorKinds = [
  'user',
  'service account',
  'driver',
  'passenger',
  'partner',
  'job',
  'engine',
  'command line',
  'public',
  'unknown',
] as const
export type AuditActorKind = (typeof auditActorKinds)[number]

export const auditVias = [
  'portal',
  'api',
  'driver app',
  'passenger app',
  'import',
  'undo',
  'restore',
  'correction',
  'job',
  'engine',
  'partner',
  'command line',
] as const
export type AuditVia = (typeof auditVias)[number]

/** By field: its value before and after. Creating has no before, deleting no after. */
export const AuditChanges = z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() }).partial())
export type AuditChanges = z.output<typeof AuditChanges>

export const auditEventKinds = ['change', 'access', 'sign_in'] as const
export const auditOperations = ['created', 'changed', 'deleted'] as const

/** UTC to the microsecond */
const Moment = z.string()

export const AuditEvent = z.object({
  id: z.int().positive(),
  at: Moment,
  kind: z.enum(auditEventKinds),
  actor_kind: z.enum(auditActorKinds),
  actor_id: Id.nullable(),
  actor_name: z.string().nullable(),
  /** the endpoint, job or command */
  action: z.string(),
  record_kind: z.enum(auditKinds).nullable(),
  record_id: z.string().nullable(),
  record_name: z.string().nullable(),
  /** the record that it is a part of */
  parent_kind: z.enum(auditKinds).nullable(),
  parent_id: z.string().nullable(),
  region_id: Id.nullable(),
  region_name: z.string().nullable(),
  zone_id: Id.nullable(),
  operation: z.enum(auditOperations).nullable(),
  changes: AuditChanges,
  /** the reader may not read such records: names and values are left out */
  hidden: z.boolean(),
  reason: z.string().nullable(),
  via: z.enum(auditVias),
  request_id: z.string().nullable(),
  /** null where the installation had no collector of traces */
  trace_id: z.string().nullable(),
  session_id: z.string().nullable(),
  address: z.string().nullable(),
  user_agent: z.string().nullable(),
  /** of a restore: the event whose version it took */
  restored_event: z.int().nullable(),
})
export type AuditEvent = z.output<typeof AuditEvent>

/** More than so many are not counted: `total` is then this. */
export const MOST_COUNTED_EVENTS = 10_000

export const AuditSeal = z.object({
  id: Id,
  first_id: z.int().positive(),
  last_id: z.int().positive(),
  events: z.int().positive(),
  /** SHA-256, in hexadecimal digits */
  hash: z.string(),
  sealed_at: Timestamp,
})

/** Whether the audit is as it was sealed, as the last check found it. */
export const AuditState = z.object({
  sealed_until: Timestamp.nullable(),
  sealed_events: z.int(),
  checked_at: Timestamp.nullable(),
  broken_since: Timestamp.nullable(),
  problem: z.string().nullable(),
})
export type AuditState = z.output<typeof AuditState>

/** A record as it stood, and what changed it into that. */
export const RecordVersion = z.object({
  /** the event that made it; null: older than the audit */
  event_id: z.int().positive().nullable(),
  at: Moment.nullable(),
  /** null: deleted then, or not created yet */
  fields: z.record(z.string(), z.unknown()).nullable(),
})
export type RecordVersion = z.output<typeof RecordVersion>

/** The kinds whose versions can be restored. */
export const restorableKinds = [
  'drivers',
  'vehicles',
  'travelers',
  'regions',
  'zones',
  'service_areas',
  'zone_stops',
  'service_strategies',
  'service_routes',
  'discounts',
  'user_groups',
  'user_roles',
  'settings',
  'message_templates',
] as const satisfies readonly AuditKind[]
export type RestorableKind = (typeof restorableKinds)[number]
export const isRestorable = (kind: AuditKind): kind is RestorableKind =>
  (restorableKinds as readonly AuditKind[]).includes(kind)

const instead: Partial<Record<AuditKind, string>> = {
  service_requests: 'A booking is not restored. Change or cancel it, or book again',
  trips: 'A trip is not restored. Change its driver and vehicle, or return it to service',
  service_plans: 'A schedule is not restored. Change its times and its crew in In-Service Schedules',
  payments: 'A payment is not restored. Try a charge again, or refund it, in its booking',
  users: 'A user is not restored. Change the user, or have a link for a new password sent',
}
/** What does the like for records that are not restored. */
export const insteadOfRestoring = (kind: AuditKind): string =>
  instead[kind] ?? 'Such a record is not restored. Change it instead'

/** What restoring a version would do. */
export const RestorePreview = z.object({
  /** what differs and can come back: as it is now, and as it would be */
  fields: z.array(z.object({ field: z.string(), now: z.unknown(), restored: z.unknown() })),
  /** what differs and cannot come back, and why */
  lost: z.array(z.object({ field: z.string(), reason: z.string() })),
  /** what else the record's change concerns */
  touches: z.array(z.object({ what: z.string(), count: z.int() })),
  /** the record was deleted and is made again under its id */
  deleted: z.boolean(),
  /** names the record as it is now; a restore sends it back */
  seen: z.string(),
})
export type RestorePreview = z.output<typeof RestorePreview>

import type { Generated } from 'kysely'
import type {
  AuditActorKind,
  HoldKind,
  LiftedKind,
  PrivacyRequestKind,
  PrivacyRequestState,
  privacyRequestWays,
  RetentionKind,
} from '@ambit/contract'
import type { Id, OptionalTime, Time, Versioned } from './columns.ts'

type RetentionRulesTable = {
  kind: RetentionKind
  /** an ISO 8601 duration; null: for good */
  period: string | null
  reason: string
  next_period: string | null
  next_reason: string | null
  next_from: OptionalTime
  created_at: Generated<Date>
  updated_at: Generated<Date>
  version: Generated<number>
}
type HoldsTable = {
  id: Id
  kind: HoldKind
  /** null for a span of days */
  record_id: number | null
  from_day: string | null
  to_day: string | null
  reason: string
  ends_at: Time
  /** null: in force, or not settled yet */
  ended_at: OptionalTime
  created_by: number | null
} & Versioned
type PrivacyRequestsTable = {
  id: Id
  traveler_id: number
  kind: PrivacyRequestKind
  came_by: (typeof privacyRequestWays)[number]
  received_on: string
  due_on: string
  extended_months: Generated<number>
  identity_check: string
  user_id: number | null
  state: Generated<PrivacyRequestState>
  closed_at: OptionalTime
  /** when it is carried out by itself */
  erases_at: OptionalTime
  /** for which due day it was said that it is near, and that it is over */
  told_soon: string | null
  told_late: string | null
} & Versioned
type PrivacyAnswersTable = {
  id: Id
  privacy_request_id: number
  sent_at: Time
  sent_by: number | null
  text: string
}
type MaskLiftsTable = {
  id: Id
  user_id: number
  record_kind: LiftedKind
  record_id: number
  field: string
  ends_at: Time
}
type RetentionRunsTable = {
  id: Id
  kind: RetentionKind
  /** the day of the region when it began */
  night: string
  started_at: Time
  finished_at: OptionalTime
  removed: Generated<number>
  ms: Generated<number>
}
type CardRemovalsTable = {
  provider: 'test' | 'stripe'
  customer_id: string
  asked_at: Time
  attempts: Generated<number>
  next_attempt_at: Time
}

type UnusualLooksTable = {
  actor_kind: AuditActorKind
  actor_id: number
  actor_name: string
  region_id: number
  day: string
  at: Time
  looks: number
}

/** What is kept for how long, what is kept from removal, and what is shown of what is masked. */
export type PrivacyTables = {
  card_removals: CardRemovalsTable
  retention_marks: { name: string; reached: number }
  holds: HoldsTable
  privacy_requests: PrivacyRequestsTable
  privacy_answers: PrivacyAnswersTable
  mask_lifts: MaskLiftsTable
  protected_openings: { user_id: number; traveler_id: number; ends_at: Time }
  unusual_looks: UnusualLooksTable
  retention_rules: RetentionRulesTable
  retention_runs: RetentionRunsTable
}

import type { Generated } from 'kysely'
import type { HoldKind, RetentionKind } from '@ambit/contract'
import type { Id, OptionalTime, Time, Versioned } from './columns.ts'

export type RetentionRulesTable = {
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
export type HoldsTable = {
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
export type RetentionRunsTable = {
  id: Id
  kind: RetentionKind
  /** the day of the region when it began */
  night: string
  started_at: Time
  finished_at: OptionalTime
  removed: Generated<number>
  ms: Generated<number>
}
export type CardRemovalsTable = {
  provider: 'test' | 'stripe'
  customer_id: string
  asked_at: Time
  attempts: Generated<number>
  next_attempt_at: Time
}

import type { MissEvidence, MissExcuse } from '@ambit/contract'
import type { Id, Json, OptionalTime, Time } from './columns.ts'

/** Late cancellations and no-shows, with what shows them. */
type MissesTable = {
  id: Id
  service_request_id: number
  kind: 'late_cancellation' | 'no_show'
  happened_at: Time
  /** null: it counts */
  not_counted: MissExcuse | null
  evidence: Json<MissEvidence>
  contested_at: OptionalTime
}

export type MissTables = { misses: MissesTable }

import type { MissEvidence, MissExcuse } from '@ambit/contract'
import type { SuspensionTables } from './suspension-tables.ts'
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
  /** what staff recorded last */
  judged_reason: string | null
  judged_by: number | null
  judged_at: OptionalTime
}

export type MissTables = { misses: MissesTable } & SuspensionTables

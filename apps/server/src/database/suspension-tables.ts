import type { RestsOn, StepFigures } from '@ambit/contract'
import type { ColumnType } from 'kysely'
import type { Id, Json, OptionalTime, Time } from './columns.ts'

/** `YYYY-MM-DD`; read with to_char, since a date has no time zone. */
type CivilDay = ColumnType<never, string | null | undefined, string | null>

/** What follows from a pattern of misses, as facts: what it stands at is worked out (`stepState` of the domain). */
type SuspensionsTable = {
  id: Id
  traveler_id: number
  region_id: number
  kind: 'letter' | 'suspension'
  /** of a suspension */
  days: number | null
  rests_on: Json<RestsOn[]>
  figures: Json<StepFigures>
  proposed_at: Time
  withdrawn_at: OptionalTime
  decided_by: number | null
  decided_at: OptionalTime
  decided_reason: string | null
  confirmed_by: number | null
  confirmed_at: OptionalTime
  dismissed_by: number | null
  dismissed_at: OptionalTime
  dismissed_reason: string | null
  letter_sent_at: OptionalTime
  letter_sent_by: 'email' | 'post' | null
  object_until: CivilDay
  begins_on: CivilDay
  ends_on: CivilDay
  objection: string | null
  objected_on: CivilDay
  hear_on: CivilDay
  objection_outcome: 'upheld' | 'shortened' | 'refused' | null
  objection_reasons: string | null
  objection_decided_by: number | null
  objection_decided_at: OptionalTime
  decision_sent_at: OptionalTime
  decision_sent_by: 'email' | 'post' | null
  lifted_by: number | null
  lifted_at: OptionalTime
  lifted_reason: string | null
  kept: ColumnType<number[], number[] | undefined, number[]>
}

export type SuspensionTables = { suspensions: SuspensionsTable }

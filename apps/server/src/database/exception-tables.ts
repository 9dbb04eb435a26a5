import type {
  BriefSection,
  ExceptionChangeKind,
  ExceptionFacts,
  ExceptionFix,
  ExceptionKind,
  ExceptionOutcome,
  ExceptionSeverity,
  ExceptionState,
  JudgedKind,
} from '@ambit/contract'
import type { Generated } from 'kysely'
import type { DefaultJson, Id, Json, OptionalJson, OptionalTime, Time, Versioned } from './columns.ts'

// What in the running service needs a person.

/** A booking that an exception concerns: by how many minutes it is late, and the window that was promised. */
export type ConcernedBooking = { id: number; minutes: number | null; from: string; until: string }

/** What an answer changes of an exception; its history keeps it before and after. */
export type Standing = {
  state: ExceptionState
  severity: ExceptionSeverity
  owner_id: number | null
  acknowledged_at: Date | string | null
  snoozed_until: Date | string | null
  snooze: 'time' | 'next_stop' | 'worse' | null
  snooze_stop_id: number | null
}

type ExceptionsTable = {
  id: Id
  kind: ExceptionKind
  subject: string
  severity: ExceptionSeverity
  state: Generated<ExceptionState>
  zone_id: number | null
  trip_id: number | null
  driver_id: number | null
  service_plan_id: number | null
  traveler_id: number | null
  facts: DefaultJson<ExceptionFacts>
  bookings: DefaultJson<ConcernedBooking[]>
  people: Generated<number>
  wheelchairs: Generated<number>
  text: string | null
  uuids: Generated<string[]>
  harm_at: OptionalTime
  judged: Generated<boolean>
  eased_at: OptionalTime
  opened_at: Time
  opened_count: Generated<number>
  unsteady: Generated<boolean>
  acknowledged_at: OptionalTime
  owner_id: number | null
  offered_to: number | null
  offered_at: OptionalTime
  snoozed_until: OptionalTime
  snooze: Standing['snooze']
  snooze_stop_id: number | null
  parent_id: number | null
  resolved_at: OptionalTime
  resolved_by: number | null
  outcome: ExceptionOutcome | null
  note: string | null
  interrupted_at: OptionalTime
  escalated_at: OptionalTime
  fix: OptionalJson<ExceptionFix>
  fix_action_id: number | null
  version: Generated<number>
}

type ExceptionChangesTable = {
  id: Id
  exception_id: number
  at: Time
  change: ExceptionChangeKind
  user_id: number | null
  before: OptionalJson<Standing>
  after: Json<Standing>
  note: string | null
}

type ExceptionRulesTable = Versioned & {
  id: Id
  zone_id: number
  kind: JudgedKind
  enabled: boolean
  watch: number | null
  soon: number | null
  urgent: number | null
}

type ExceptionMutesTable = {
  id: Id
  zone_id: number
  kind: ExceptionKind
  reason: string
  created_at: Time
  until: Time
  user_id: number | null
  ended_at: OptionalTime
}

type WatchesTable = { id: Id; user_id: number; zone_id: number; started_at: Time; ended_at: OptionalTime }

type PresencesTable = { user_id: number; seen_at: Time }

type InterruptionsTable = { id: Id; exception_id: number; zone_id: number | null; at: Time; wide: boolean }

type ExceptionFiguresTable = { id: Id; zone_id: number; kind: JudgedKind; subject: string; minutes: number; at: Time }

/** A line as it is stored: without names and texts, which are read from what its key names. */
export type StoredItem = {
  key: string
  fresh: boolean
  at: string | null
  until: string | null
  minutes: number | null
  /** of an exception, as it stood */
  severity: ExceptionSeverity | null
  state: ExceptionState | null
}
export type StoredBrief = readonly { section: BriefSection; total: number; items: readonly StoredItem[] }[]

type HandoversTable = {
  id: Id
  region_id: number
  zone_ids: number[]
  giver_id: number | null
  taker_id: number | null
  note: string
  content: Json<StoredBrief>
  since: Time
  offered_at: Time
  accepted_at: OptionalTime
  replaced_at: OptionalTime
}

export type ExceptionTables = {
  handovers: HandoversTable
  exception_mutes: ExceptionMutesTable
  watches: WatchesTable
  presences: PresencesTable
  interruptions: InterruptionsTable
  exceptions: ExceptionsTable
  exception_changes: ExceptionChangesTable
  exception_rules: ExceptionRulesTable
  exception_figures: ExceptionFiguresTable
}

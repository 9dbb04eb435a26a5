import type { Generated } from 'kysely'
import type {
  AcceptInput as Accepting,
  DispatchAction,
  DispatchActionKind,
  EffectTotals,
  Violation,
} from '@ambit/contract'
import type { z } from 'zod'
import type { DefaultJson, Id, Json, OptionalJson, OptionalTime, Time } from './columns.ts'

type AcceptInput = z.output<typeof Accepting>

// What people did to plans, and what they tied planning to.

/** The id is reserved before planning: histories name it. */
type ReservedId = Generated<number>

export type PlanVersions = { zone_id: number; before: number; after: number }

/** One booking of an effect without the passenger's name: `[id, trip or null, pick-up, drop-off, …]` as the wire has it. */
export type StoredBooking = Record<string, unknown>

/** A row before and after an action; null: there was none, or is none. */
export type RowChange = {
  table: string
  id: number
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

type DispatchActionsTable = {
  id: ReservedId
  kind: DispatchActionKind
  action: Json<DispatchAction>
  title: string
  region_id: number
  zone_ids: number[]
  user_id: number | null
  reason: string | null
  option_key: string
  option_title: string
  service_request_ids: Generated<number[]>
  trip_ids: Generated<number[]>
  totals: Json<EffectTotals>
  shown: DefaultJson<StoredBooking[]>
  came_out: DefaultJson<StoredBooking[]>
  plans: Json<PlanVersions[]>
  changes: OptionalJson<RowChange[]>
  undo_of: number | null
  undone_by: number | null
  created_at: Time
}

type BookingPinsTable = {
  id: Generated<number>
  service_request_id: number
  until: OptionalTime
  reason: string | null
  user_id: number | null
  created_at: Time
  ended_at: OptionalTime
}

type BookingBansTable = {
  id: Generated<number>
  service_request_id: number
  trip_id: number
  until: Time
  created_at: Time
  ended_at: OptionalTime
}

type VehiclePausesTable = {
  id: Generated<number>
  trip_id: number
  until: OptionalTime
  reason: string | null
  user_id: number | null
  created_at: Time
  ended_at: OptionalTime
}

type OverridesTable = {
  id: Id
  state: 'waiting' | 'carried_out' | 'lapsed'
  kind: DispatchActionKind
  input: Json<AcceptInput>
  zone_id: number
  trip_id: number | null
  violations: Json<Violation[]>
  minutes: number
  reason: string
  told: Generated<number[]>
  asked_by: number | null
  asked_at: Time
  approved_by: number | null
  approved_at: OptionalTime
  until: OptionalTime
  dispatch_action_id: number | null
}

export type DispatchTables = {
  overrides: OverridesTable
  dispatch_actions: DispatchActionsTable
  booking_pins: BookingPinsTable
  booking_bans: BookingBansTable
  vehicle_pauses: VehiclePausesTable
}

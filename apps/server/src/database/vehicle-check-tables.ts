import type { CheckItem, CheckLabel, CheckMoment, CheckResult, VehicleCheck } from '@ambit/contract'
import type { Generated } from 'kysely'
import type { PhotoTables } from './photo-tables.ts'
import type { Id, Json, OptionalJson, OptionalTime, Time, Versioned } from './columns.ts'

export type VehicleChecklistsTable = Versioned & {
  id: Id
  name: string
  moment: CheckMoment
  enabled: Generated<boolean>
  /** null: all vehicles */
  vehicle_ids: number[] | null
  items: Json<CheckItem[]>
}
export type VehicleChecksTable = {
  id: Id
  checklist_id: number | null
  checklist_name: string
  moment: CheckMoment
  result: CheckResult
  failed_item: OptionalJson<CheckLabel>
  vehicle_id: number
  driver_id: number | null
  trip_id: number
  answers: Json<VehicleCheck['answers']>
  done_at: Time
  released_by: number | null
  released_reason: string | null
  released_at: OptionalTime
  created_at: Time
}
export type VehicleCheckTables = PhotoTables & {
  vehicle_checklists: VehicleChecklistsTable
  vehicle_checks: VehicleChecksTable
}

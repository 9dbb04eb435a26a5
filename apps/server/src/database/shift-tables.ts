import type { ExceptionFacts, ExceptionKind, ExceptionSeverity } from '@ambit/contract'
import type { Generated } from 'kysely'
import type { DefaultJson, Id, OptionalTime, Time } from './columns.ts'

// What keeps a driver safe, and a shift whole.

type ExceptionsTable = {
  id: Id
  kind: ExceptionKind
  subject: string
  severity: ExceptionSeverity
  state: Generated<'open' | 'taken' | 'resolved'>
  zone_id: number
  trip_id: number | null
  driver_id: number | null
  facts: DefaultJson<ExceptionFacts>
  text: string | null
  uuids: Generated<string[]>
  opened_at: Time
  taken_at: OptionalTime
  taken_by: number | null
  resolved_at: OptionalTime
  resolved_by: number | null
  note: string | null
}

type TripDevicesTable = { trip_id: number; driver_id: number; device: string; taken_at: Time }

export type ShiftTables = { exceptions: ExceptionsTable; trip_devices: TripDevicesTable }

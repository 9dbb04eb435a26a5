import type { FaultName } from '@ambit/contract'
import type { Id, OptionalTime, Time } from './columns.ts'

/** What superadmins are told of while it lasts. */
export type OperatingWarning = Extract<
  FaultName,
  'disk' | 'backup_old' | 'drill_failed' | 'backup_room' | 'pack_old' | 'sms_limit'
>

/** Room on the disk, backups, and working without the server: what staff ask jobs for before their time is up, and when no server ran. */
export type KeepingTables = {
  backup_wishes: { kind: 'backup' | 'drill'; wanted_at: Time }
  continuity_wishes: { region_id: number; wanted_at: Time }
  table_days: { day: string; table_name: string; bytes: number; rows: number | null; counted: boolean }
  room_days: { day: string; database_bytes: number; free_bytes: number | null }
  operating_warnings: { kind: OperatingWarning; since: Time }
  outages: { id: Id; region_id: number; from_at: Time; until_at: Time; settled_at: OptionalTime }
}

import type { Id, OptionalTime, Time } from './columns.ts'

/** Backups, and working without the server: what staff ask jobs for before their time is up, and when no server ran. */
export type KeepingTables = {
  backup_wishes: { kind: 'backup' | 'drill'; wanted_at: Time }
  continuity_wishes: { region_id: number; wanted_at: Time }
  outages: { id: Id; region_id: number; from_at: Time; until_at: Time; settled_at: OptionalTime }
}

import type { Time } from './columns.ts'

/** What staff ask jobs for before their time is up. */
export type WishTables = {
  backup_wishes: { kind: 'backup' | 'drill'; wanted_at: Time }
  continuity_wishes: { region_id: number; wanted_at: Time }
}

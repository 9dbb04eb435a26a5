import type { HelperRight, LostItemState } from '@ambit/contract'
import type { Generated } from 'kysely'
import type { Id, OptionalTime, Versioned } from './columns.ts'

/** Who helps which passenger. */
type TravelerHelpersTable = Versioned & {
  id: Id
  traveler_id: number
  /** null while the invitation is open */
  helper_id: number | null
  rights: HelperRight[]
  channel: 'email' | 'sms' | null
  contact: string | null
  code_hash: string | null
  attempts: Generated<number>
  /** of a member of the helper’s household */
  household: Generated<boolean>
  ends_at: OptionalTime
  accepted_at: OptionalTime
  created_by: number | null
}

/** What passengers have left in vehicles. */
type LostItemsTable = Versioned & {
  id: Id
  service_request_id: number
  what: string
  left_where: string | null
  reach: string | null
  state: Generated<LostItemState>
  note: string | null
}

export type HelperTables = { traveler_helpers: TravelerHelpersTable; lost_items: LostItemsTable }

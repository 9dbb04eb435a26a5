import type { HelperRight, LostItemState } from '@ambit/contract'
import type { Generated } from 'kysely'
import type { OrganisationTables } from './organisation-tables.ts'
import type { DefaultJson, Id, OptionalJson, OptionalTime, Time, Versioned } from './columns.ts'

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

/** Two records of one passenger that became one. */
type TravelerMergesTable = {
  id: Id
  kept_id: number
  merged_id: number
  merged_at: Time
  merged_by: number | null
  undone_at: OptionalTime
  undone_by: number | null
  /** by `table.column`, the ids of rows that name the passenger who stays since then */
  moved: DefaultJson<Record<string, (number | string)[]>>
  /** whole rows of traveler_helpers that said of one what is said of the other */
  removed: DefaultJson<Record<string, unknown>[]>
  /** of the one who stays, what was replaced by the other's; null: not kept any more */
  kept_before: OptionalJson<Record<string, unknown>>
  /** of the other, what the record said */
  merged_before: OptionalJson<Record<string, unknown>>
}

export type HelperTables = {
  traveler_helpers: TravelerHelpersTable
  traveler_merges: TravelerMergesTable
  lost_items: LostItemsTable
} & OrganisationTables

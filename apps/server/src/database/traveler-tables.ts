import type { AidKind } from '@ambit/contract'
import type { Generated } from 'kysely'
import type { Id, Time, Versioned } from './columns.ts'

export type TravelerCommentsTable = Versioned & {
  id: Id
  traveler_id: number
  comment: string
  created_by: number | null
}
/** A kind of mobility aid as its region keeps it; times in seconds. */
export type MobilityAidsTable = Versioned & {
  id: Id
  region_id: number
  name: string
  kind: AidKind
  seats: number
  wheelchair_spaces: number
  load_s: number
  unload_s: number
}
export type TravelerSetsTable = Versioned & {
  id: Id
  name: string
  region_id: number
  discount_amount: number
}
export type TravelerConcessionsTable = Versioned & {
  id: Id
  traveler_id: number
  traveler_set_id: number
  region_id: number
  expires_at: Time
  created_by: number | null
}
export type TravelerFeatureFlagsTable = Versioned & {
  traveler_id: number
  basic_internal: Generated<boolean>
  change_api_endpoint: Generated<boolean>
  menu_show_referral_page: Generated<boolean>
  test_flag: Generated<boolean>
  view_test_trips: Generated<boolean>
}
type CardColumns = { brand: string; last4: string; exp_month: number; exp_year: number; name: string | null }
export type PaymentMethodsTable = CardColumns & {
  id: string
  traveler_id: number
  provider: 'test' | 'stripe'
  created_at: Time
}
export type CardCustomersTable = { traveler_id: number; provider: 'test' | 'stripe'; customer_id: string }
export type TestCardSetupsTable = { [K in keyof CardColumns]?: CardColumns[K] | null } & {
  client_secret: string
  traveler_id: number
  payment_method_id: string
  created_at: Time
}

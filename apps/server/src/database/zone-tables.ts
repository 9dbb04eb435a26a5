import type { Generated } from 'kysely'
import type { BoardingCodeUse, LeftOutWay, MissPolicy, OdometerRule, QuickReplies, ReplanCause } from '@ambit/contract'
import type { DefaultJson, Id, Json, Versioned } from './columns.ts'
import type { RegionMessageColumns } from './message-tables.ts'
import type { RegionWayColumns } from './trip-tables.ts'

export type RegionsTable = Versioned & {
  id: Id
  name: string
  status: Generated<'active' | 'blocked'>
  time_zone: string
  contact_email: string | null
  quick_replies: DefaultJson<QuickReplies>
  contact_phone: string | null
  odometer: Generated<OdometerRule>
  track_breaks: Generated<boolean>
  receipt_note: string | null
  emergency_number: Generated<string>
  miss_policy: Generated<MissPolicy>
  miss_window_days: Generated<number>
  pattern_misses: Generated<number>
  pattern_share: Generated<number>
  pattern_of_average: Generated<number>
  pattern_min_journeys: Generated<number>
  series_left_out: Generated<LeftOutWay>
  series_share_max: Generated<number | null>
  override_reasons: Generated<string[]>
} & RegionMessageColumns &
  RegionWayColumns
export type ZonesTable = Versioned & {
  id: Id
  region_id: number
  name: string
  abbreviation: string
  time_zone: string
  default_price: Generated<number>
  longitude: number | null
  latitude: number | null
  payment_methods: Generated<PaymentMethod[]>
  allowed_apps: Generated<number[]>
  late_cancel_minutes: Generated<number>
  waitlist: Generated<boolean>
  waitlist_max: Generated<number>
  waitlist_give_up_minutes: Generated<number>
  open_return_minutes: Generated<number>
  series_days_ahead: Generated<number>
  series_flex_minutes: Generated<number>
  boarding_code: Generated<BoardingCodeUse>
  show_driver_name: Generated<boolean>
  status: Generated<'active' | 'blocked'>
}
export type PaymentMethod = 'cash' | 'card' | 'opalcard' | 'metrocard' | 'myki'
export type ZonePlansTable = {
  zone_id: number
  version: Generated<number>
  settings_version: Generated<number>
  replanned_at: Date | null
  replanned_by: ReplanCause | null
}
export type ServiceAreasTable = Versioned & {
  id: Id
  zone_id: number
  name: string
  coordinates: Json<[number, number][][]>
  connected_location_ids: number[] | null
}

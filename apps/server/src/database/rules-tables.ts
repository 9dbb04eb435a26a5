import type { CutOff, PlaceCategory, ServiceSpan } from '@ambit/contract'
import type { ColumnType, Generated } from 'kysely'
import type { DefaultJson, Id, OptionalJson, Versioned } from './columns.ts'

/** The driver's text of a date: `2026-11-26`. */
type CivilDate = ColumnType<string, string, string>

type BookingRulesTable = Versioned & {
  id: Id
  zone_id: number
  holds_from: CivilDate
  day_starts: Generated<number>
  hours: OptionalJson<ServiceSpan[][]>
  cut_off: DefaultJson<CutOff>
  cut_off_leave_now: Generated<boolean>
  max_open_bookings: Generated<number>
  max_passengers: Generated<number>
  max_companions: Generated<number>
}
type SpecialDaysTable = Versioned & {
  id: Id
  zone_id: number
  date: CivilDate
  name: string
  notice: Generated<string>
  hours: DefaultJson<ServiceSpan[]>
}
type PlacesTable = Versioned & {
  id: Id
  region_id: number
  name: string
  other_names: Generated<string[]>
  address: string
  longitude: number
  latitude: number
  location_id: number | null
  entrance_longitude: number | null
  entrance_latitude: number | null
  note: Generated<string>
  /** of each weekday from Monday; null: always open, or not known */
  hours: OptionalJson<ServiceSpan[][]>
  category: PlaceCategory
}

export type RulesTables = {
  booking_rules: BookingRulesTable
  special_days: SpecialDaysTable
  places: PlacesTable
}

import type { Generated } from 'kysely'
import type {
  BoardingTimes,
  LeftOutReason,
  Passenger,
  PaymentMethodName,
  Place,
  Reason,
  SeriesPause,
} from '@ambit/contract'
import type { DefaultJson, Id, Json, OptionalJson, OptionalTime, Versioned } from './columns.ts'

/** Civil dates are read as `to_char(…, 'YYYY-MM-DD')`. */
type CivilDate = string

/** One way of each date. */
export type StoredLeg = {
  /** `HH:MM` by the zone's clock */
  time: string
  departing: boolean
  passengers: Passenger[]
  origin: Place
  destination: Place
}

/** Null, and `own_times` that are missing: as the passenger's profile has it when the ride is booked. */
export type StoredNeeds = {
  mobility_support: number | null
  aids: number[] | null
  own_times?: BoardingTimes | null
}

/** For the driver at the two stops of one way. */
export type StoredNotes = { pickup_note: string | null; dropoff_note: string | null }

/** The windows of the first ride, `HH:MM` by the zone's clock. */
export type AgreedWindows = {
  pickup: { from: string; until: string }
  dropoff: { from: string; until: string }
  /** seconds on foot to the pick-up */
  walk_s: number
}

/** What one date has instead of the series. */
export type OwnOccurrence = { leg: StoredLeg; needs: StoredNeeds; payment_method: PaymentMethodName }

export type BookingSeriesTable = Versioned & {
  id: Id
  traveler_id: number
  zone_id: number
  time_zone: string
  rrule: string
  words: string
  starts_on: CivilDate
  ends_on: CivilDate | null
  ride_count: number | null
  last_on: CivilDate
  left_out: DefaultJson<string[]>
  added: DefaultJson<string[]>
  pauses: DefaultJson<SeriesPause[]>
  told_left_out: DefaultJson<CivilDate[]>
  waits_since: OptionalTime
  legs: Json<StoredLeg[]>
  needs: Json<StoredNeeds[]>
  agreed: Json<(AgreedWindows | null)[]>
  payment_method: PaymentMethodName
  comment: string | null
  /** as `legs`; shorter: there are none */
  notes: DefaultJson<StoredNotes[]>
  made_until: CivilDate | null
  tried_on: CivilDate | null
  follows_id: number | null
  series_group_id: number | null
  ended_at: OptionalTime
  created_by: number | null
}

export type BookingSeriesOccurrencesTable = {
  id: Id
  booking_series_id: number
  date: CivilDate
  leg: number
  state: Generated<'planned' | 'booked' | 'waiting' | 'failed' | 'left_out'>
  left_out: OptionalJson<{ code: LeftOutReason; text: string }>
  reasons: DefaultJson<Reason[]>
  service_request_id: number | null
  waitlist_entry_id: number | null
  detached: Generated<boolean>
  own: OptionalJson<OwnOccurrence>
  to_move: Generated<boolean>
  tried_at: OptionalTime
}

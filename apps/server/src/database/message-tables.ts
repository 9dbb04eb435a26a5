import type { Generated } from 'kysely'
import type {
  LostItemState,
  CallTaskState,
  MessageChannel,
  MessageEvent,
  MessageLanguage,
  MessagesOff,
  MessageState,
  MessagesWanted,
  NoticeDelivery,
  NoticeTexts,
  QuietHours,
  SmsReplyKind,
  WrittenChannel,
} from '@ambit/contract'
import type { DefaultJson, Id, Json, OptionalJson, OptionalTime, Time, Versioned } from './columns.ts'

/** What the text of a message needs to know. Times as RFC 3339; what is not known is left out. */
export type MessageFacts = {
  time_zone: string
  pickup_from: string
  pickup_until: string
  pickup_place: string
  /** a stop, whose name may be told in full; else a door */
  pickup_stop: boolean
  dropoff_from: string
  dropoff_until: string
  dropoff_place: string
  dropoff_stop: boolean
  price: number
  currency: string
  vehicle?: string
  /** when the vehicle is expected at the pick-up */
  expected_at?: string
  /** until when the vehicle that has arrived waits */
  wait_until?: string
  /** what was told before a change */
  was_pickup_from?: string
  was_pickup_until?: string
  was_pickup_place?: string
  was_pickup_stop?: boolean
  /** pick-ups of the other legs of a ride with stops, in their order */
  other_legs?: { from: string; until: string; place: string; stop: boolean }[]
  /** of a service notice: what it says, by language */
  notice?: NoticeTexts
  /** what was lost, and what became of it */
  lost_item?: string
  lost_state?: LostItemState
}

/** Of `regions`: what the region says of its messages. */
export type RegionMessageColumns = {
  change_minutes: Generated<number>
  arriving_minutes: Generated<number>
  reminder_hour: Generated<number>
  quiet_from: Generated<string>
  quiet_until: Generated<string>
  message_language: MessageLanguage | null
  messages_off: DefaultJson<MessagesOff>
}

/** Of `travelers`: what the passenger says of them. */
export type TravelerMessageColumns = {
  locale: MessageLanguage | null
  can_text: Generated<boolean>
  call_when_near: Generated<boolean>
  message_channels: DefaultJson<MessagesWanted>
  quiet_hours: OptionalJson<QuietHours>
}

/** A region's own texts; null: the product's is used again, and the history of the region's stays. */
export type MessageTemplatesTable = Versioned & {
  id: Id
  region_id: number
  event: MessageEvent
  channel: WrittenChannel
  language: MessageLanguage
  subject: string | null
  text: string | null
}

export type MessagesTable = {
  id: Id
  event: MessageEvent
  service_request_id: number
  traveler_id: number
  /** who follows the passenger's rides and is told of this one; null: the passenger */
  helper_id: Generated<number | null>
  /** who represents the organisation that made the booking; null: the passenger, or a helper */
  user_id: Generated<number | null>
  region_id: number
  own_words: Generated<string | null>
  facts: Json<MessageFacts>
  /** what tells two messages of one event and booking apart */
  once: string
  channel: MessageChannel | null
  language: MessageLanguage | null
  recipient: string | null
  subject: string | null
  text: string | null
  text_of: 'region' | 'product' | null
  template_error: Generated<boolean>
  state: Generated<MessageState>
  state_at: Time
  reason: string | null
  attempts: Generated<number>
  /** of the wall, as is `claimed_at` */
  next_attempt_at: OptionalTime
  claimed_at: OptionalTime
  provider_id: string | null
  /** the push that was not shown, in place of which this is sent */
  follows: number | null
  due_at: Time
  sense_until: Time
  created_at: Time
}

/** What passengers of some zones are told about the service. */
export type NoticesTable = {
  id: Id
  region_id: number
  texts: Json<NoticeTexts>
  valid_from: Time
  valid_until: Time
  delivery: NoticeDelivery
  user_id: number | null
  created_at: Time
  ended_at: OptionalTime
  ended_by: Generated<number | null>
}
export type NoticeZonesTable = { notice_id: number; zone_id: number }

/** Messages that staff tell on the telephone. */
export type CallTasksTable = {
  id: Id
  message_id: number
  state: Generated<CallTaskState>
  attempts: Generated<number>
  due_at: Time
  user_id: number | null
  state_at: Time
  created_at: Time
}

/** Browsers that pushes go to: of passengers and drivers, as long as these are signed in there. */
export type PushSubscriptionsTable = {
  id: Id
  session_id: string
  endpoint: string
  p256dh: string
  auth: string
  created_at: Time
}

/** What drivers' devices are told of when the app is not open there. */
export type DriverPushesTable = { trip_id: number; kind: 'plan' | 'message'; due_at: Time }

/** What passengers answer by SMS. */
export type SmsRepliesTable = {
  id: Id
  provider_id: string | null
  number: string
  text: string
  kind: SmsReplyKind
  traveler_id: number | null
  region_id: number | null
  received_at: Time
  answer: string | null
  answer_state: 'queued' | 'sending' | 'sent' | 'failed' | 'captured' | null
  attempts: Generated<number>
  /** of the wall, as is `claimed_at` */
  next_attempt_at: OptionalTime
  claimed_at: OptionalTime
  read_at: OptionalTime
  user_id: number | null
}

/** Numbers that have answered STOP. */
export type SmsStopsTable = { number: string; since: Time }

/** Parts of SMS that were handed to the gateway, by day. */
export type SmsDaysTable = { day: string; parts: number }

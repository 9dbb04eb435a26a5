import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { masked, nameOf, unseen } from '../masks.ts'
import { Timestamp } from './basics.ts'

/** What passengers are told of. */
export const messageEvents = [
  'booking_confirmed',
  'booking_changed',
  'reminder',
  'vehicle_on_its_way',
  'running_late',
  'arriving',
  'arrived',
  'no_show_recorded',
  'cancelled_by_passenger',
  'cancelled_by_operator',
  'not_served',
  'receipt',
  'feedback_request',
  'service_notice',
  'lost_item',
  'payment_failed',
] as const
export type MessageEvent = (typeof messageEvents)[number]

/** Of no use a few minutes later: these go first, and by the quickest channel. */
export const urgentEvents: readonly MessageEvent[] = [
  'vehicle_on_its_way',
  'running_late',
  'arriving',
  'arrived',
  'cancelled_by_operator',
  'not_served',
]

/** What has texts. */
export const writtenChannels = ['email', 'sms'] as const
export type WrittenChannel = (typeof writtenChannels)[number]

/** What leaves the installation. `push`: the text of an SMS, shown by the app. */
export const sentChannels = [...writtenChannels, 'push'] as const

/** `call`: staff read the text of an SMS out, on the telephone. */
export const messageChannels = [...sentChannels, 'call'] as const
export const MessageChannel = z.enum(messageChannels)
export type MessageChannel = z.infer<typeof MessageChannel>

/** Passengers whose ride does not take place are told in any case. */
export const alwaysTold: readonly MessageEvent[] = ['cancelled_by_operator', 'not_served']

export const messageLanguages = ['en', 'de', 'es'] as const
export type MessageLanguage = (typeof messageLanguages)[number]

export const messageStates = [
  'queued',
  'sending',
  'sent',
  'delivered',
  'shown',
  'failed',
  'unsure',
  'expired',
  'suppressed',
  'superseded',
  'captured',
] as const
export type MessageState = (typeof messageStates)[number]

export const Message = z.object({
  id: Id,
  event: z.enum(messageEvents),
  service_request_id: Id,
  traveler_id: Id,
  traveler_name: nameOf('traveler_id', z.string()),
  /** to one who follows the passenger's rides, not to the passenger */
  to_helper: z.boolean(),
  /** to one who represents the organisation that made the booking */
  to_representative: z.boolean(),
  region_id: Id,
  region_name: z.string(),
  /** IANA, of the region's clocks, by which the text tells times */
  time_zone: z.string(),
  /** null until it is chosen, or where none reaches the passenger */
  channel: z.enum(messageChannels).nullable(),
  language: z.enum(messageLanguages).nullable(),
  recipient: masked('contact', 'hidden', z.string().nullable()),
  state: z.enum(messageStates),
  /** since when it has this state */
  state_at: Timestamp,
  /** why it has this state, in a few words; null where the state says it */
  reason: z.string().nullable(),
  attempts: z.int(),
  /** of an e-mail */
  subject: z.string().nullable(),
  /** whose text it is: the region's own or the product's; null until it is filled in */
  text_of: z.enum(['region', 'product']).nullable(),
  /** the region's own text could not be filled in */
  template_error: z.boolean(),
  /** null until it is filled in */
  text: unseen('place', z.string()),
  created_at: Timestamp,
  /** not sent before */
  due_at: Timestamp,
})
export type Message = z.output<typeof Message>

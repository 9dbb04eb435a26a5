import { api, type MessageChannel, type MessageEvent, type MessageLanguage, type MessageState } from '@ambit/contract'
import { client } from '../api/client.ts'
import { defineRecords, type QueryOf } from './define-records.ts'
import type { Statuses } from './status.tsx'

export const messageRecords = defineRecords('messages', {
  list: (query: QueryOf<typeof api.messages.list>, signal) => client.call(api.messages.list, { query, signal }),
  show: (id, signal) => client.call(api.messages.show, { params: { id }, signal }),
})

export const messageEventWords = {
  booking_confirmed: 'Booked',
  booking_changed: 'Changed',
  reminder: 'Reminder',
  vehicle_on_its_way: 'On its way',
  running_late: 'Another time',
  arriving: 'Arriving',
  arrived: 'Arrived',
  no_show_recorded: 'No show',
  cancelled_by_passenger: 'Cancelled on request',
  cancelled_by_operator: 'Cancelled by us',
  not_served: 'Not served',
  receipt: 'Receipt',
  feedback_request: 'Asked for a rating',
  service_notice: 'Service notice',
  lost_item: 'Lost property',
  payment_failed: 'Payment failed',
} as const satisfies Record<MessageEvent, string>

export const messageChannelWords = {
  email: 'E-mail',
  sms: 'SMS',
  push: 'Push',
  call: 'Call',
} as const satisfies Record<MessageChannel, string>

const reasonWords: Readonly<Record<string, string>> = {
  no_channel: 'no channel reaches the passenger',
  not_allowed: 'no SMS is sent to numbers of that country',
}

/** Why a message has its state, in words. */
export const messageReason = (reason: string | null): string | null =>
  reason === null ? null : (reasonWords[reason] ?? reason)

export const messageLanguageWords = {
  en: 'English',
  de: 'German',
  es: 'Spanish',
} as const satisfies Record<MessageLanguage, string>

export const messageStatuses = {
  queued: { text: 'Waiting', tone: 'info' },
  sending: { text: 'Sending', tone: 'info' },
  sent: { text: 'Sent', tone: 'success' },
  shown: { text: 'Shown', tone: 'success' },
  delivered: { text: 'Delivered', tone: 'success' },
  failed: { text: 'Failed', tone: 'danger' },
  unsure: { text: 'Unsure', tone: 'warning' },
  expired: { text: 'Too late', tone: 'warning' },
  suppressed: { text: 'Not sent', tone: 'warning' },
  superseded: { text: 'Overtaken', tone: 'neutral' },
  captured: { text: 'Kept here', tone: 'neutral' },
} as const satisfies Statuses<MessageState>

import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { Timestamp } from './basics.ts'
import { messageChannels, type MessageLanguage, messageLanguages } from './messages.ts'

export const NOTICE_SHORTEST = 5
export const NOTICE_LENGTH = 500
const LENGTH = `Please enter ${NOTICE_SHORTEST} to ${NOTICE_LENGTH} characters`
const MOST_ZONES = 100

/** `show`: in the passengers' app. `show_and_send`: to those with bookings in the zones and time as well. */
export const noticeDeliveries = ['show', 'show_and_send'] as const
export type NoticeDelivery = (typeof noticeDeliveries)[number]

/** By language. */
export const NoticeTexts = z
  .partialRecord(z.enum(messageLanguages), z.string().trim().min(NOTICE_SHORTEST, LENGTH).max(NOTICE_LENGTH, LENGTH))
  .refine((texts) => Object.keys(texts).length > 0, 'Please enter the text in at least one language')
export type NoticeTexts = z.output<typeof NoticeTexts>

/** In the language, or in the first that there is. */
export const noticeIn = (texts: NoticeTexts, language: MessageLanguage): string =>
  texts[language] ?? messageLanguages.map((other) => texts[other]).find((text) => text !== undefined) ?? ''

const said = {
  region_id: Id,
  zone_ids: z.array(Id).min(1, 'Please choose the zones').max(MOST_ZONES),
  texts: NoticeTexts,
  valid_from: Timestamp,
  valid_until: Timestamp,
}

/** What a cancelled trip or a closed road offers: nothing is told before somebody says so. */
export const NoticeDraft = z.object(said)
export type NoticeDraft = z.output<typeof NoticeDraft>

export const NoticeInput = z.object({
  ...said,
  delivery: z.enum(noticeDeliveries),
  /** of `show_and_send`: to how many people it goes, as was shown before */
  people: z.int().min(0).optional(),
})

/** Whom sending would reach now. */
export const NoticeReach = z.object({
  people: z.int(),
  /** those who are reached by one, the largest first */
  channels: z.array(z.object({ channel: z.enum(messageChannels), people: z.int() })),
  /** of all SMS together */
  sms_parts: z.int(),
  /** who have a booking there and then, and no channel that takes it */
  unreached: z.int(),
})
export type NoticeReach = z.output<typeof NoticeReach>

export const noticeStates = ['planned', 'shown', 'over', 'withdrawn'] as const
export type NoticeState = (typeof noticeStates)[number]

export const Notice = z.object({
  id: Id,
  region_id: Id,
  region_name: z.string(),
  /** IANA, of the region's clocks */
  time_zone: z.string(),
  zones: z.array(z.object({ id: Id, name: z.string() })),
  texts: NoticeTexts,
  valid_from: Timestamp,
  valid_until: Timestamp,
  delivery: z.enum(noticeDeliveries),
  /** what the times make of it now */
  state: z.enum(noticeStates),
  /** people to whom it was to be sent */
  people: z.int(),
  /** null: the record is gone */
  author_name: z.string().nullable(),
  created_at: Timestamp,
  /** withdrawn before its time */
  ended_at: Timestamp.nullable(),
  ended_by_name: z.string().nullable(),
})
export type Notice = z.output<typeof Notice>

/** As passengers are shown it. */
export const RideNotice = Notice.pick({ id: true, texts: true, valid_until: true, time_zone: true }).extend({
  zones: z.array(z.string()),
})
export type RideNotice = z.output<typeof RideNotice>

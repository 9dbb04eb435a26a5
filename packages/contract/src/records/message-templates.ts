import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { optionalText, Timestamp, Version } from './basics.ts'
import { messageEvents, messageLanguages, writtenChannels } from './messages.ts'

const SUBJECT_MAX = 150
export const TEMPLATE_MAX = 2000
const NO_TEXT = 'Please enter a text'
const ONE_LINE = 'Please enter one line'

const key = {
  region_id: Id,
  event: z.enum(messageEvents),
  channel: z.enum(writtenChannels),
  language: z.enum(messageLanguages),
}

/** The text of an event for a channel, region and language: the region's own, or else the product's. */
export const MessageTemplate = z.object({
  /** null until the region has one of its own */
  id: Id.nullable(),
  ...key,
  /** the region's own; null: the product's is used. Only e-mail has a subject */
  subject: z.string().nullable(),
  text: z.string().nullable(),
  product: z.object({ subject: z.string(), text: z.string() }),
  /** 1 where there is none of the region's */
  version: Version,
  updated_at: Timestamp.nullable(),
})
export type MessageTemplate = z.output<typeof MessageTemplate>

const words = {
  subject: optionalText(SUBJECT_MAX)
    .refine((text) => !/[\r\n]/.test(text), ONE_LINE)
    .nullable(),
  text: z
    .string({ error: NO_TEXT })
    .max(TEMPLATE_MAX, `Please enter at most ${TEMPLATE_MAX} characters`)
    .refine((text) => text.trim() !== '', NO_TEXT),
}

export const MessageTemplateInput = z.object({ ...key, ...words })
/** Null as the text: the product's is used again. */
export const MessageTemplateChange = z.object({ subject: words.subject, text: words.text.nullable() })

/** As it would be sent, with an example's values. */
export const MessagePreview = z.object({
  subject: z.string().nullable(),
  text: z.string(),
  /** of an SMS: as it is here, and how many parts the longest values make */
  sms: z.object({ characters: z.int(), parts: z.int(), costly: z.string().nullable(), most_parts: z.int() }).nullable(),
  /** what stands in the way of saving it: where in `subject` or `text`, and in words */
  faults: z.array(
    z.object({ field: z.enum(['subject', 'text']), index: z.int(), length: z.int(), message: z.string() }),
  ),
})
export type MessagePreview = z.output<typeof MessagePreview>

/** What is tried out, as far as it was typed. */
export const MessageTrial = z.object({
  ...key,
  subject: z.string().max(SUBJECT_MAX).nullable(),
  text: z.string().max(TEMPLATE_MAX),
})

import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { masked, nameOf, unseen } from '../masks.ts'
import { Timestamp } from './basics.ts'

/** What a reply asks for; `other`: staff read it. */
export const smsReplyKinds = ['stop', 'start', 'help', 'where', 'other'] as const
export type SmsReplyKind = (typeof smsReplyKinds)[number]

/** `unread`: of those that staff read, until one has. */
export const smsReplyStates = ['unread', 'read'] as const

/** What a passenger answered by SMS, and what was answered to that. */
export const SmsReply = z.object({
  id: Id,
  /** whom the number was written to last; null: nobody is known by it */
  traveler_id: Id.nullable(),
  traveler_name: nameOf('traveler_id', z.string().nullable()),
  region_id: Id.nullable(),
  region_name: z.string().nullable(),
  /** who wrote, as E.164 */
  recipient: masked('contact', 'hidden', z.string()),
  kind: z.enum(smsReplyKinds),
  text: unseen('place', z.string()),
  received_at: Timestamp,
  /** null: nothing */
  answer: z.string().nullable(),
  answer_state: z.enum(['queued', 'sending', 'sent', 'failed', 'captured']).nullable(),
  read_at: Timestamp.nullable(),
  /** who has read it */
  user_name: z.string().nullable(),
})
export type SmsReply = z.output<typeof SmsReply>

import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { masked, nameOf, unseen } from '../masks.ts'
import { Timestamp } from './basics.ts'
import { messageEvents, messageLanguages } from './messages.ts'

/** `no_answer` and `expired` are ends, as `done` is. */
export const callTaskStates = ['open', 'taken', 'done', 'no_answer', 'expired'] as const
export type CallTaskState = (typeof callTaskStates)[number]

/** A passenger to be called, because a ride matters to them that they hear of in no other way. */
export const CallTask = z.object({
  id: Id,
  state: z.enum(callTaskStates),
  event: z.enum(messageEvents),
  service_request_id: Id,
  traveler_id: Id,
  traveler_name: nameOf('traveler_id', z.string()),
  phone_number: masked('contact', 'phone', z.string()).nullable(),
  /** of what to say */
  language: z.enum(messageLanguages).nullable(),
  /** what to say */
  text: unseen('place', z.string()),
  region_id: Id,
  region_name: z.string(),
  /** IANA, of the region's clocks, by which the text tells times */
  time_zone: z.string(),
  /** the call makes sense until then */
  until: Timestamp,
  /** not called before: after a call without an answer */
  due_at: Timestamp,
  /** calls without an answer */
  attempts: z.int(),
  /** who has it, or had it last */
  user_id: Id.nullable(),
  user_name: z.string().nullable(),
  state_at: Timestamp,
  created_at: Timestamp,
})
export type CallTask = z.output<typeof CallTask>

export const CallOutcome = z.object({ outcome: z.enum(['done', 'no_answer']) })

import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { requiredText, stamps, Timestamp } from './basics.ts'

/** What people ask for by articles 15, 20, 16, 17, 18 and 21 of the GDPR, in this order. */
export const privacyRequestKinds = ['access', 'copy', 'correct', 'erase', 'restrict', 'object'] as const
export type PrivacyRequestKind = (typeof privacyRequestKinds)[number]

export const privacyRequestWays = ['phone', 'e-mail', 'letter', 'in person', 'app'] as const

export const privacyRequestStates = ['open', 'fulfilled', 'refused', 'withdrawn'] as const
export type PrivacyRequestState = (typeof privacyRequestStates)[number]

/** By how many months the time to answer can be extended, once. */
export const LONGEST_EXTENSION_MONTHS = 2

const text = z.string().max(5000)

export const PrivacyAnswer = z.object({
  id: Id,
  sent_at: Timestamp,
  sent_by_name: z.string().nullable(),
  text,
})
export type PrivacyAnswer = z.output<typeof PrivacyAnswer>

export const PrivacyRequest = z.object({
  id: Id,
  traveler_id: Id,
  kind: z.enum(privacyRequestKinds),
  /** how it came */
  came_by: z.enum(privacyRequestWays),
  received_on: z.iso.date(),
  /** the last day to answer it */
  due_on: z.iso.date(),
  /** 0: not extended */
  extended_months: z.int().min(0).max(LONGEST_EXTENSION_MONTHS),
  /** how it was checked that the person is the passenger; empty: not yet */
  identity_check: z.string(),
  /** who looks after it; null: nobody yet */
  user_id: Id.nullable(),
  user_name: z.string().nullable(),
  state: z.enum(privacyRequestStates),
  /** null while it is open */
  closed_at: Timestamp.nullable(),
  /** when the passenger, who asked in the app, is erased unless they sign in before; null: staff decide */
  erases_at: Timestamp.nullable(),
  ...stamps,
})
export type PrivacyRequest = z.output<typeof PrivacyRequest>

export const PrivacyRequestWithAnswers = PrivacyRequest.extend({ answers: z.array(PrivacyAnswer) })
export type PrivacyRequestWithAnswers = z.output<typeof PrivacyRequestWithAnswers>

const identityCheck = z.string().trim().max(250, 'Please enter at most 250 characters')
/** who looks after it */
const user = Id.nullable()

export const PrivacyRequestInput = z.object({
  traveler_id: Id,
  kind: z.enum(privacyRequestKinds),
  came_by: z.enum(privacyRequestWays),
  received_on: z.iso.date('Please choose a day'),
  identity_check: identityCheck.default(''),
  user_id: user.default(null),
})

export const PrivacyRequestChange = z.object({ identity_check: identityCheck, user_id: user }).partial()

const answerText = requiredText('Please enter the answer', 5000)

/** What was sent, and what became of the request by it; `open` for an answer in between. */
export const PrivacyAnswerInput = z.object({ text: answerText, state: z.enum(privacyRequestStates) })

/** The reason is sent to the person, and kept as an answer. */
export const PrivacyExtension = z.object({
  months: z.int().min(1).max(LONGEST_EXTENSION_MONTHS),
  reason: requiredText('Please enter the reason that is sent', 5000),
})

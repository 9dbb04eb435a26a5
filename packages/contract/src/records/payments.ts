import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { Timestamp } from './basics.ts'

/**
 * How staff settle a fare that no card could be charged; `paid_by_terminal`: by a card terminal of the operator's own. A
 * fare that is less than the card provider charges is `waived` by itself.
 */
export const settlements = ['paid_in_cash', 'paid_by_terminal', 'waived'] as const
export type Settlement = (typeof settlements)[number]

/**
 * How far a charge or refund is at the card provider, or how staff settled it without. `due`: to be sent. `processing`:
 * the bank decides. `action_needed`: the bank wants the cardholder to confirm (3-D Secure). `given_up`: the provider could
 * not be reached for days.
 */
export const paymentStates = [
  'due',
  'processing',
  'action_needed',
  'declined',
  'given_up',
  'succeeded',
  ...settlements,
] as const
export type PaymentState = (typeof paymentStates)[number]

/** What happened to a payment: it reached a state, was asked for (again), or the provider did not answer. */
export const paymentEventCodes = [
  'requested',
  'unreachable',
  'processing',
  'action_needed',
  'declined',
  'given_up',
  'succeeded',
  ...settlements,
] as const
export type PaymentEventCode = (typeof paymentEventCodes)[number]

export const PaymentEntry = z.object({
  id: Id,
  kind: z.enum(['charge', 'refund']),
  code: z.enum(paymentEventCodes),
  /** the card provider's words, or the note of who settled it */
  detail: z.string().nullable(),
  /** of the card charged, once known */
  last4: z.string().nullable(),
  user_name: z.string().nullable(),
  created_at: Timestamp,
})
export type PaymentEntry = z.infer<typeof PaymentEntry>

const NOTE_LENGTH = 250
export const SettlementInput = z
  .object({
    how: z.enum(settlements, 'Please choose how it was paid'),
    /** for the books; a fare is not waived without one */
    note: z.string().trim().max(NOTE_LENGTH, `At most ${NOTE_LENGTH} characters`).default(''),
  })
  .refine(({ how, note }) => how !== 'waived' || note !== '', {
    path: ['note'],
    message: 'Please say why the fare is waived',
  })

export const PaymentSecret = z.object({
  /** null when the provider gave none */
  client_secret: z.string().nullable(),
  /** the card that the bank asks about */
  payment_method_id: z.string().nullable(),
})

import type { PaymentEventCode, PaymentState } from '@ambit/contract'
import type { ChargeAnswer } from '../payment-methods/provider.ts'

/** How far a payment is, apart from what it is for. */
export type Progress = {
  state: PaymentState
  round: number
  attempts: number
  next_attempt_at: Date | null
  reason: string | null
}

type Noted = { code: PaymentEventCode; detail: string | null }
type After = Progress & {
  /** for the booking's log; null: nothing that was not known */
  noted: Noted | null
  /** the provider's charge is dead: another one may be made */
  forget: boolean
}

const FIRST_PAUSE_MS = 30_000
const LONGEST_PAUSE_MS = 6 * 3600_000
/** With these pauses a provider that is down for three days still gets everything. */
export const MOST_ATTEMPTS = 20

const later = (now: Date, attempts: number): Date =>
  new Date(now.getTime() + Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS))

const REACH = 'The card provider could not be reached.'
const unknownWords = {
  silent: REACH,
  busy: REACH,
  failed: 'The card provider failed.',
  key: 'The card provider refused the key of this installation.',
  none: 'Cards are not set up in this installation.',
} as const

/** What an answer of the provider makes of a payment. The money moved only when it says `succeeded`. */
export const afterAnswer = (before: Progress, answer: ChargeAnswer, now: Date): After => {
  switch (answer.kind) {
    case 'succeeded':
      return { ...ended(before, 'succeeded', null), ...(before.state === 'succeeded' ? { noted: null } : {}) }
    case 'declined':
      return declined(before, answer.reason, now)
    case 'too_small':
      return ended(before, 'waived', `Too little for the card provider: ${answer.reason}`)
    case 'cancelled':
      return { ...ended(before, 'declined', 'The charge was cancelled at the card provider.'), forget: true }
    case 'processing':
    case 'action_needed':
      return waiting(before, answer.kind, now)
    case 'unknown':
      return unanswered(before, answer.why, now)
  }
}

const ended = ({ round }: Progress, state: 'succeeded' | 'declined' | 'waived', reason: string | null): After => ({
  state,
  round,
  attempts: 0,
  next_attempt_at: null,
  reason,
  noted: { code: state, detail: reason },
  forget: false,
})

/**
 * A cardholder whose window is still open may pay after all. The provider sends a notice; in
 * case that is lost, a charge that has waited for its cardholder is looked at again, for as long as it would have waited.
 */
const declined = (before: Progress, reason: string, now: Date): After => {
  const again = before.state === 'declined'
  if (!again && before.state !== 'action_needed') return ended(before, 'declined', reason)
  const attempts = again ? before.attempts + 1 : 1
  return {
    ...ended(before, 'declined', reason),
    attempts,
    next_attempt_at: attempts >= MOST_ATTEMPTS ? null : later(now, attempts),
    ...(again ? { noted: null } : {}),
  }
}

/** The provider sends a notice when it is over; in case that is lost, it is asked from time to time. */
const waiting = (before: Progress, state: 'processing' | 'action_needed', now: Date): After => {
  const news = before.state !== state
  const attempts = news ? 1 : before.attempts + 1
  return {
    state,
    round: before.round,
    attempts,
    next_attempt_at: attempts >= MOST_ATTEMPTS ? null : later(now, attempts),
    reason: null,
    noted: news ? { code: state, detail: null } : null,
    forget: false,
  }
}

const unanswered = (before: Progress, why: keyof typeof unknownWords, now: Date): After => {
  const attempts = before.attempts + 1
  const reason = unknownWords[why]
  const rest = {
    attempts,
    reason,
    // A failure is repeated for its key; a call that was never answered must be repeated with its own.
    round: why === 'failed' ? before.round + 1 : before.round,
    forget: false,
  }
  // It waits for the cardholder, or has ended so: the log says so already.
  if (before.state === 'action_needed' || before.state === 'declined' || before.state === 'succeeded')
    return {
      ...rest,
      state: before.state,
      next_attempt_at: attempts >= MOST_ATTEMPTS ? null : later(now, attempts),
      noted: null,
    }
  if (attempts >= MOST_ATTEMPTS)
    return { ...rest, state: 'given_up', next_attempt_at: null, noted: { code: 'given_up', detail: reason } }
  const first = before.attempts === 0 || before.reason !== reason
  return {
    ...rest,
    state: before.state,
    next_attempt_at: later(now, attempts),
    noted: first ? { code: 'unreachable', detail: reason } : null,
  }
}

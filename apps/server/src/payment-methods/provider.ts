import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { PaymentCard, TestCardInput } from '@ambit/contract'
import type { DB } from '../database/schema.ts'

/** The owner of a card, with what the provider needs. */
export type CardHolder = { id: number; full_name: string; email: string | null }

/**
 * What the product asks of a card provider. Numbers never pass through it: the provider's own element makes a token of
 * a card. A refusal is thrown as 422 with the provider's words; 503 when it does not answer.
 */
type CardPort = {
  /** begins to add a card; the element in the browser continues with the secret. Null when there is none */
  setUp: (holder: CardHolder) => Promise<string | null>
  /** the token's card becomes the holder's */
  attach: (holder: CardHolder, paymentMethodId: string) => Promise<PaymentCard>
  /** the holder's cards as the provider has them now; null: it has nothing but what is kept here */
  list: ((holder: CardHolder) => Promise<PaymentCard[]>) | null
  /** false when the holder has no such card */
  remove: (holder: CardHolder, paymentMethodId: string) => Promise<boolean>
  /** removes a holder with all cards; one that it does not know any more counts as removed */
  forget: (customerId: string) => Promise<void>
}

/** `silent`: no answer; `failed`: an answer that leaves open whether it was done; the others: not done. `none`: no provider. */
export type Unknown = { kind: 'unknown'; why: 'silent' | 'failed' | 'busy' | 'key' | 'none' }

/** How a charge or a refund stands at the provider. */
export type ChargeAnswer =
  | { kind: 'succeeded' }
  | { kind: 'processing' }
  /** the bank wants the cardholder to confirm */
  | { kind: 'action_needed' }
  | { kind: 'declined'; reason: string }
  /** less than the provider charges */
  | { kind: 'too_small'; reason: string }
  /** withdrawn at the provider: it cannot succeed any more */
  | { kind: 'cancelled' }
  | Unknown

/** `open`: nothing has been tried yet. */
export type ChargeState = ChargeAnswer | { kind: 'open' }

/** `foreign`: of another customer than the passenger is now, so that no card of the passenger's can pay it. */
export type KnownCharge = ChargeState & { foreign?: boolean }

export type FoundCharge =
  | { kind: 'found'; id: string; amount_minor: number; state: KnownCharge }
  | { kind: 'none' }
  | ChargeAnswer

type NewCharge = {
  payment_id: string
  traveler_id: number
  service_request_id: number
  /** in the currency's smallest unit */
  amount_minor: number
  currency: string
}

/**
 * Charging a saved card and giving it back. A call with the same idempotency key is carried out once. It throws nothing
 * that a network or the provider does.
 */
export type ChargePort = {
  /** the charge that was made for this booking before and is not stored, as after a restore of the database */
  find: (booking: Pick<NewCharge, 'traveler_id' | 'service_request_id'> & { booked_at: Date }) => Promise<FoundCharge>
  /** makes the charge without moving money; its id is stored before it is confirmed */
  prepare: (charge: NewCharge & { key: string }) => Promise<{ kind: 'prepared'; id: string } | ChargeAnswer>
  look: (charge: { id: string; traveler_id: number }) => Promise<KnownCharge>
  /** moves the money, at most once for each id */
  confirm: (charge: { id: string; payment_method_id: string; key: string }) => Promise<ChargeAnswer>
  /** withdraws a charge, which cannot succeed then; answers how it stands where it can be withdrawn no more */
  cancel: (id: string) => Promise<ChargeState>
  lookAtRefund: (charge: { id: string; amount_minor: number }) => Promise<ChargeState>
  /** gives the charge with this id back */
  refund: (refund: { id: string; payment_id: string; amount_minor: number; key: string }) => Promise<ChargeAnswer>
  /** with this the cardholder confirms the charge in the provider's own window */
  secret: (id: string) => Promise<string | null>
}

export type PaymentProvider = CardPort &
  (
    | {
        kind: 'stripe'
        /** what the portal needs for the provider's element; without a key cards cannot be added */
        element: { publishable_key: string | null; script_url: string }
        charges: ChargePort
      }
    | {
        kind: 'test'
        /** what a real provider's element does on the provider's own machines */
        tokenise: (card: z.output<typeof TestCardInput>) => Promise<string>
      }
  )

/** Which provider there is may depend on the database: null while cards are not set up. */
export type Payments = {
  /** `tx`: of a caller who is in a transaction */
  current: (tx?: Transaction<DB>) => Promise<PaymentProvider | null>
}

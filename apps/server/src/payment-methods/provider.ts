import type { z } from 'zod'
import type { PaymentCard, TestCardInput } from '@ambit/contract'

/** The owner of a card, with what the provider needs. */
export type CardHolder = { id: number; full_name: string; email: string }

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
}

export type PaymentProvider = CardPort &
  (
    | { kind: 'stripe' }
    | {
        kind: 'test'
        /** what a real provider's element does on the provider's own machines */
        tokenise: (card: z.output<typeof TestCardInput>) => Promise<string>
      }
  )

/** Which provider there is may depend on the database: null while cards are not set up. */
export type Payments = { current: () => Promise<PaymentProvider | null> }

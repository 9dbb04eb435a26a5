import { z } from 'zod'
import { empty, endpoint, idParams, many, one } from '../endpoint.ts'
import { CardProvider, PaymentCardInput, SetupIntent, TestCardInput } from '../records/payment-cards.ts'
import { PaymentSecret } from '../records/payments.ts'
import { RideCard } from '../records/ride-own.ts'
import { RideBooking } from '../records/rides.ts'

const own = { audience: 'passenger', access: 'passenger' } as const

/** Calls that carry a secret or a card's number are never kept for a repeated key. */
const secret = { keyed: false } as const

/** Own cards, and paying for a ride whose card could not be charged. */
export const ridePayments = {
  cards: endpoint('ride.cards', 'GET', '/me/payment_methods', {
    summary: 'Own saved cards',
    ...own,
    answer: many(RideCard),
  }),
  removeCard: endpoint('ride.removeCard', 'DELETE', '/me/payment_methods/:payment_method_id', {
    summary: 'Remove an own card',
    ...own,
    params: z.object({ payment_method_id: z.string().min(1).max(255) }),
    answer: empty,
    status: 204,
  }),
  cardProvider: endpoint('ride.cardProvider', 'GET', '/me/payment_provider', {
    summary: 'Which card provider this installation has',
    ...own,
    answer: one(CardProvider),
  }),
  /** 409 where cards are not set up; 503 when the provider cannot be reached */
  setUpCard: endpoint('ride.setUpCard', 'POST', '/me/setup_intent', {
    summary: 'Begin to add an own card',
    ...own,
    answer: one(SetupIntent),
    status: 201,
    ...secret,
  }),
  /** 422 for a token that the provider does not know, or of another passenger's card */
  addCard: endpoint('ride.addCard', 'POST', '/me/payment_methods', {
    summary: 'Add the own card for which the provider made a token',
    ...own,
    body: PaymentCardInput,
    answer: one(RideCard),
    status: 201,
  }),
  /** 404 where another provider makes tokens, on its own machines */
  testCard: endpoint('ride.testCard', 'POST', '/me/test_cards', {
    summary: 'The built-in provider: a token for a test card',
    ...own,
    body: TestCardInput,
    answer: one(PaymentCardInput),
    status: 201,
    ...secret,
  }),
  /** 422 for a card of another, 409 where no charge has failed */
  pay: endpoint('ride.pay', 'POST', '/bookings/:id/charge', {
    summary: 'Charge an own ride again, whose card could not be charged, to this card',
    ...own,
    params: idParams,
    body: PaymentCardInput,
    answer: one(RideBooking),
    keyed: true,
  }),
  /** 409 where no bank asks the cardholder */
  confirmPayment: endpoint('ride.confirmPayment', 'POST', '/bookings/:id/payment_secret', {
    summary: "For the card provider's element: the passenger confirms a charge with the bank",
    ...own,
    params: idParams,
    answer: one(PaymentSecret),
    ...secret,
  }),
}

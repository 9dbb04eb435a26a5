import { z } from 'zod'
import { empty, endpoint, idParams, many, one } from '../endpoint.ts'
import { idList, listQuery } from '../query.ts'
import {
  CardProvider,
  OwnedPaymentCard,
  PaymentCard,
  PaymentCardInput,
  SetupIntent,
  TestCardInput,
} from '../records/payment-cards.ts'

const READ = 'TravellerManagement:traveller:canRead'
const CHANGE = 'TravellerManagement:traveller:canUpdate'

/** Calls that carry a secret or a card's number are never kept for a repeated key. */
const secret = { keyed: false } as const

export const paymentMethods = {
  provider: endpoint('paymentMethods.provider', 'GET', '/payment_provider', {
    summary: 'Which card provider this installation has',
    access: READ,
    answer: one(CardProvider),
  }),
  all: endpoint('paymentMethods.all', 'GET', '/payment_methods', {
    summary: 'Saved cards of all passengers, as the provider last reported them',
    access: READ,
    query: listQuery({ traveler: idList }, ['created_at']),
    answer: many(OwnedPaymentCard),
  }),
  list: endpoint('paymentMethods.list', 'GET', '/travelers/:id/payment_methods', {
    summary: "A passenger's saved cards, as the provider has them now",
    access: READ,
    params: idParams,
    answer: one(z.array(PaymentCard)),
  }),
  setupIntent: endpoint('paymentMethods.setupIntent', 'POST', '/travelers/:id/setup_intent', {
    summary: 'Begin to add a card',
    access: CHANGE,
    params: idParams,
    answer: one(SetupIntent),
    status: 201,
    ...secret,
  }),
  create: endpoint('paymentMethods.create', 'POST', '/travelers/:id/payment_methods', {
    summary: 'Add the card for which the provider made a token',
    access: CHANGE,
    params: idParams,
    body: PaymentCardInput,
    answer: one(PaymentCard),
    status: 201,
  }),
  destroy: endpoint('paymentMethods.destroy', 'DELETE', '/travelers/:id/payment_methods/:payment_method_id', {
    summary: 'Remove a saved card',
    access: CHANGE,
    params: idParams.extend({ payment_method_id: z.string().min(1).max(255) }),
    answer: empty,
    status: 204,
  }),
  testToken: endpoint('paymentMethods.testToken', 'POST', '/test_cards', {
    summary: 'The built-in provider: a token for a test card',
    access: CHANGE,
    body: TestCardInput,
    answer: one(PaymentCardInput),
    status: 201,
    ...secret,
  }),
}

import { z } from 'zod'
import { endpoint, idParams, one } from '../endpoint.ts'
import { PaymentEntry, PaymentSecret, SettlementInput } from '../records/payments.ts'
import { ServiceRequest } from '../records/service-requests.ts'

const READ = 'LiveBooking:booking:canRead'
const CHANGE = 'LiveBooking:booking:canUpdate'

export const payments = {
  list: endpoint('payments.list', 'GET', '/service_requests/:id/payments', {
    summary: 'What happened to the charge and the refund of a booking, oldest first',
    access: READ,
    params: idParams,
    answer: one(z.array(PaymentEntry)),
  }),
  retry: endpoint('payments.retry', 'POST', '/service_requests/:id/charge', {
    summary: "Charge a failed fare again, to the passenger's newest card",
    access: CHANGE,
    params: idParams,
    answer: one(ServiceRequest),
    keyed: true,
  }),
  /** 409 while a charge is under way, and where the card was charged after all; 503 when the provider cannot be reached */
  settle: endpoint('payments.settle', 'POST', '/service_requests/:id/settlement', {
    summary: 'Say that a fare that no card could be charged was paid otherwise, or is waived',
    access: CHANGE,
    params: idParams,
    body: SettlementInput,
    answer: one(ServiceRequest),
    keyed: true,
  }),
  secret: endpoint('payments.secret', 'POST', '/service_requests/:id/payment_secret', {
    summary: "For the card provider's element: the cardholder confirms a charge with the bank",
    access: CHANGE,
    params: idParams,
    answer: one(PaymentSecret),
    keyed: false,
  }),
}

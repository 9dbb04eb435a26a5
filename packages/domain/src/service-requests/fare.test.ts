import { expect, test } from 'vitest'
import { paymentStatusOf, refuseRefund } from './fare.ts'

const log = { payment_method: 'card', charged: true, refunded: false, scaled_price: 3.5, amount: 3.5 } as const

// covers: BOOK-77, BOOK-78, BOOK-79
test('a fare is refunded once, to a charged card; otherwise the refusal gives the reason', () => {
  expect(refuseRefund(log)).toBeNull()
  expect(refuseRefund({ ...log, refunded: true })).toBe('Passenger has already been refunded')
  expect(refuseRefund({ ...log, payment_method: 'cash' })).toBe('Cannot refund cash through the system')
  expect(refuseRefund({ ...log, payment_method: 'opalcard', charged: false })).toBe(
    'Cannot refund Opal card through the system',
  )
  expect(refuseRefund({ ...log, charged: false })).toBe('Cannot refund as the passenger has not been charged')
})

test('the payment status of a fare is charged, refunded, not_charged or free', () => {
  expect(paymentStatusOf(log)).toBe('charged')
  expect(paymentStatusOf({ ...log, refunded: true })).toBe('refunded')
  expect(paymentStatusOf({ ...log, charged: false })).toBe('not_charged')
  expect(paymentStatusOf({ ...log, charged: false, amount: 0 })).toBe('free')
})

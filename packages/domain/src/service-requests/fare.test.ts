import { expect, test } from 'vitest'
import { minorUnits, paymentStatusOf, refuseRefund, refuseRetry } from './fare.ts'

const log = {
  payment_method: 'card',
  charged: true,
  refunded: false,
  charge_state: null,
  refund_state: null,
  scaled_price: 3.5,
  amount: 3.5,
} as const

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

test('the payment status of a fare follows the card provider until it has charged or refunded', () => {
  const asked = { ...log, charged: false }
  const states = ['due', 'processing', 'action_needed', 'declined', 'given_up'] as const
  expect(states.map((charge_state) => paymentStatusOf({ ...asked, charge_state }))).toEqual([
    'charging',
    'charging',
    'failed',
    'failed',
    'failed',
  ])
  expect(states.map((refund_state) => paymentStatusOf({ ...log, refund_state }))).toEqual([
    'refunding',
    'refunding',
    'refund_failed',
    'refund_failed',
    'refund_failed',
  ])
  expect(refuseRefund({ ...log, refund_state: 'due' })).toBe('The refund has been requested and is under way')
  expect(refuseRefund({ ...log, refund_state: 'declined' })).toBeNull()
  expect(refuseRefund({ ...log, charge_state: 'paid_by_terminal' })).toMatch(/give it back where it was paid/)
})

test('a fare that staff settled is what they said, and is charged no more', () => {
  expect(paymentStatusOf({ ...log, charge_state: 'paid_in_cash' })).toBe('paid_in_cash')
  expect(paymentStatusOf({ ...log, charged: false, charge_state: 'waived' })).toBe('waived')
  expect(refuseRetry({ charge_state: 'paid_by_terminal' })).toBe('The fare has been paid already')
  expect(refuseRetry({ charge_state: 'waived' })).toBe('The fare has been waived')
})

test('only a charge that failed can be tried again', () => {
  const refusals = [null, 'due', 'processing', 'action_needed', 'declined', 'given_up', 'succeeded'] as const
  expect(refusals.map((charge_state) => refuseRetry({ charge_state }))).toEqual([
    'There is no failed charge',
    'The charge is under way',
    'The charge is under way',
    null,
    null,
    null,
    'The fare has been charged',
  ])
})

test('amounts are exact in the smallest unit that card providers count in', () => {
  expect(minorUnits(3.5, 'AUD')).toBe(350)
  expect(minorUnits(1.005, 'AUD')).toBe(101)
  expect(minorUnits(19.99, 'EUR')).toBe(1999)
  expect(minorUnits(400, 'JPY')).toBe(400)
  expect(minorUnits(1.234, 'KWD')).toBe(1230)
  expect(minorUnits(500, 'UGX')).toBe(50_000)
  expect(minorUnits(990, 'HUF')).toBe(99_000)
})

test('amounts have no fraction where cards are charged in whole units alone', () => {
  expect(minorUnits(500.5, 'ISK')).toBe(50_100)
  expect(minorUnits(2500.25, 'UGX')).toBe(250_000)
  expect(minorUnits(990.5, 'HUF')).toBe(99_050)
})

test('what is due is at least the smallest amount that there is', () => {
  expect(minorUnits(0.4, 'JPY')).toBe(1)
  expect(minorUnits(0.4, 'ISK')).toBe(100)
  expect(minorUnits(0.004, 'KWD')).toBe(10)
})

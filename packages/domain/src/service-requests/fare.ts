import { type BookingLog, type PaymentState, type PaymentStatus, type Settlement, settlements } from '@ambit/contract'

type Method = BookingLog['payment_method']

/** As they are called in a sentence and on screen. */
export const paymentMethodNames: Readonly<Record<Method, string>> = {
  cash: 'cash',
  card: 'card',
  opalcard: 'Opal card',
  metrocard: 'Metrocard',
  myki: 'myki',
}

/** Cash and transport cards are refunded where they were charged, not here. */
const refundable: readonly Method[] = ['card']

const UNDER_WAY = ['due', 'processing'] as const satisfies PaymentState[]
const isUnderWay = (state: PaymentState | null): boolean => UNDER_WAY.some((one) => one === state)

/** How staff settled the fare; null: they did not. */
const settlementOf = (state: PaymentState | null): Settlement | null => settlements.find((one) => one === state) ?? null

/** The specification's sentence, where it has one; null when the fare may be refunded. */
export const refuseRefund = (
  log: Pick<BookingLog, 'payment_method' | 'charged' | 'refunded' | 'charge_state' | 'refund_state'>,
): string | null => {
  if (log.refunded) return 'Passenger has already been refunded'
  if (!refundable.includes(log.payment_method))
    return `Cannot refund ${paymentMethodNames[log.payment_method]} through the system`
  if (log.charged && settlementOf(log.charge_state) !== null)
    return 'The fare was not paid by a saved card: give it back where it was paid'
  if (isUnderWay(log.refund_state)) return 'The refund has been requested and is under way'
  return log.charged ? null : 'Cannot refund as the passenger has not been charged'
}

/** Null when a failed charge may be tried again, or settled without the card. */
export const refuseRetry = ({ charge_state }: Pick<BookingLog, 'charge_state'>): string | null => {
  switch (charge_state) {
    case 'action_needed':
    case 'declined':
    case 'given_up':
      return null
    case 'due':
    case 'processing':
      return 'The charge is under way'
    case 'succeeded':
      return 'The fare has been charged'
    case 'paid_in_cash':
    case 'paid_by_terminal':
      return 'The fare has been paid already'
    case 'waived':
      return 'The fare has been waived'
    case null:
      return 'There is no failed charge'
  }
}

const PAID = ['charged', 'paid_in_cash', 'paid_by_terminal'] as const satisfies PaymentStatus[]

/** The fare has come in, by the saved card or at the desk. */
export const isPaid = (status: PaymentStatus): boolean => PAID.some((one) => one === status)

export const paymentStatusOf = (log: BookingLog): PaymentStatus => {
  const { charged, refunded, amount, charge_state, refund_state } = log
  if (refunded) return 'refunded'
  if (isUnderWay(refund_state)) return 'refunding'
  if (refund_state !== null) return 'refund_failed'
  const settlement = settlementOf(charge_state)
  if (settlement !== null) return settlement
  if (charged) return 'charged'
  if (amount === 0) return 'free'
  if (isUnderWay(charge_state)) return 'charging'
  return charge_state === null ? 'not_charged' : 'failed'
}

/** What a card provider takes as whole numbers where ISO 4217 and Intl count otherwise. */
const PROVIDER_DIGITS: Readonly<Record<string, number>> = { MGA: 0, HUF: 2, TWD: 2 }

/** Counted in hundredths and charged in whole units: https://docs.stripe.com/currencies#special-cases */
const WHOLE: readonly string[] = ['ISK', 'UGX']

/** How many digits after the point are charged, and how many of the smallest unit the last of them is. */
const chargedIn = (currency: string): { digits: number; step: number } => {
  if (WHOLE.includes(currency)) return { digits: 0, step: 100 }
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
  const digits = PROVIDER_DIGITS[currency] ?? maximumFractionDigits
  // Cards are charged in tens of the smallest unit where a unit has a thousand of them.
  return digits === 3 ? { digits: 2, step: 10 } : { digits, step: 1 }
}

/**
 * A fare in the currency's smallest unit: 3.5 AUD are 350, 400 JPY are 400. What rounds to nothing is the least that there
 * is, which no provider charges (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). Throws RangeError
 * on no currency.
 */
export const minorUnits = (fare: number, currency: string): number => {
  const { digits, step } = chargedIn(currency)
  return Math.max(1, Math.round(Number(`${fare}e${digits}`))) * step
}

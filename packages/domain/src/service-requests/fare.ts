import type { BookingLog, PaymentStatus } from '@ambit/contract'

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

/** The specification's sentence; null when the fare may be refunded. */
export const refuseRefund = (log: Pick<BookingLog, 'payment_method' | 'charged' | 'refunded'>): string | null => {
  if (log.refunded) return 'Passenger has already been refunded'
  if (!refundable.includes(log.payment_method))
    return `Cannot refund ${paymentMethodNames[log.payment_method]} through the system`
  return log.charged ? null : 'Cannot refund as the passenger has not been charged'
}

export const paymentStatusOf = ({ charged, refunded, amount }: BookingLog): PaymentStatus => {
  if (refunded) return 'refunded'
  if (charged) return 'charged'
  return amount === 0 ? 'free' : 'not_charged'
}

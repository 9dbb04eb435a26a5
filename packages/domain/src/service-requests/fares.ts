import type { TakenFare, UnpaidReason } from '@ambit/contract'

/** In the words of an operator. */
export const unpaidReasonWords: Readonly<Record<UnpaidReason, string>> = {
  no_money: 'No money at hand',
  no_change: 'No change',
  refused: 'Refuses to pay',
  not_due: 'Nothing is due',
}

/** Before a driver has told anything of a fare. */
export const NO_FARE: TakenFare = { paid: null, unpaid_reason: null, concession_shown: null }

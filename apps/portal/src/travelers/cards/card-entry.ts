import { cardDigits, type CardEntry, cardFault } from '@ambit/domain'
import { cardStrings as words } from './strings.ts'

/** The card form as it is typed. */
export type TypedCard = { name: string; number: string; expiry: string; cvc: string }
export const emptyCard: TypedCard = { name: '', number: '', expiry: '', cvc: '' }

/** `4/30`, `04 / 30`, `0430` and `04/2030` as month and year; NaN for what is neither. */
export const readExpiry = (typed: string): { exp_month: number; exp_year: number } => {
  const [, month = '', year = ''] = /^\s*(\d{1,2})\s*[/-]?\s*(\d{4}|\d{2})\s*$/.exec(typed) ?? []
  if (month === '') return { exp_month: NaN, exp_year: NaN }
  return { exp_month: Number(month), exp_year: Number(year) + (year.length === 2 ? 2000 : 0) }
}

export const entryOf = ({ number, expiry, cvc }: TypedCard): CardEntry => ({
  number: cardDigits(number),
  cvc: cvc.trim(),
  ...readExpiry(expiry),
})

export type Fault = { field: keyof TypedCard; detail: string }

/** The errors of the card's fields, from the top; null when there are none. */
export const faultOf = (card: TypedCard, today: string): Fault | null => {
  if (card.name.trim() === '') return { field: 'name', detail: words.missingName }
  const fault = cardFault(entryOf(card), today)
  if (fault === null) return null
  return { field: fault.field === 'exp_month' ? 'expiry' : fault.field, detail: fault.detail }
}

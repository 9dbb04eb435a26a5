import { cardDigits, type CardEntry, cardFault, readExpiry } from '@ambit/domain'
import { cardStrings as words } from './strings.ts'

/** The card form as it is typed. */
export type TypedCard = { name: string; number: string; expiry: string; cvc: string }
export const emptyCard: TypedCard = { name: '', number: '', expiry: '', cvc: '' }

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

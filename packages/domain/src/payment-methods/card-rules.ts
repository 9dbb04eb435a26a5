import type { CardBrand } from '@ambit/contract'

/** The digits of a card number, without the spaces and dashes that people type. */
export const cardDigits = (typed: string): string => typed.replace(/[\s-]/g, '')

/** The check digit of ISO/IEC 7812: from the right, every second digit counts double. */
export const passesLuhn = (digits: string): boolean => {
  if (!/^\d+$/.test(digits)) return false
  let sum = 0
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place])
    const doubled = place % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

type Issuer = { brand: CardBrand; prefix: RegExp; lengths: readonly number[]; cvc: number; groups: readonly number[] }

const issuers: readonly Issuer[] = [
  { brand: 'amex', prefix: /^3[47]/, lengths: [15], cvc: 4, groups: [4, 6, 5] },
  { brand: 'dinersclub', prefix: /^3(?:0[0-5]|[689])/, lengths: [14, 16], cvc: 3, groups: [4, 6, 4] },
  {
    brand: 'mastercard',
    prefix: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    lengths: [16],
    cvc: 3,
    groups: [4, 4, 4, 4],
  },
  { brand: 'visa', prefix: /^4/, lengths: [13, 16, 19], cvc: 3, groups: [4, 4, 4, 4, 3] },
]

const issuerOf = (digits: string): Issuer | undefined => issuers.find(({ prefix }) => prefix.test(digits))

/** The brand of a card number, by how it begins; null for a brand that is not accepted. */
export const cardBrandOf = (digits: string): CardBrand | null => issuerOf(digits)?.brand ?? null

/** The digits in the groups that are printed on such a card. */
export const groupedCardDigits = (digits: string): string => {
  const groups = issuerOf(digits)?.groups ?? [4, 4, 4, 4, 3]
  const parts: string[] = []
  let from = 0
  for (const length of groups) {
    if (from >= digits.length) break
    parts.push(digits.slice(from, from + length))
    from += length
  }
  return [...parts, digits.slice(from)].filter((part) => part !== '').join(' ')
}

/** A card is valid to the end of its month. */
export const cardIsOver = (card: { exp_month: number; exp_year: number }, today: string): boolean =>
  card.exp_year * 12 + card.exp_month < Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7))

export type CardEntry = { number: string; exp_month: number; exp_year: number; cvc: string }
type CardFault = { field: 'number' | 'exp_month' | 'cvc'; detail: string }

/** The first error in a card form, in the usual words of card forms; `today` is a calendar date. */
export const cardFault = ({ number, exp_month, exp_year, cvc }: CardEntry, today: string): CardFault | null => {
  const digits = cardDigits(number)
  const issuer = issuerOf(digits)
  if (!/^\d{12,19}$/.test(digits)) return { field: 'number', detail: 'Your card number is incomplete.' }
  if (issuer === undefined) return { field: 'number', detail: 'Your card is not supported.' }
  if (!issuer.lengths.includes(digits.length)) return { field: 'number', detail: 'Your card number is incomplete.' }
  if (!passesLuhn(digits)) return { field: 'number', detail: 'Your card number is invalid.' }
  if (!Number.isInteger(exp_month) || exp_month < 1 || exp_month > 12 || !Number.isInteger(exp_year))
    return { field: 'exp_month', detail: "Your card's expiration date is incomplete." }
  if (cardIsOver({ exp_month, exp_year }, today))
    return { field: 'exp_month', detail: "Your card's expiration date is in the past." }
  if (exp_year > Number(today.slice(0, 4)) + LONGEST_LIFE)
    return { field: 'exp_month', detail: "Your card's expiration year is invalid." }
  if (!/^\d+$/.test(cvc) || cvc.length !== issuer.cvc)
    return { field: 'cvc', detail: "Your card's security code is incomplete." }
  return null
}

/** `4/30`, `04 / 30`, `0430` and `04/2030` as month and year; NaN for what is neither. */
export const readExpiry = (typed: string): { exp_month: number; exp_year: number } => {
  const [, month = '', year = ''] = /^\s*(\d{1,2})\s*[/-]?\s*(\d{4}|\d{2})\s*$/.exec(typed) ?? []
  if (month === '') return { exp_month: NaN, exp_year: NaN }
  return { exp_month: Number(month), exp_year: Number(year) + (year.length === 2 ? 2000 : 0) }
}

/** Longest validity of a card, in years. */
const LONGEST_LIFE = 50

import { HIDDEN, type Mark, type MaskForm } from '@ambit/contract'

type Beside = Readonly<Record<string, unknown>>

/** What stands in the place of a value for readers who may not see it; null stays null. */
export const maskedValue = ({ form, id, where }: Mark, value: unknown, beside: Beside): unknown => {
  if (value === null || value === undefined) return value
  if (where !== undefined && Object.entries(where).some(([field, is]) => beside[field] !== is)) return value
  if (form === 'nothing') return null
  if (form === 'reason') return beside['code'] === 'changed_on_request' ? 'Changed on request' : value
  if (form === 'point') return Array.isArray(value) ? value.map(rounded) : value
  if (form === 'line') return Array.isArray(value) ? roundedLine(value) : value
  if (form === 'coordinate') return rounded(value)
  const named = names[form]
  if (named !== undefined) return named(String(id === undefined ? '' : beside[id]))
  return typeof value === 'string' ? texts[form]?.(value) : HIDDEN
}

const names: Partial<Record<MaskForm, (id: string) => string>> = {
  first_name: () => 'Passenger',
  last_name: (id) => id,
  full_name: (id) => `Passenger ${id}`,
}

const DOTS = '•••'
const firstOf = (text: string): string => String.fromCodePoint(text.codePointAt(0) ?? 0x2022)
/** digits of a telephone number that stay */
const LAST_DIGITS = 3

/** `anna@example.org` → `a•••@example.org` */
const maskedEmail = (email: string): string => {
  const at = email.lastIndexOf('@')
  return at < 1 ? DOTS : `${firstOf(email)}${DOTS}${email.slice(at)}`
}

/** `+61 411 222 123` → `••• ••• 123`; of so few digits that three are most of it, none */
const maskedPhone = (phone: string): string => {
  const digits = phone.replaceAll(/\D/g, '')
  return `${DOTS} ${DOTS} ${digits.length > 2 * LAST_DIGITS ? digits.slice(-LAST_DIGITS) : DOTS}`
}

/** `3/12 Wilga Drive`, `Lindenstraße 12 a` and a point on the map that is called by its coordinates */
const NUMBER_FIRST = /^(?:unit|flat|apt|no)?\.?\s*#?\d[\d\p{L}]*(?:\s*[/–-]\s*\d[\d\p{L}]*)*\s+/iu
const NUMBER_LAST = /\s+#?\d+\s?\p{L}?(?:\s*[/–-]\s*\d+\s?\p{L}?)*$/u
const ONLY_A_NUMBER = /^(?:unit|flat|apt|no)?\.?\s*#?[-−]?\d[\d\s.,°′″/–-]*\p{L}?$/iu

/** The street and what follows it, without house numbers. */
const maskedDoor = (name: string): string => {
  const parts = name
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !ONLY_A_NUMBER.test(part))
    .map((part) => part.replace(NUMBER_FIRST, '').replace(NUMBER_LAST, ''))
  return parts.length === 0 ? HIDDEN : parts.join(', ')
}

/** About 100 m. */
const rounded = (degrees: unknown): unknown =>
  typeof degrees === 'number' ? Math.round(degrees * 1000) / 1000 : degrees

/** A way leads from door to door. */
const roundedLine = (points: readonly unknown[]): unknown[] => {
  const line = points.map((point) => (Array.isArray(point) ? point.map(rounded) : point))
  return line.filter((point, at) => at === 0 || String(point) !== String(line[at - 1]))
}

const texts: Partial<Record<MaskForm, (value: string) => string>> = {
  email: maskedEmail,
  phone: maskedPhone,
  username: (username) => `${firstOf(username)}${DOTS}`,
  door: maskedDoor,
  hidden: () => HIDDEN,
}

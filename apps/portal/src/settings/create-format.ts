import type { Settings } from '@ambit/contract'
import { clockOf } from '@ambit/domain'

export const DASH = '–'

/** Dates and times of one zone, numbers and money of one locale. Text that is no time is shown as a dash. */
export type Format = {
  /** 20/11/2026 */
  date: (iso: string | Date) => string
  /** Fri 20 Nov */
  day: (iso: string | Date) => string
  /** 3:05 pm */
  time: (iso: string | Date) => string
  /** 20/11/2026, 3:05 pm */
  dateTime: (iso: string | Date) => string
  /** 20/11/2026 03:05 PM, in every locale */
  stamp: (iso: string | Date) => string
  /** a date that belongs to no moment, `2026-01-26`: Mon 26 Jan */
  civilDay: (date: string) => string
  /** the same as 26/01/2026 */
  civilDate: (date: string) => string
  /** the time of a clock, `15:05`: 3:05 pm */
  clockTime: (time: string) => string
  number: (value: number, digits?: number) => string
  /** 0.25 → 25% */
  percentage: (share: number, digits?: number) => string
  /** $3.50, of the installation's currency or of another one */
  money: (amount: number, currency?: string) => string
  /** metres: 420 m, 1.2 km, 0.3 mi */
  distance: (metres: number) => string
}

export type FormatSettings = Pick<Settings['app'], 'locale' | 'currency'> &
  Partial<Pick<Settings['app'], 'clockHours' | 'distances'>>

export const createFormat = (
  { locale, currency, clockHours = '12', distances = 'km' }: FormatSettings,
  timeZone?: string,
): Format => {
  const zone = timeZone === undefined ? {} : { timeZone }
  const dateParts = { day: '2-digit', month: '2-digit', year: 'numeric' } as const
  const dayParts = { weekday: 'short', day: 'numeric', month: 'short' } as const
  const date = new Intl.DateTimeFormat(locale, { ...dateParts, ...zone })
  const day = new Intl.DateTimeFormat(locale, { ...dayParts, ...zone })
  const time = new Intl.DateTimeFormat(locale, { ...clockOf(clockHours), ...zone })
  const inUtc = (parts: Intl.DateTimeFormatOptions) =>
    moment(new Intl.DateTimeFormat(locale, { ...parts, timeZone: 'UTC' }))
  const [civilDate, civilDay, clock] = [inUtc(dateParts), inUtc(dayParts), inUtc(clockOf(clockHours))]
  const parts = new Intl.DateTimeFormat('en-GB', {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    ...clockOf(clockHours),
    hour: '2-digit',
    ...zone,
  })
  const amounts = new Map<string, Intl.NumberFormat>()
  const amountOf = (code: string): Intl.NumberFormat => {
    const format = amounts.get(code) ?? new Intl.NumberFormat(locale, { style: 'currency', currency: code })
    amounts.set(code, format)
    return format
  }
  const numbers = new Map<string, Intl.NumberFormat>()
  const numberOf = (style: 'decimal' | 'percent', digits: number): Intl.NumberFormat => {
    const key = `${style} ${digits}`
    const options = { style, minimumFractionDigits: digits, maximumFractionDigits: digits }
    const format = numbers.get(key) ?? new Intl.NumberFormat(locale, options)
    numbers.set(key, format)
    return format
  }
  const stampOf = moment(parts)
  const dateOf = moment(date)
  const timeOf = moment(time)
  const dayOf = moment(day)
  return {
    date: dateOf,
    day: (value) => dayOf(value).replaceAll(',', ''),
    time: timeOf,
    dateTime: (value) => (Number.isNaN(new Date(value).getTime()) ? DASH : `${dateOf(value)}, ${timeOf(value)}`),
    stamp: (value) => stampOf(value).replace(',', '').toUpperCase(),
    civilDay: (value) => civilDay(value).replaceAll(',', ''),
    civilDate,
    clockTime: (value) => clock(`2000-01-01T${value}:00Z`),
    number: (value, digits = 0) => numberOf('decimal', digits).format(value),
    percentage: (share, digits = 0) => numberOf('percent', digits).format(share),
    money: (amount, code = currency) => amountOf(code).format(amount),
    distance: (metres) => distanceOf(metres, distances, locale),
  }
}

type Written = (value: string | Date) => string

const moment =
  (format: Intl.DateTimeFormat): Written =>
  (value) => {
    const instant = new Date(value)
    return Number.isNaN(instant.getTime()) ? DASH : format.format(instant)
  }

const MILE_M = 1609.344
const FOOT_M = 0.3048

/** Whole metres or tens of feet for what is near, one decimal for what is further away. */
const distanceOf = (metres: number, unit: Settings['app']['distances'], locale: string): string => {
  const inUnit = (value: number, name: string, digits: number): string =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: name,
      unitDisplay: 'short',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).format(value)
  if (unit === 'km')
    return metres < 1000 ? inUnit(Math.round(metres), 'meter', 0) : inUnit(metres / 1000, 'kilometer', 1)
  const miles = metres / MILE_M
  return miles < 0.1 ? inUnit(Math.round(metres / FOOT_M / 10) * 10, 'foot', 0) : inUnit(miles, 'mile', 1)
}

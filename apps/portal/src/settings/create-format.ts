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
  number: (value: number, digits?: number) => string
  /** 0.25 → 25% */
  percentage: (share: number, digits?: number) => string
  /** $3.50 */
  money: (amount: number) => string
}

export type FormatSettings = { locale: string; currency: string }

export const createFormat = ({ locale, currency }: FormatSettings, timeZone?: string): Format => {
  const zone = timeZone === undefined ? {} : { timeZone }
  const date = new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric', ...zone })
  const day = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', ...zone })
  const time = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', hour12: true, ...zone })
  const parts = new Intl.DateTimeFormat('en-GB', {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hour12: true,
    ...zone,
  })
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency })
  const numbers = new Map<string, Intl.NumberFormat>()
  const numberOf = (style: 'decimal' | 'percent', digits: number): Intl.NumberFormat => {
    const key = `${style} ${digits}`
    const options = { style, minimumFractionDigits: digits, maximumFractionDigits: digits }
    const format = numbers.get(key) ?? new Intl.NumberFormat(locale, options)
    numbers.set(key, format)
    return format
  }
  const moment = (format: Intl.DateTimeFormat) => (value: string | Date) => {
    const instant = new Date(value)
    return Number.isNaN(instant.getTime()) ? DASH : format.format(instant)
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
    number: (value, digits = 0) => numberOf('decimal', digits).format(value),
    percentage: (share, digits = 0) => numberOf('percent', digits).format(share),
    money: (amount) => money.format(amount),
  }
}

import { counted } from '@ambit/domain'

/** '2:25 pm', in the zone's own time. */
export const clockTime = (time: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-AU', { timeZone, hour: 'numeric', minute: '2-digit', hour12: true })
    .format(time)
    .replace(/[\u00a0\u202f]/g, ' ')
    .toLowerCase()

/** 'Mon 23 Nov' */
export const dayOf = (time: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-AU', { timeZone, weekday: 'short', day: 'numeric', month: 'short' })
    .format(time)
    .replace(',', '')

/** 'Mon 23 Nov, 2:25 pm' */
export const dayAndTime = (time: Date, timeZone: string): string =>
  `${dayOf(time, timeZone)}, ${clockTime(time, timeZone)}`

export const sameDay = (a: Date, b: Date, timeZone: string): boolean => {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone })
  return day.format(a) === day.format(b)
}

export const minutes = (seconds: number): string => {
  const whole = Math.max(1, Math.round(seconds / 60))
  return counted(whole, 'minute')
}

/** '20 seconds', '1 minute', '12 minutes': seconds under a minute. */
export const duration = (seconds: number): string =>
  seconds < 59.5 ? counted(Math.round(seconds), 'second') : minutes(seconds)

/** '$17.50' */
export const money = (amount: number, currency: string): string =>
  new Intl.NumberFormat('en-AU', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(amount)

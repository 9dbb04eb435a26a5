export type Times = {
  /** a moment by the zone's clocks, with 12 or 24 hours as the language has them */
  clock: (moment: string | number) => string
  /** with the day, where it is not today */
  clockAndDay: (moment: string | number, now: number) => string
  /** with day and year */
  dated: (moment: string) => string
  /** a civil date such as `2026-11-23` */
  day: (date: string) => string
  /** minutes since midnight, as the language writes them */
  timeOfDay: (minutes: number) => string
  money: (amount: number, currency: string) => string
}

/** `timeZone`: IANA; null: the device's own, before an answer tells the zone's. */
export const timesIn = (locale: string, timeZone: string | null): Times => {
  const zone = timeZone === null ? {} : { timeZone }
  const hours = { hour: 'numeric', minute: '2-digit' } as const
  const date = { weekday: 'short', day: 'numeric', month: 'short' } as const
  const clock = new Intl.DateTimeFormat(locale, { ...hours, ...zone })
  const withDay = new Intl.DateTimeFormat(locale, { ...date, ...hours, ...zone })
  const whole = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', ...zone })
  const isoDay = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', ...zone })
  const civil = new Intl.DateTimeFormat(locale, { ...date, timeZone: 'UTC' })
  const civilTime = new Intl.DateTimeFormat(locale, { ...hours, timeZone: 'UTC' })
  return {
    clock: (moment) => clock.format(new Date(moment)),
    clockAndDay: (moment, now) => {
      const at = new Date(moment)
      return (isoDay.format(at) === isoDay.format(new Date(now)) ? clock : withDay).format(at)
    },
    dated: (moment) => whole.format(new Date(moment)),
    day: (given) => civil.format(new Date(`${given}T00:00:00Z`)),
    timeOfDay: (minutes) => civilTime.format(new Date(minutes * 60_000)),
    money: (amount, currency) => new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount),
  }
}

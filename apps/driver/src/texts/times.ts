export type Times = {
  /** a moment by the zone's clocks, with 12 or 24 hours as the language has them */
  clock: (moment: string | number) => string
  /** with the day of the week, where it is not today */
  clockAndDay: (moment: string | number, now: number) => string
  money: (amount: number, currency: string) => string
}

/** `timeZone`: IANA; null: the device's own, before a trip tells its zone's. */
export const timesIn = (locale: string, timeZone: string | null): Times => {
  const zone = timeZone === null ? {} : { timeZone }
  const clock = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', ...zone })
  const withDay = new Intl.DateTimeFormat(locale, { weekday: 'short', hour: 'numeric', minute: '2-digit', ...zone })
  const day = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', ...zone })
  return {
    clock: (moment) => clock.format(new Date(moment)),
    clockAndDay: (moment, now) => {
      const at = new Date(moment)
      return (day.format(at) === day.format(new Date(now)) ? clock : withDay).format(at)
    },
    money: (amount, currency) => new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount),
  }
}

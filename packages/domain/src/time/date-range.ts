import { Temporal } from 'temporal-polyfill'

/** The specification's names, in its order. */
export const dateRangePresets = [
  '+/-1 hour',
  'last 2 hours',
  'next 2 hours',
  'today',
  'tomorrow',
  'next 2 days',
  'next week',
  'last week',
  'last month',
  'last quarter',
] as const
export type DateRangePreset = (typeof dateRangePresets)[number]

export const isDateRangePreset = (text: string): text is DateRangePreset =>
  dateRangePresets.some((preset) => preset === text)

/**
 * From when until when a preset reaches. Hours move with the clock; days are the time zone's own, weeks begin on Monday,
 * and "next" and "last" are the whole ones after and before that of today.
 */
export const resolveDateRange = (preset: DateRangePreset, now: Date, timeZone: string): [from: Date, to: Date] => {
  const moment = Temporal.Instant.fromEpochMilliseconds(now.getTime())
  const today = moment.toZonedDateTimeISO(timeZone).toPlainDate()
  const hours = (from: number, to: number): [Date, Date] => [
    new Date(moment.add({ hours: from }).epochMilliseconds),
    new Date(moment.add({ hours: to }).epochMilliseconds),
  ]
  const days = (from: Temporal.PlainDate, to: Temporal.PlainDate): [Date, Date] => [
    new Date(from.toZonedDateTime(timeZone).epochMilliseconds),
    new Date(to.toZonedDateTime(timeZone).epochMilliseconds),
  ]
  const monday = today.subtract({ days: today.dayOfWeek - 1 })
  const first = today.with({ day: 1 })
  const quarter = first.subtract({ months: (first.month - 1) % 3 })
  switch (preset) {
    case '+/-1 hour':
      return hours(-1, 1)
    case 'last 2 hours':
      return hours(-2, 0)
    case 'next 2 hours':
      return hours(0, 2)
    case 'today':
      return days(today, today.add({ days: 1 }))
    case 'tomorrow':
      return days(today.add({ days: 1 }), today.add({ days: 2 }))
    case 'next 2 days':
      return days(today.add({ days: 1 }), today.add({ days: 3 }))
    case 'next week':
      return days(monday.add({ weeks: 1 }), monday.add({ weeks: 2 }))
    case 'last week':
      return days(monday.subtract({ weeks: 1 }), monday)
    case 'last month':
      return days(first.subtract({ months: 1 }), first)
    case 'last quarter':
      return days(quarter.subtract({ months: 3 }), quarter)
  }
}

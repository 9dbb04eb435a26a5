import { DEFAULT_BOOKING_RULES, type BookingRules, type ServiceSpan, type SpecialDay } from '@ambit/contract'
import { addDays, dateIn, momentAt, weekdayOf } from '../time/civil-day.ts'

/** The rules of a day, without what makes them a record. */
export type DayRules = Omit<BookingRules, 'id' | 'zone_id' | 'holds_from' | 'created_at' | 'updated_at' | 'version'>

/** What a zone's rules are made of. */
export type ZoneHours = {
  time_zone: string
  rules: readonly (DayRules & { holds_from: string })[]
  special_days: readonly Pick<SpecialDay, 'date' | 'name' | 'notice' | 'hours'>[]
}

/** Moments in milliseconds since 1970. */
export type OpenSpan = { from: number; until: number }

/** A service day with its rules: from `begins` until before `ends`. */
export type ServiceDay = {
  date: string
  begins: number
  ends: number
  rules: DayRules
  special: ZoneHours['special_days'][number] | null
  /** when there is service, within the day and in order; null: at any time */
  open: readonly OpenSpan[] | null
}

/** The service days of a zone. A day that was asked for is kept. */
export type ServiceDays = {
  on: (date: string) => ServiceDay
  at: (moment: number) => ServiceDay
  /** neither hours nor special days nor a cut-off: every time is free */
  free: boolean
}

export const createServiceDays = ({ time_zone, rules, special_days }: ZoneHours): ServiceDays => {
  const sets = rules.toSorted((a, b) => (a.holds_from < b.holds_from ? 1 : -1))
  const specials = new Map(special_days.map((day) => [day.date, day]))
  const known = new Map<string, ServiceDay>()
  const rulesOn = (date: string): DayRules => sets.find((set) => set.holds_from <= date) ?? DEFAULT_BOOKING_RULES
  const beginOf = (date: string): number => momentAt(time_zone, date, rulesOn(date).day_starts).getTime()
  const make = (date: string): ServiceDay => {
    const holding = rulesOn(date)
    const special = specials.get(date) ?? null
    const hours = special === null ? (holding.hours?.[weekdayOf(date) - 1] ?? null) : special.hours
    const [begins, ends] = [beginOf(date), beginOf(addDays(date, 1))]
    const open = hours?.map((span) => clip(within(span, date), begins, ends)) ?? null
    return {
      date,
      begins,
      ends,
      rules: holding,
      special,
      open: open?.filter(({ from, until }) => from < until) ?? null,
    }
  }
  const within = ({ from, until }: ServiceSpan, date: string): OpenSpan => ({
    from: momentAt(time_zone, date, from).getTime(),
    until: momentAt(time_zone, date, until).getTime(),
  })
  const on = (date: string): ServiceDay => {
    const day = known.get(date) ?? make(date)
    known.set(date, day)
    return day
  }
  let recent: ServiceDay | null = null
  const at = (moment: number): ServiceDay => {
    if (recent === null || moment < recent.begins || moment >= recent.ends) recent = find(moment)
    return recent
  }
  const find = (moment: number): ServiceDay => {
    const day = on(dateIn(time_zone, new Date(moment)))
    if (moment < day.begins) return on(addDays(day.date, -1))
    return moment < day.ends ? day : on(addDays(day.date, 1))
  }
  const free =
    special_days.length === 0 && sets.every(({ hours, cut_off }) => hours === null && cut_off.kind === 'none')
  return { on, at, free }
}

const clip = ({ from, until }: OpenSpan, begins: number, ends: number): OpenSpan => ({
  from: Math.min(Math.max(from, begins), ends),
  until: Math.min(Math.max(until, begins), ends),
})

/** Both ends of a span belong to it: a ride may begin when service does, and end when it does. */
const covers = ({ open }: ServiceDay, moment: number): boolean =>
  open === null || open.some(({ from, until }) => from <= moment && moment <= until)

/** Whether there is service at the moment. */
export const isOpen = (days: ServiceDays, moment: number): boolean => {
  const day = days.at(moment)
  // Midnight ends the one day and begins the next.
  return covers(day, moment) || (moment === day.begins && covers(days.at(moment - 1), moment))
}

/** When the service ends that there is at the moment; null where it does not end for a day, or there is none. */
export const closesAt = (days: ServiceDays, moment: number): number | null => {
  let day = days.at(moment)
  if (!covers(day, moment)) day = days.at(moment - 1)
  let from = moment
  for (;;) {
    const until = day.open?.find((span) => span.from <= from && from <= span.until)?.until ?? null
    if (until === null || until < day.ends) return until
    day = days.on(addDays(day.date, 1))
    from = day.begins
    if (from - moment > DAY_MS || !covers(day, from)) return from - moment > DAY_MS ? null : until
  }
}

const DAY_MS = 86_400_000

/** For how long of a span of moments there is service, ms. */
export const openWithin = (days: ServiceDays, from: number, until: number): number => {
  let sum = 0
  for (let day = days.at(from); day.begins < until; day = days.on(addDays(day.date, 1)))
    for (const span of day.open ?? [{ from: day.begins, until: day.ends }])
      sum += Math.max(0, Math.min(until, span.until) - Math.max(from, span.from))
  return sum
}

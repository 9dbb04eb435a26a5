/** A day, and the minutes since its midnight, by the clocks of a zone. */
export type CivilTime = { date: string; minutes: number }

const MINUTE_MS = 60_000
export const STEP_MINUTES = 5
const DAY_MINUTES = 1440

/** The date and minutes that the zone's clocks show. */
export const civilIn = (timeZone: string, moment: number): CivilTime => {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  const part = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]))
  const of = (type: Intl.DateTimeFormatPartTypes): string => part.get(type) ?? '0'
  return {
    date: `${of('year')}-${of('month')}-${of('day')}`,
    minutes: Number(of('hour')) * 60 + Number(of('minute')),
  }
}

/** The moment when the zone's clocks show this, ms; where they skip it, the one that lies as long after midnight. */
export const momentOf = (timeZone: string, { date, minutes }: CivilTime): number => {
  const asUtc = Date.parse(`${date}T00:00:00Z`) + minutes * MINUTE_MS
  const shownAt = (moment: number): number => {
    const shown = civilIn(timeZone, moment)
    return Date.parse(`${shown.date}T00:00:00Z`) + shown.minutes * MINUTE_MS
  }
  const guess = asUtc - (shownAt(asUtc) - asUtc)
  return guess - (shownAt(guess) - asUtc)
}

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MINUTES * MINUTE_MS).toISOString().slice(0, 10)

/** The next full step from half an hour ahead on: what a time to leave at begins with. */
export const soonIn = (timeZone: string, now: number): CivilTime => {
  const step = STEP_MINUTES * MINUTE_MS
  return civilIn(timeZone, Math.ceil((now + 30 * MINUTE_MS) / step) * step)
}

/** Every time of a day, minutes. */
export const stepsOfDay: readonly number[] = Array.from(
  { length: DAY_MINUTES / STEP_MINUTES },
  (_, index) => index * STEP_MINUTES,
)

/** The device's own, until an answer names the zone's. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

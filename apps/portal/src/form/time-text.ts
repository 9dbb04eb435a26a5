import { timeStepLabel } from './time-steps.ts'

const HOUR = 60
const NOON = 12 * HOUR

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / HOUR)).padStart(2, '0')}:${String(minutes % HOUR).padStart(2, '0')}`

/**
 * The times of day, `HH:MM`, that a typed text can mean: `9:05 am`, `905am`, `09:05`, `21.05`, `9` (in the morning and in
 * the evening), `noon`, `midnight`. Empty for a text that is no time.
 */
export const timesMeant = (text: string): string[] => {
  const plain = text.trim().toLowerCase()
  if (plain === 'noon' || plain === 'midday') return [clock(NOON)]
  if (plain === 'midnight') return [clock(0)]
  const parts = /^(\d{1,2})(?:[:.h ]?(\d{2}))?\s*(?:([ap])\.?m?\.?)?$/.exec(plain)
  if (parts === null) return []
  const [hour, minute] = [Number(parts[1]), Number(parts[2] ?? 0)]
  const half = parts[3]
  if (minute >= HOUR || hour > 23 || (half !== undefined && (hour === 0 || hour > 12))) return []
  const morning = (hour % 12) * HOUR + minute
  if (half !== undefined) return [clock(half === 'a' ? morning : morning + NOON)]
  // Two digits in front, as in 09:05, are the clock of 24 hours.
  const exact = clock(hour * HOUR + minute)
  return hour === 0 || hour > 12 || parts[1]?.startsWith('0') === true
    ? [exact]
    : [clock(morning), clock(morning + NOON)]
}

/** The offered times, `HH:MM`, that fit what was typed so far, those meant exactly first; all for an empty text. */
export const timesFitting = (text: string, offered: readonly string[]): string[] => {
  const typed = loosened(text)
  if (typed === '') return [...offered]
  const meant = timesMeant(text)
  const begun = offered.filter((time) => [time, timeStepLabel(time)].some((name) => loosened(name).startsWith(typed)))
  return [...new Set([...offered.filter((time) => meant.includes(time)), ...begun])]
}

const loosened = (text: string): string => text.toLowerCase().replaceAll(/[\s.:]/g, '')

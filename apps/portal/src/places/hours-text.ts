import type { BookedPlace, ServiceSpan } from '@ambit/contract'
import { toClock } from '../form/clock-text.ts'
import { placeStrings as words } from './strings.ts'

const dayText = (spans: readonly ServiceSpan[]): string =>
  spans.length === 0 ? words.closed : spans.map(({ from, until }) => `${toClock(from)} – ${toClock(until)}`).join(', ')

/** `Mon–Fri 08:00 – 17:00, Sat–Sun Closed`: days that are alike stand together; `` where nothing is known. */
export const hoursText = (hours: BookedPlace['hours']): string => {
  if (hours === null) return ''
  const runs: { first: number; last: number; text: string }[] = []
  for (const [day, spans] of hours.entries()) {
    const run = runs.at(-1)
    const text = dayText(spans)
    if (run?.text === text) run.last = day
    else runs.push({ first: day, last: day, text })
  }
  const short = (day: number): string => (words.weekdays[day] ?? '').slice(0, 3)
  return runs
    .map(({ first, last, text }) => `${short(first)}${last === first ? '' : `–${short(last)}`} ${text}`)
    .join('; ')
}

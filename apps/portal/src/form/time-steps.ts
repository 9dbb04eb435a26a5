import type { Settings } from '@ambit/contract'

const STEP_MINUTES = 5
const DAY_MINUTES = 24 * 60

export type TimeStep = { value: string; disabled: boolean }

const text = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** `00:00` to `24:00` in steps of five minutes. */
export const timeSteps: readonly string[] = Array.from({ length: DAY_MINUTES / STEP_MINUTES + 1 }, (_, step) =>
  text(step * STEP_MINUTES),
)

/** What may begin a span that ends at `to`; zero-padded times compare as text. */
export const fromSteps = (to: string | null): readonly TimeStep[] =>
  timeSteps.map((value) => ({ value, disabled: to !== null && value >= to }))

/** What may end a span that begins at `from`. */
export const toSteps = (from: string | null): readonly TimeStep[] =>
  timeSteps.map((value) => ({ value, disabled: from !== null && value <= from }))

/** `13:05` → `1:05 pm`, or as it is on a clock of 24 hours; the day's end stays `24:00`, since `12:00 am` would read as its beginning. */
export const timeStepLabel = (value: string, hours: Settings['app']['clockHours'] = '12'): string => {
  if (value === '24:00' || hours === '24') return value
  const [hour = 0, minute = 0] = value.split(':').map(Number)
  return `${hour % 12 === 0 ? 12 : hour % 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`
}

import { DAY_UNITS, overlap, SHORTEST_UNITS, type Span } from './units.ts'

/** Four hours, where the zone's day has no schedule to go by. */
const USUAL_UNITS = 4 * 120
const EIGHT_O_CLOCK = 8 * 120
const HALF_HOUR = 60

type Row = { shift: number; span: Span }

const free = (span: Span, taken: readonly Span[]): boolean =>
  span.end <= DAY_UNITS && span.end - span.start >= SHORTEST_UNITS && !taken.some((one) => overlap(one, span))

const upTo = (start: number, length: number, taken: readonly Span[]): Span => ({
  start,
  end: Math.min(start + length, DAY_UNITS, ...taken.filter((one) => one.start >= start).map((one) => one.start)),
})

/**
 * Times for a new schedule in a row: after the last of the row, as long as that; in an empty row those of the row above.
 * On the present day nothing is proposed that has begun. `now` is null on other days.
 */
export const proposeTimes = (plans: readonly Row[], shift: number, now: number | null): Span => {
  const inRow = plans.filter((plan) => plan.shift === shift).map(({ span }) => span)
  const last = inRow.toSorted((a, b) => a.end - b.end).at(-1)
  const above = plans
    .filter((plan) => plan.shift < shift)
    .toSorted((a, b) => b.shift - a.shift || a.span.start - b.span.start)[0]?.span
  const pattern = last ?? above ?? { start: EIGHT_O_CLOCK, end: EIGHT_O_CLOCK + USUAL_UNITS }
  const length = pattern.end - pattern.start
  const earliest = now === null ? 0 : Math.ceil(now / HALF_HOUR) * HALF_HOUR
  const wanted = Math.max(earliest, last === undefined ? Math.max(0, pattern.start) : last.end)
  const starts = [wanted, earliest, ...inRow.map(({ end }) => end).filter((end) => end >= earliest)]
  const found = starts.map((start) => upTo(start, length, inRow)).find((span) => free(span, inRow))
  // A row that is full to midnight: the form shows which times are taken.
  return found ?? { start: Math.min(wanted, DAY_UNITS - SHORTEST_UNITS), end: DAY_UNITS }
}

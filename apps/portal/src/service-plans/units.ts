import { addDays, dateIn, daysBetween, minutesIn, momentAt } from '@ambit/domain'

/** A day has 2880 units of half a minute; at 2 px a minute one unit is one pixel. */
export const DAY_UNITS = 2880
export const UNITS_PER_MINUTE = 2
/** arrow keys and forms: 5 minutes */
export const STEP_UNITS = 10
/** dragging: 10 minutes */
export const SNAP_UNITS = 20
/** a drag makes a schedule only when it is wider */
export const DRAWN_UNITS = 30
/** 15 minutes */
export const SHORTEST_UNITS = 30
/** a day's lines */
export const HALF_HOURS = 48
/** a block that is let go over a neighbour by half an hour at most is set beside it */
export const MAGNET_UNITS = 60
/** what is narrower than this cannot be right */
export const ERROR_UNITS = 15

export type Span = { readonly start: number; readonly end: number }

/** Where a moment lies on a date's timeline, by the wall clock of the zone; below 0 or above 2880 on other days. */
export const unitsOf = (timeZone: string, date: string, time: string): number => {
  const moment = new Date(time)
  return (
    daysBetween(date, dateIn(timeZone, moment)) * DAY_UNITS + Math.round(minutesIn(timeZone, moment) * UNITS_PER_MINUTE)
  )
}

export const timeAt = (timeZone: string, date: string, units: number): string =>
  momentAt(timeZone, date, units / UNITS_PER_MINUTE).toISOString()

/** The start of the day and the start of the next one. */
export const dayWindow = (timeZone: string, date: string): { from: string; to: string } => ({
  from: timeAt(timeZone, date, 0),
  to: timeAt(timeZone, addDays(date, 1), 0),
})

export const snap = (units: number): number => Math.round(units / SNAP_UNITS) * SNAP_UNITS

export const overlap = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value))

/** The free space around a point; null where it is taken. */
const gapAround = (at: number, others: readonly Span[]): Span | null => {
  if (others.some(({ start, end }) => at >= start && at < end)) return null
  return {
    start: Math.max(0, ...others.filter(({ end }) => end <= at).map(({ end }) => end)),
    end: Math.min(DAY_UNITS, ...others.filter(({ start }) => start > at).map(({ start }) => start)),
  }
}

/** What a drag over empty space draws, from where it began to where it is. */
export const drawn = (from: number, to: number, others: readonly Span[]): Span | null => {
  const gap = gapAround(clamp(from, 0, DAY_UNITS - 1), others)
  if (gap === null) return null
  const [a, b] = [clamp(snap(from), gap.start, gap.end), clamp(snap(to), gap.start, gap.end)]
  return { start: Math.min(a, b), end: Math.max(a, b) }
}

/** Every place of a row that has room for so many units, as the starts that it allows. */
const rooms = (width: number, others: readonly Span[]): Span[] => {
  const sorted = others.toSorted((a, b) => a.start - b.start)
  const edges = [...sorted.map(({ start }) => start), DAY_UNITS]
  let low = 0
  return edges.flatMap((high, at) => {
    const room = { start: low, end: high - width }
    low = Math.max(low, sorted[at]?.end ?? 0)
    return room.end >= room.start ? [room] : []
  })
}

/** The block as near to where it is wanted as its row allows, as wide as it is; null where the row has no room. */
export const moved = ({ start, end }: Span, wanted: number, others: readonly Span[]): Span | null => {
  const width = end - start
  const starts = rooms(width, others).map((room) => clamp(wanted, room.start, room.end))
  const [nearest] = starts.toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted))
  return nearest === undefined ? null : { start: nearest, end: nearest + width }
}

/** Where a block may be let go: where it is wanted, or beside a neighbour it barely covers; null where it is taken. */
export const setDown = (block: Span, wanted: number, others: readonly Span[]): Span | null => {
  const near = moved(block, wanted, others)
  const aimed = clamp(wanted, 0, Math.max(0, DAY_UNITS - (block.end - block.start)))
  return near !== null && Math.abs(near.start - aimed) <= MAGNET_UNITS ? near : null
}

/** A block where it is wanted, even on top of others, within the day. */
export const shifted = ({ start, end }: Span, wanted: number): Span => {
  const low = clamp(wanted, 0, Math.max(0, DAY_UNITS - (end - start)))
  return { start: low, end: low + end - start }
}

/** A block with its left edge elsewhere: not over its neighbour, not before the day, at least a step wide. */
export const startedAt = ({ start, end }: Span, wanted: number, others: readonly Span[]): Span => {
  const low = Math.max(0, ...others.filter((other) => other.end <= start).map((other) => other.end))
  return { start: clamp(wanted, low, end - STEP_UNITS), end }
}

/** A block with its right edge elsewhere. */
export const endedAt = ({ start, end }: Span, wanted: number, others: readonly Span[]): Span => {
  const high = Math.min(DAY_UNITS, ...others.filter((other) => other.start >= end).map((other) => other.start))
  return { start, end: clamp(wanted, start + STEP_UNITS, high) }
}

const SIX_O_CLOCK = 6 * 120
/** what is in sight before the first schedule, and before the present time: half an hour and an hour */
const BEFORE_FIRST = 60
const BEFORE_NOW = 120

/** Where a day is opened: at its first schedule, but at the present time where that would be out of sight. */
export const beginAt = (spans: readonly Span[], now: number | null, width: number): number => {
  // What began the day before is over soon, and would open every day at midnight.
  const starts = spans.map(({ start }) => start).filter((start) => start >= 0)
  const first = starts.length === 0 ? null : Math.min(...starts)
  if (first === null) return Math.max(0, now === null ? SIX_O_CLOCK : now - BEFORE_NOW)
  const from = Math.max(0, first - BEFORE_FIRST)
  const seen = now === null || (now >= from && now + BEFORE_NOW <= from + width)
  return seen ? from : Math.max(0, now - BEFORE_NOW)
}

/** Units as a share of the day's width. */
export const share = (units: number): string => `${(units / DAY_UNITS) * 100}%`

const hour = (value: number): string => `${value % 12 === 0 ? 12 : value % 12}${value % 24 < 12 ? 'am' : 'pm'}`

/** `1am - 2am` */
export const hourLabel = (at: number): string => `${hour(at)} - ${hour(at + 1)}`
export const shortHour = hour

import type { TravelFactor } from '@ambit/contract'
import { travelTimeStrings as words } from './strings.ts'

export const DAYS = 7
export const HOURS = 24

/** A place in the week's table: day 0 is Monday. */
export type Cell = { day: number; hour: number }
/** From the cell where it began to the one where it is now. */
export type Selection = { anchor: Cell; focus: Cell }

export const hourOfWeek = ({ day, hour }: Cell): number => day * HOURS + hour
export const cellOf = (hour: number): Cell => ({ day: Math.floor(hour / HOURS), hour: hour % HOURS })

const spanOf = ({ anchor, focus }: Selection) => ({
  days: [Math.min(anchor.day, focus.day), Math.max(anchor.day, focus.day)] as const,
  hours: [Math.min(anchor.hour, focus.hour), Math.max(anchor.hour, focus.hour)] as const,
})

/** The hours of the week that the rectangle holds. */
export const hoursIn = (selection: Selection): number[] => {
  const { days, hours } = spanOf(selection)
  return Array.from({ length: DAYS * HOURS }, (_, hour) => hour).filter((of) => {
    const { day, hour } = cellOf(of)
    return day >= days[0] && day <= days[1] && hour >= hours[0] && hour <= hours[1]
  })
}

export const selectionText = (selection: Selection): string => {
  const { days, hours } = spanOf(selection)
  return words.range(days[0], days[1], hours[0], hours[1])
}

/** The cell that an arrow key moves to; null for other keys. */
export const moved = ({ day, hour }: Cell, key: string): Cell | null => {
  switch (key) {
    case 'ArrowLeft':
      return { day: Math.max(0, day - 1), hour }
    case 'ArrowRight':
      return { day: Math.min(DAYS - 1, day + 1), hour }
    case 'ArrowUp':
      return { day, hour: Math.max(0, hour - 1) }
    case 'ArrowDown':
      return { day, hour: Math.min(HOURS - 1, hour + 1) }
    case 'Home':
      return { day: 0, hour }
    case 'End':
      return { day: DAYS - 1, hour }
    case 'PageUp':
      return { day, hour: 0 }
    case 'PageDown':
      return { day, hour: HOURS - 1 }
    default:
      return null
  }
}

/** What an hour is to become, null for what is learnt; and what was set for it by hand when that was decided. */
export type Change = { to: number | null; seen: number | null }
export type Changes = ReadonlyMap<number, Change>

/** What was set for an hour by hand, else null. */
export const setOf = ({ source, factor }: TravelFactor): number | null => (source === 'set' ? factor : null)

/** The hours with a new factor, or none; what comes to what it was is no change. */
export const changed = (
  factors: readonly TravelFactor[],
  changes: Changes,
  hours: readonly number[],
  to: number | null,
): Changes => {
  const next = new Map(changes)
  for (const hour of hours) {
    const one = factors[hour]
    if (one === undefined) continue
    if (to === setOf(one)) next.delete(hour)
    else next.set(hour, { seen: setOf(one), ...next.get(hour), to })
  }
  return next
}

/** Hours that another user has set otherwise since. */
export const conflicts = (factors: readonly TravelFactor[], changes: Changes): TravelFactor[] =>
  factors.filter((one) => {
    const change = changes.get(one.hour_of_week)
    return change !== undefined && change.seen !== setOf(one)
  })

/** Mine over theirs, which I have seen now. */
export const keptMine = (factors: readonly TravelFactor[], changes: Changes): Changes =>
  new Map(
    [...changes].flatMap(([hour, { to }]) => {
      const one = factors[hour]
      const seen = one === undefined ? null : setOf(one)
      return to === seen ? [] : [[hour, { to, seen }]]
    }),
  )

/** Theirs where we disagree. */
export const takenTheirs = (factors: readonly TravelFactor[], changes: Changes): Changes => {
  const theirs = new Set(conflicts(factors, changes).map(({ hour_of_week }) => hour_of_week))
  return new Map([...changes].filter(([hour]) => !theirs.has(hour)))
}

export type ShownHour = {
  hour_of_week: number
  factor: number
  source: TravelFactor['source']
  learnt: number | null
  observations: number
  unsaved: boolean
}

/** The week as it is once the changes are saved. */
export const shownWeek = (factors: readonly TravelFactor[], changes: Changes): ShownHour[] =>
  factors.map((one) => {
    const change = changes.get(one.hour_of_week)
    if (change === undefined) return { ...one, unsaved: false }
    const { hour_of_week, learnt } = one
    return {
      hour_of_week,
      learnt,
      factor: change.to ?? learnt ?? 1,
      source: change.to !== null ? 'set' : learnt === null ? 'free_flow' : 'learnt',
      observations: 0,
      unsaved: true,
    }
  })

/** The factor that all of these hours have in common. */
export const commonFactor = (week: readonly ShownHour[], hours: readonly number[]): number | null => {
  const [first, ...rest] = hours.map((hour) => week[hour]?.factor)
  return first !== undefined && rest.every((factor) => factor === first) ? first : null
}

/** An hour in words, for users who do not see its colour. */
export const hourText = ({ hour_of_week, factor, source, learnt, observations, unsaved }: ShownHour): string => {
  const { day, hour } = cellOf(hour_of_week)
  const from = source === 'learnt' && observations > 0 ? words.learntFrom(observations) : words.sources[source]
  return [
    `${words.cell(day, hour)}: ${words.factor(factor)}`,
    from,
    ...(source === 'set' && learnt !== null ? [words.instead(learnt)] : []),
    ...(unsaved ? [words.unsaved] : []),
  ].join(', ')
}

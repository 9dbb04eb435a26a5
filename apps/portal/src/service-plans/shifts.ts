import { overlap, type Span } from './units.ts'

export const DEFAULT_SHIFT = 1
/** of a schedule that says no row */
export const NO_SHIFT = 122

export const shiftOf = ({ shift }: { shift: string | null }): number =>
  shift !== null && /^[1-9]\d{0,5}$/.test(shift) ? Number(shift) : NO_SHIFT

/**
 * How a row is numbered on screen. Rows of schedules that say none continue the numbers of those that do: 122 is the
 * specification's value for them, and no row that staff would count.
 */
export const shiftLabels = (rows: readonly number[]): ReadonlyMap<number, number> => {
  const last = rows.findLast((shift) => shift < NO_SHIFT) ?? 0
  const unnumbered = rows.filter((shift) => shift >= NO_SHIFT)
  return new Map([
    ...rows.filter((shift) => shift < NO_SHIFT).map((shift) => [shift, shift] as const),
    ...unnumbered.map((shift, at) => [shift, last + 1 + at] as const),
  ])
}

export type Placed<P> = { plan: P; span: Span; shift: number }

/**
 * Which row each schedule is drawn in: its own, or the next one down where another one has its place. The rows that are
 * filled, and an empty one after the last.
 */
export const layOutShifts = <P extends { shift: string | null }>(
  plans: readonly { plan: P; span: Span }[],
): { placed: Placed<P>[]; rows: number[] } => {
  const taken = new Map<number, Span[]>()
  const placed = plans
    .toSorted((a, b) => shiftOf(a.plan) - shiftOf(b.plan) || a.span.start - b.span.start)
    .map(({ plan, span }) => {
      let shift = shiftOf(plan)
      while (taken.get(shift)?.some((other) => overlap(other, span)) === true) shift++
      taken.set(shift, [...(taken.get(shift) ?? []), span])
      return { plan, span, shift }
    })
  const filled = [...taken.keys()].toSorted((a, b) => a - b)
  return { placed, rows: [...filled, (filled.at(-1) ?? DEFAULT_SHIFT - 1) + 1] }
}

import { ERROR_UNITS, type Span, unitsOf } from './units.ts'

export const WARNING_MINUTES = 150
export const URGENT_MINUTES = 120

export type Look = 'past' | 'error' | 'urgent' | 'soon' | 'planned'

type Facts = { start_time: string; end_time: string; vehicle_id: number | null }

/** How a block is drawn: what is wrong with it comes before what is only over. */
export const lookOf = (plan: Facts, span: Span, now: Date): Look => {
  if (span.end - span.start < ERROR_UNITS) return 'error'
  if (Date.parse(plan.end_time) <= now.getTime()) return 'past'
  if (plan.vehicle_id !== null) return 'planned'
  const minutes = (Date.parse(plan.start_time) - now.getTime()) / 60_000
  return minutes <= URGENT_MINUTES ? 'urgent' : minutes <= WARNING_MINUTES ? 'soon' : 'planned'
}

type Rights = { move: boolean; start: boolean; end: boolean; remove: boolean }

/** What of a block may still be changed: nothing of the past, and of one that has begun only its end. */
export const mayChange = (plan: Facts, saved: boolean, now: Date): Rights => {
  const begun = Date.parse(plan.start_time) <= now.getTime()
  const over = Date.parse(plan.end_time) <= now.getTime()
  if (!saved) return { move: true, start: true, end: true, remove: true }
  return { move: !begun, start: !begun, end: !over, remove: !over }
}

/** Position of the current time on a date's timeline; null on other days. */
export const nowAt = (timeZone: string, date: string, now: Date): number | null => {
  const at = unitsOf(timeZone, date, now.toISOString())
  return at < 0 || at >= 2880 ? null : at
}

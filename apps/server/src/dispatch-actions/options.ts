import { counted } from '@ambit/domain'
import type { EffectOption, EffectTotals, Reason } from '@ambit/contract'
import { noTotals } from '../planning/effects/totals.ts'
import type { Outcome } from './carry-out.ts'

/** Two options that put everybody on the same vehicles within so many seconds are one. */
const NEAR_S = 120
/** The one that was asked for, and so many others. */
export const MOST_OPTIONS = 4

/** Fewest not served, least lateness, fewest moved, least time of vehicles and passengers. */
export const byObjective = (one: Outcome, other: Outcome): number => {
  const [a, b] = [one.effect.totals, other.effect.totals]
  return (
    a.not_served - b.not_served ||
    lateness(one) - lateness(other) ||
    a.moved - b.moved ||
    a.vehicle_s + a.passenger_s - b.vehicle_s - b.passenger_s
  )
}

const lateness = ({ effect }: Outcome): number =>
  effect.all.reduce((sum, { late_s, late_before_s }) => sum + Math.max(0, late_s - late_before_s), 0)

/** Whether two options are the same to everybody. */
export const isNearCopy = (one: Outcome, other: Outcome): boolean => {
  const rides = new Map(one.effect.all.map((booking) => [booking.service_request_id, booking]))
  const shared = other.effect.all.filter(({ service_request_id }) => rides.has(service_request_id))
  const same = (here: Outcome, there: ReadonlySet<number>) =>
    here.effect.all.every(
      ({ service_request_id: id, outcome, later_s }) =>
        there.has(id) || (outcome === 'unchanged' && Math.abs(later_s) < NEAR_S),
    )
  const ids = new Set(shared.map(({ service_request_id }) => service_request_id))
  return (
    same(one, ids) &&
    same(other, ids) &&
    shared.every((booking) => {
      const was = rides.get(booking.service_request_id)
      if (was === undefined || (was.outcome === 'not_served') !== (booking.outcome === 'not_served')) return false
      if (was.after?.trip_id !== booking.after?.trip_id) return false
      return (
        was.after === null ||
        booking.after === null ||
        Math.abs(Date.parse(was.after.dropoff_at) - Date.parse(booking.after.dropoff_at)) < NEAR_S * 1000
      )
    })
  )
}

const minutes = (seconds: number): number => Math.max(1, Math.round(Math.abs(seconds) / 60))

/** Why an option stands where it does, beside the first one. */
export const whyOf = ({ effect }: Outcome, first: Outcome | null): string => {
  const { totals } = effect
  const served =
    totals.not_served === 0 ? 'Serves everybody' : `${counted(totals.not_served, 'person is', 'people are')} not served`
  const late =
    totals.broken === 0
      ? 'every promise is kept'
      : `${counted(totals.broken, 'promise is', 'promises are')} broken, by ${minutes(totals.worst_late_s)} min at most`
  if (first === null) return `${served}; ${late}`
  const compared = comparedWith(totals, first.effect.totals, later(effect.all, first.effect.all))
  return `${served}; ${compared ?? late}`
}

type All = Outcome['effect']['all']

/** How many come later than by the other option, and by how much at most. Seconds */
const later = (own: All, other: All): { people: number; most_s: number } => {
  const rides = new Map(other.map(({ service_request_id, after }) => [service_request_id, after]))
  const by = own.flatMap(({ service_request_id, after }) => {
    const there = rides.get(service_request_id)
    const more =
      after == null || there == null ? 0 : (Date.parse(after.dropoff_at) - Date.parse(there.dropoff_at)) / 1000
    return more >= 60 ? [more] : []
  })
  return { people: by.length, most_s: Math.max(0, ...by) }
}

const comparedWith = (
  own: EffectTotals,
  other: EffectTotals,
  { people, most_s }: ReturnType<typeof later>,
): string | null => {
  if (people > 0) return `${minutes(most_s)} min later for ${counted(people, 'person', 'people')} than option 1`
  if (own.broken < other.broken) return `${other.broken - own.broken} fewer promises broken than option 1`
  if (own.moved !== other.moved)
    return `${Math.abs(own.moved - other.moved)} ${own.moved > other.moved ? 'more' : 'fewer'} moved than option 1`
  const [mine, theirs] = [own.vehicle_s, other.vehicle_s]
  if (Math.abs(mine - theirs) >= 60)
    return `${minutes(mine - theirs)} min ${mine > theirs ? 'more' : 'less'} driving than option 1`
  return null
}

/** What a second confirmation says; null where everybody is served in time. */
export const confirmationOf = ({ not_served, broken }: EffectTotals): EffectOption['needs_confirmation'] => {
  if (not_served + broken === 0) return null
  const parts = [...(not_served > 0 ? [`${not_served} not served`] : []), ...(broken > 0 ? [`${broken} late`] : [])]
  return { not_served, late: broken, text: `Accept: ${parts.join(', ')}` }
}

/** What happens otherwise: the bookings that the action would touch stay where they are, as late as they are by now. */
const asItIs = (outcome: Outcome | null): string => {
  const all = outcome?.effect.all.filter(({ before }) => before !== null) ?? []
  if (all.length === 0) return 'The plan stays as it is, and goes on as planned'
  const late = all.filter(({ late_before_s }) => late_before_s >= 60)
  const worst = Math.max(0, ...late.map(({ late_before_s }) => late_before_s))
  const kept = all.length === 1 ? '1 booking stays with its vehicle' : `${all.length} bookings stay with their vehicles`
  const told = late.length === 0 ? 'in time' : `${late.length} of them late, by ${minutes(worst)} min at most`
  return `The plan stays as it is: ${kept}, ${told}`
}

/** What would happen then. `asked`: what would be touched otherwise; null where that cannot be done. */
export const changeNothing = (asked: Outcome | null): EffectOption => ({
  key: 'nothing',
  title: 'Change nothing',
  why: asItIs(asked),
  effect: {
    totals: noTotals,
    bookings: [],
    messages: [],
    to_call: [],
    drivers: [],
    trips: [],
    could_serve: [],
    fares: [],
    irreversible: [],
    notes: [],
  },
  violations: [],
  needs_confirmation: null,
  needs_approval: false,
  acceptable: false,
  found: null,
  token: '',
})

/** The limit that bound most vehicles, where no other way exists. */
export const noOtherWay = (reasons: readonly Reason[]): Reason => {
  const [most] = reasons.toSorted((a, b) => (b.vehicles ?? 0) - (a.vehicles ?? 0))
  return {
    code: most?.code ?? 'no_other_way',
    text: most === undefined ? 'No other way was found' : `No other way was found: ${most.text}`,
    ...(most?.vehicles === undefined ? {} : { vehicles: most.vehicles }),
    ...(most?.figures === undefined ? {} : { figures: most.figures }),
  }
}

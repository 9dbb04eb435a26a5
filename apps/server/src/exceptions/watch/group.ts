import type { ExceptionKind } from '@ambit/contract'
import { worst } from '@ambit/domain'
import { type Condition, conditionOf, keyOf } from '../conditions.ts'
import type { TripNow } from './snapshot.ts'

/** Late promises of a trip follow from the first of these that holds for it. */
const causes: readonly ExceptionKind[] = [
  'not_signed_on',
  'pull_out_late',
  'no_signal',
  'stop_overlong',
  'unexpected_stop',
  'off_route',
]
const OUTAGE = { least: 3, share: 0.5, within: 2 * 60_000 }
const LATE = { least: 5, share: 0.4 }

/** What follows from what, and what many of a zone have in common. A cause is as urgent as what follows from it. */
export const group = (conditions: readonly Condition[], trips: readonly TripNow[]): Condition[] => {
  const live = Map.groupBy(
    trips.filter(({ state }) => state !== 'staged'),
    ({ zone_id }) => zone_id,
  )
  const masses = [...live].flatMap(([zoneId, running]) => massesOf(zoneId, running.length, conditions))
  const massOf = new Map(masses.flatMap(({ mass, members }) => members.map((one) => [keyOf(one), keyOf(mass)])))
  const ofTrips = Map.groupBy(
    conditions.filter(({ kind }) => causes.includes(kind)),
    ({ trip_id }) => trip_id,
  )
  const related = conditions.map((one) => {
    const cause =
      one.kind === 'promise_at_risk'
        ? ofTrips.get(one.trip_id)?.toSorted((a, b) => causes.indexOf(a.kind) - causes.indexOf(b.kind))[0]
        : undefined
    const parent = one.parent ?? (cause === undefined ? (massOf.get(keyOf(one)) ?? null) : keyOf(cause))
    return { ...one, parent }
  })
  return withChildren([...masses.map(({ mass }) => mass), ...related])
}

type Mass = { mass: Condition; members: Condition[] }

const massesOf = (zoneId: number, running: number, conditions: readonly Condition[]): Mass[] => {
  const of = (kind: ExceptionKind): Condition[] =>
    conditions.filter((one) => one.kind === kind && one.zone_id === zoneId)
  const silent = atOnce(of('no_signal'))
  const late = of('promise_at_risk')
  const found: Mass[] = []
  const subject = `zone:${zoneId}`
  if (silent.length >= OUTAGE.least && silent.length >= running * OUTAGE.share) {
    const facts = { vehicles: silent.length }
    const mass = conditionOf({ kind: 'signal_outage', subject, severity: 'watch', zone_id: zoneId, facts })
    found.push({ mass, members: silent })
  }
  if (late.length >= LATE.least && late.length >= running * LATE.share) {
    const facts = { trips: late.length }
    const mass = conditionOf({ kind: 'zone_late', subject, severity: 'watch', zone_id: zoneId, facts })
    found.push({ mass, members: late })
  }
  return found
}

/** The most that lost their signal within two minutes. */
const atOnce = (silent: readonly Condition[]): Condition[] => {
  const heard = ({ facts }: Condition): number => Date.parse(facts.at ?? '')
  const windows = silent.map((first) =>
    silent.filter((one) => heard(one) >= heard(first) && heard(one) <= heard(first) + OUTAGE.within),
  )
  return windows.reduce((most, one) => (one.length > most.length ? one : most), [])
}

/** Causes take the highest severity and the earliest harm of what follows, the deepest first. */
const withChildren = (conditions: readonly Condition[]): Condition[] => {
  const children = Map.groupBy(conditions, ({ parent }) => parent)
  const settled = new Map<string, Condition>()
  const settle = (one: Condition): Condition => {
    const key = keyOf(one)
    const known = settled.get(key)
    if (known !== undefined) return known
    const below = (children.get(key) ?? []).map(settle)
    const harms = [one, ...below].flatMap(({ harm_at }) => (harm_at === null ? [] : [harm_at.getTime()]))
    const whole = {
      ...one,
      severity: worst([one, ...below].map(({ severity }) => severity)),
      harm_at: harms.length === 0 ? null : new Date(Math.min(...harms)),
      people: below.reduce((sum, { people }) => sum + people, one.people),
      wheelchairs: below.reduce((sum, { wheelchairs }) => sum + wheelchairs, one.wheelchairs),
    }
    settled.set(key, whole)
    return whole
  }
  return conditions.map(settle)
}

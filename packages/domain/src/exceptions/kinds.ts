import {
  type ExceptionKind,
  type ExceptionSeverity,
  exceptionSeverities,
  type IncidentKind,
  type ServiceException,
} from '@ambit/contract'

/** How urgent what devices tell of is at once; an incident is as urgent as what was reported. */
export const severityOf = {
  emergency: 'urgent',
  plan_unconfirmed: 'soon',
  driver_action: 'soon',
  approval: 'soon',
  passenger_call: 'watch',
  series_review: 'watch',
  no_signal: 'soon',
} as const satisfies Partial<Record<ExceptionKind, ExceptionSeverity>>

export const incidentSeverity: Readonly<Record<IncidentKind, ExceptionSeverity>> = {
  breakdown: 'urgent',
  accident: 'urgent',
  passenger_unwell: 'urgent',
  passenger_behaviour: 'soon',
  road_blocked: 'soon',
  other: 'watch',
}

const CONTESTED_SOON_MS = 15 * 60_000

/** A miss that is contested at once can still be looked into on the road. In milliseconds since 1970. */
export const contestedSeverity = (happened: number, now: number): ExceptionSeverity =>
  now - happened <= CONTESTED_SOON_MS ? 'soon' : 'watch'

const HOUR_MS = 3_600_000

/** The nearer a ride that could not be booked, the less can be done for it. In milliseconds since 1970; null: none is ahead. */
export const seriesSeverity = (wished: number | null, now: number): ExceptionSeverity => {
  const hours = wished === null ? Infinity : (wished - now) / HOUR_MS
  return hours <= 12 ? 'urgent' : hours <= 48 ? 'soon' : 'watch'
}

/** A no-show that is declared further from its stop, in metres, is doubtful. */
export const DOUBTFUL_FROM_M = 200

/** Whether one severity is more urgent than the other. */
export const isWorse = (one: ExceptionSeverity, other: ExceptionSeverity): boolean =>
  exceptionSeverities.indexOf(one) < exceptionSeverities.indexOf(other)

export const worst = (severities: readonly ExceptionSeverity[]): ExceptionSeverity =>
  exceptionSeverities.find((one) => severities.includes(one)) ?? 'watch'

/** One more urgent, as a promise of an arrival is. */
export const oneHigher = (severity: ExceptionSeverity): ExceptionSeverity => (severity === 'watch' ? 'soon' : 'urgent')

type Ordered = Pick<ServiceException, 'id' | 'kind' | 'severity' | 'harm_at' | 'people' | 'wheelchairs' | 'opened_at'>

/** An emergency does harm already; what does none comes last. */
const harmOf = ({ kind, harm_at }: Ordered): number =>
  kind === 'emergency' ? -1 : harm_at === null ? Number.MAX_SAFE_INTEGER : Date.parse(harm_at)

/** By severity, then by when harm is done, by how many people and wheelchair users it concerns, the oldest, and the id. */
export const byUrgency = (one: Ordered, other: Ordered): number =>
  exceptionSeverities.indexOf(one.severity) - exceptionSeverities.indexOf(other.severity) ||
  harmOf(one) - harmOf(other) ||
  other.people - one.people ||
  other.wheelchairs - one.wheelchairs ||
  Date.parse(one.opened_at) - Date.parse(other.opened_at) ||
  one.id - other.id

import {
  type ExceptionKind,
  type ExceptionSeverity,
  exceptionSeverities,
  type IncidentKind,
  type ServiceException,
} from '@ambit/contract'

/** How urgent each kind is at once; an incident is as urgent as what was reported. */
export const severityOf: Readonly<Record<Exclude<ExceptionKind, 'incident' | 'no_show_contested'>, ExceptionSeverity>> =
  {
    emergency: 'urgent',
    plan_unconfirmed: 'soon',
    driver_action: 'soon',
    approval: 'soon',
    no_signal: 'soon',
  }

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

type Ordered = Pick<ServiceException, 'id' | 'kind' | 'severity' | 'opened_at'>

const rank = ({ kind, severity }: Ordered): number =>
  exceptionSeverities.indexOf(severity) * 2 + (kind === 'emergency' ? 0 : 1)

/** The most urgent first, emergencies before all others, then the oldest. */
export const byUrgency = (one: Ordered, other: Ordered): number =>
  rank(one) - rank(other) || Date.parse(one.opened_at) - Date.parse(other.opened_at) || one.id - other.id

import {
  type ExceptionKind,
  type ExceptionSeverity,
  exceptionSeverities,
  type IncidentKind,
  type ServiceException,
} from '@ambit/contract'

/** How urgent each kind is at once; an incident is as urgent as what was reported. */
export const severityOf: Readonly<Record<Exclude<ExceptionKind, 'incident'>, ExceptionSeverity>> = {
  emergency: 'urgent',
  plan_unconfirmed: 'soon',
  driver_action: 'soon',
  approval: 'soon',
}

export const incidentSeverity: Readonly<Record<IncidentKind, ExceptionSeverity>> = {
  breakdown: 'urgent',
  accident: 'urgent',
  passenger_unwell: 'urgent',
  passenger_behaviour: 'soon',
  road_blocked: 'soon',
  other: 'watch',
}

type Ordered = Pick<ServiceException, 'id' | 'kind' | 'severity' | 'opened_at'>

const rank = ({ kind, severity }: Ordered): number =>
  exceptionSeverities.indexOf(severity) * 2 + (kind === 'emergency' ? 0 : 1)

/** The most urgent first, emergencies before all others, then the oldest. */
export const byUrgency = (one: Ordered, other: Ordered): number =>
  rank(one) - rank(other) || Date.parse(one.opened_at) - Date.parse(other.opened_at) || one.id - other.id

import type { ExceptionKind, ExceptionSeverity, IncidentKind } from '@ambit/contract'

const kinds: Readonly<Record<ExceptionKind, string>> = {
  emergency: 'Emergency',
  incident: 'Incident',
  plan_unconfirmed: 'Not confirmed by driver',
  driver_action: 'Driver’s actions',
  approval: 'Approval asked for',
  no_signal: 'No signal',
  no_show_contested: 'Contested no-show',
}
const severities: Readonly<Record<ExceptionSeverity, string>> = { urgent: 'Urgent', soon: 'Soon', watch: 'Watch' }
const incidents: Readonly<Record<IncidentKind, string>> = {
  breakdown: 'breakdown',
  accident: 'accident',
  passenger_unwell: 'passenger unwell',
  passenger_behaviour: 'passenger behaviour',
  road_blocked: 'road blocked',
  other: 'other',
}

export const attentionStrings = {
  tab: 'Needs Attention',
  list: 'What needs attention',
  nothing: 'Nothing needs you now.',
  kinds,
  severities,
  help: (vehicle: string, driver: string, aboard: string) => `${vehicle}: ${driver} calls for help, ${aboard} on board`,
  people: (count: number) => (count === 1 ? '1 person' : `${count} people`),
  incident: (vehicle: string, kind: IncidentKind, driver: string) =>
    `${vehicle}: ${incidents[kind]}, reported by ${driver}`,
  unconfirmed: (vehicle: string, driver: string) => `${vehicle}: ${driver} has not confirmed the changed plan`,
  actions: (vehicle: string, count: number) =>
    `${vehicle}: ${count === 1 ? '1 action of the driver needs' : `${count} actions of the driver need`} a dispatcher`,
  approval: (vehicle: string, asker: string, minutes: number) =>
    `${vehicle}: ${asker} asks to break a promise by ${minutes} min`,
  noShow: (vehicle: string, booking: number) =>
    `${vehicle}: booking ${booking} did not come. May the driver declare it?`,
  noPermission: (vehicle: string) => `${vehicle}: No location permission`,
  noSignal: (vehicle: string) => `${vehicle}: no position`,
  approve: 'Approve',
  approved: 'Approved',
  contested: (booking: number, miss: 'late_cancellation' | 'no_show') =>
    `Booking ${booking}: the passenger says that the ${miss === 'no_show' ? 'no-show' : 'late cancellation'} is not right`,
  openBooking: 'Open booking',
  counts: 'It counts',
  countsNot: 'It does not count',
  noVehicle: 'No vehicle',
  somebody: 'Somebody',
  driver: 'the driver',
  since: (minutes: number) => (minutes < 1 ? 'just now' : `for ${minutes} min`),
  opened: (time: string) => `Since ${time}`,
  taken: (name: string) => `Taken by ${name}`,
  locate: (sentence: string) => `Show on the map: ${sentence}`,
  callDriver: (phone: string) => `Call ${phone}`,
  lost: 'Take vehicle out of service',
  openTrip: 'Open trip',
  settle: 'Settle them in the trip',
  take: 'Take',
  takeFailed: 'This could not be taken',
  resolve: 'Resolve',
  resolveFailed: 'This could not be resolved',
  note: 'What was done',
  keepOpen: 'Cancel',
  alert: 'Emergencies',
  show: 'Show on the map',
  dismiss: 'Dismiss',
} as const

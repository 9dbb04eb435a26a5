import type { ExceptionKind } from '@ambit/contract'

export type FixName =
  | 'move'
  | 'replan'
  | 'replan_zone'
  | 'tell'
  | 'call_driver'
  | 'write_driver'
  | 'pause'
  | 'out_of_service'
  | 'allocate'
  | 'change_crew'
  | 'settle'
  | 'approve'
  | 'find_trip'
  | 'activate_return'
  | 'call_passenger'
  | 'open_booking'
  | 'open_passenger'
  | 'open_replies'
  | 'open_series'
  | 'open_below'
  | 'open_status'
  | 'open_trip'

/** What can be done about each kind, the best first. Some need a vehicle, a passenger or a permission that is not there. */
export const fixesOf: Readonly<Record<ExceptionKind, readonly [FixName, ...FixName[]]>> = {
  emergency: ['call_driver', 'out_of_service', 'open_trip'],
  incident: ['out_of_service', 'call_driver', 'write_driver', 'open_trip'],
  plan_unconfirmed: ['call_driver', 'write_driver', 'open_trip'],
  driver_action: ['settle', 'call_driver'],
  approval: ['approve', 'call_driver', 'open_booking', 'open_trip'],
  no_show_contested: ['open_booking'],
  passenger_call: ['call_passenger', 'find_trip', 'open_series', 'open_booking'],
  series_failed: ['open_series', 'call_passenger'],
  series_review: ['open_series', 'call_passenger'],
  disruption: ['move', 'replan_zone', 'tell', 'open_booking'],
  by_hand: ['open_trip', 'open_booking', 'open_passenger', 'call_passenger', 'call_driver'],
  not_signed_on: ['call_driver', 'change_crew', 'out_of_service', 'open_trip'],
  pull_out_late: ['call_driver', 'write_driver', 'out_of_service', 'open_trip'],
  no_signal: ['call_driver', 'pause', 'out_of_service', 'open_trip'],
  promise_at_risk: ['move', 'replan', 'tell', 'open_booking', 'call_driver', 'open_trip'],
  schedule_unallocated: ['allocate'],
  driver_unallocated: ['allocate'],
  open_return_waiting: ['call_passenger', 'activate_return'],
  booking_waiting: ['move', 'find_trip', 'call_passenger', 'tell', 'open_booking'],
  stop_overlong: ['call_driver', 'write_driver', 'replan', 'open_trip'],
  unexpected_stop: ['call_driver', 'write_driver', 'pause', 'out_of_service', 'open_trip'],
  out_of_zone: ['call_driver', 'write_driver', 'open_trip'],
  off_route: ['call_driver', 'write_driver', 'replan', 'open_trip'],
  message_unanswered: ['write_driver', 'call_driver', 'open_trip'],
  reply_unanswered: ['open_replies', 'call_passenger', 'open_passenger'],
  notification_failed: ['tell', 'open_booking'],
  break_at_risk: ['replan', 'write_driver', 'open_trip'],
  shift_overrun: ['replan', 'change_crew', 'write_driver', 'open_trip'],
  signal_outage: ['open_below'],
  zone_late: ['replan_zone', 'open_below'],
  mass_event: ['open_below'],
  plan_broken: ['open_trip', 'open_booking', 'replan'],
  fault: ['open_status'],
}

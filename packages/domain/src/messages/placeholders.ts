import type { MessageEvent } from '@ambit/contract'

const ride = ['pickup_window', 'pickup_place', 'dropoff_window', 'dropoff_place', 'booking'] as const
const everywhere = ['service', 'region', 'region_phone'] as const

export type Placeholder =
  | (typeof everywhere)[number]
  | (typeof ride)[number]
  | 'pickup_day'
  | 'price'
  | 'other_legs'
  | 'vehicle'
  | 'expected_time'
  | 'wait_until'
  | 'link'
  | 'was_window'
  | 'was_place'
  | 'notice'
  | 'lost_item'
  | 'lost_state'

const of = (...others: Placeholder[]): readonly Placeholder[] => [...everywhere, ...ride, 'pickup_day', ...others]

/** What the text of each event may name, as `{{name}}`. */
export const placeholders: Readonly<Record<MessageEvent, readonly Placeholder[]>> = {
  booking_confirmed: of('price', 'other_legs', 'link'),
  booking_changed: of('price', 'was_window', 'was_place', 'link'),
  reminder: of('price', 'link'),
  vehicle_on_its_way: of('vehicle', 'expected_time', 'link'),
  running_late: of('vehicle', 'expected_time', 'link'),
  arriving: of('vehicle', 'expected_time', 'link'),
  arrived: of('vehicle', 'wait_until', 'link'),
  no_show_recorded: of(),
  cancelled_by_passenger: of(),
  cancelled_by_operator: of(),
  not_served: of(),
  receipt: of('price'),
  feedback_request: of(),
  service_notice: of('notice'),
  lost_item: of('vehicle', 'lost_item', 'lost_state'),
  payment_failed: of('price', 'link'),
}

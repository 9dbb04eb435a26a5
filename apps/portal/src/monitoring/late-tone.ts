import type { LateStatus, Trip } from '@ambit/contract'
import type { Tone } from '../ui/StatusTag.tsx'
import { vehicleStatusOf } from './filters.ts'
import { monitoringStrings } from './strings.ts'

/** `waiting`: neither passengers nor a stop ahead, so that nothing can be late */
export type ShownStatus = LateStatus | 'waiting'

export const shownStatus = (
  trip: Pick<Trip, 'late_status' | 'vehicle_id' | 'next_trip_stop' | 'on_board'>,
): ShownStatus => (vehicleStatusOf(trip) === 'available' ? 'waiting' : trip.late_status)

/** staged = info, on-time = success, slightly-late = warning, very-late = danger. */
export const lateTones = {
  staged: 'info',
  'on-time': 'success',
  'slightly-late': 'warning',
  'very-late': 'danger',
  waiting: 'neutral',
} as const satisfies Record<ShownStatus, Tone>

export const pulses = (status: LateStatus): boolean => status === 'slightly-late' || status === 'very-late'

/** `6 min late`, in words for the staff. */
export const lateText = (status: ShownStatus | 'early', minutes: number): string => {
  const words = monitoringStrings.late
  switch (status) {
    case 'staged':
    case 'on-time':
    case 'waiting':
      return words[status]
    case 'slightly-late':
    case 'very-late':
      return words[status](Math.max(1, minutes))
    case 'early':
      return words.early(Math.abs(minutes))
  }
}

import type { LateStatus, Trip } from '@ambit/contract'
import type { Tone } from '../ui/StatusTag.tsx'
import { vehicleStatusOf } from './filters.ts'
import { monitoringStrings } from './strings.ts'

/** `waiting`: neither passengers nor a stop ahead, so that nothing can be late; `out-of-service`: its vehicle is lost */
export type ShownStatus = LateStatus | 'waiting' | 'out-of-service'

export const shownStatus = (
  trip: Pick<Trip, 'late_status' | 'vehicle_id' | 'next_trip_stop' | 'on_board' | 'taken_out_at'>,
): ShownStatus => {
  if (trip.taken_out_at !== null) return 'out-of-service'
  return vehicleStatusOf(trip) === 'available' ? 'waiting' : trip.late_status
}

/** staged = info, on-time = success, slightly-late = warning, very-late = danger. */
export const lateTones = {
  staged: 'info',
  'on-time': 'success',
  'slightly-late': 'warning',
  'very-late': 'danger',
  waiting: 'neutral',
  'out-of-service': 'danger',
} as const satisfies Record<ShownStatus, Tone>

export const pulses = (status: LateStatus): boolean => status === 'slightly-late' || status === 'very-late'

/** `6 min late`, in words for the staff. */
export const lateText = (status: ShownStatus | 'early', minutes: number): string => {
  const words = monitoringStrings.late
  switch (status) {
    case 'staged':
    case 'on-time':
    case 'waiting':
    case 'out-of-service':
      return words[status]
    case 'slightly-late':
    case 'very-late':
      return words[status](Math.max(1, minutes))
    case 'early':
      return words.early(Math.abs(minutes))
  }
}

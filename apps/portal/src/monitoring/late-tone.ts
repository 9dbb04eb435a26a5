import type { LateStatus } from '@ambit/contract'
import type { Tone } from '../ui/StatusTag.tsx'
import { monitoringStrings } from './strings.ts'

/** staged = info, on-time = success, slightly-late = warning, very-late = danger. */
export const lateTones = {
  staged: 'info',
  'on-time': 'success',
  'slightly-late': 'warning',
  'very-late': 'danger',
} as const satisfies Record<LateStatus, Tone>

export const pulses = (status: LateStatus): boolean => status === 'slightly-late' || status === 'very-late'

/** `6 min late`, in words for the staff. */
export const lateText = (status: LateStatus | 'early', minutes: number): string => {
  const words = monitoringStrings.late
  switch (status) {
    case 'staged':
    case 'on-time':
      return words[status]
    case 'slightly-late':
    case 'very-late':
      return words[status](Math.max(1, minutes))
    case 'early':
      return words.early(Math.abs(minutes))
  }
}

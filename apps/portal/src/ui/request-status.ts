import type { RequestStatus } from '@ambit/contract'
import type { Tone } from './StatusTag.tsx'

export const statusWords = {
  created: 'Created',
  assigned: 'Assigned',
  unassigned: 'Pending',
  secured: 'Secured',
  on_board: 'On board',
  completed: 'Completed',
  no_show: 'No show',
  cancelled: 'Cancelled',
  error: 'Error',
} as const satisfies Record<RequestStatus, string>

export const statusTones = {
  created: 'neutral',
  assigned: 'info',
  unassigned: 'warning',
  secured: 'success',
  on_board: 'live',
  completed: 'neutral',
  no_show: 'warning',
  cancelled: 'neutral',
  error: 'danger',
} as const satisfies Record<RequestStatus, Tone>

import type { RequestStatus } from '@ambit/contract'
import { StatusTag, type Tone } from '../ui/StatusTag.tsx'
import { bookingStrings as words } from './strings.ts'

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

export const BookingStatus = ({ status }: { status: RequestStatus }) => (
  <StatusTag tone={statusTones[status]}>{words.statuses[status]}</StatusTag>
)

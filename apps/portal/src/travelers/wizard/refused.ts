import { ApiError } from '@ambit/contract'
import type { InTheWay } from '../booking-draft.ts'

export const reasonOf = (error: unknown, otherwise: string): string =>
  error instanceof ApiError ? (error.errors[0]?.detail ?? otherwise) : otherwise

/** The other ride of the passenger that an error is about; null: it is about something else. */
export const inTheWayOf = (error: unknown): InTheWay | null => {
  if (!(error instanceof ApiError)) return null
  const id = error.meta?.['service_request_id']
  switch (error.errors[0]?.code) {
    case 'another_ride':
      return { kind: 'same', booking: typeof id === 'number' ? id : null }
    case 'overlapping_ride':
      return { kind: 'overlap', booking: null }
    default:
      return null
  }
}

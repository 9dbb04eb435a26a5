import type { Tone } from '../../ui/StatusTag.tsx'
import type { DraftStatus } from '../booking-draft.ts'

/** The specification's colours: `danger` asks for a look. */
export const alertColour = (status: DraftStatus): Tone | 'loading' => {
  switch (status) {
    case 'pending':
    case 'updating':
      return 'loading'
    case 'booked':
      return 'success'
    case 'offerings available':
    case 'error':
    case 'updated':
    case 'completed':
      return 'danger'
    case 'not started':
    case 'enteredTrip':
      return 'info'
  }
}

import type { DraftStatus } from '../booking-draft.ts'

export const alertStrings = {
  title: 'Open Bookings',
  unreadCount: (count: number) => `Open Bookings, ${count} unread`,
  none: 'No New Notifications',
  loading: 'loading...',
  unread: 'unread',
  changeOf: (name: string, booking: number) => `${name}, booking ${booking}`,
  changed: 'Changed',
  journey: (from: string, to: string) => `${from} → ${to}`,
  statuses: {
    'not started': 'Not started',
    enteredTrip: 'Trip entered',
    'offerings available': 'Choose a trip',
    pending: 'Booking…',
    booked: 'Booked',
    error: 'Not possible',
    updating: 'Changing…',
    updated: 'Updated',
    completed: 'Completed',
  } satisfies Record<DraftStatus, string>,
} as const

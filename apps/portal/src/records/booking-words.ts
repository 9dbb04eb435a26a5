import { counted } from '@ambit/domain'

/** How a booking's times, payment and actions read on every page. */
export const bookingWords = {
  change: 'Change Booking',
  again: 'Book again',
  againNamed: (id: number) => `Book again: booking ${id}`,
  open: (id: number, name: string) => `${id}: open the booking of ${name}`,
  onBoard: 'on board',
  paymentMethods: { cash: 'Cash', card: 'Card', opalcard: 'Opal card', metrocard: 'Metrocard', myki: 'myki' },
  window: (from: string, to: string) => `${from} – ${to}`,
  early: (minutes: number) => `${minutes} min early`,
  late: (minutes: number) => `${minutes} min late`,
  stopNotes: {
    pickup: 'Note for the driver at the pick-up',
    dropoff: 'Note for the driver at the drop-off',
    hint: (left: number) => `Read by the driver at that stop. No health details. ${counted(left, 'character')} left.`,
  },
} as const

export const bookAgainKeyHints = [
  { keys: ['Ctrl', 'Shift', 'D'], does: 'Book the open or marked booking again' },
] as const

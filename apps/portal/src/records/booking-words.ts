/** How a booking's times and actions read on every page. */
export const bookingWords = {
  change: 'Change Booking',
  open: (id: number, name: string) => `${id}: open the booking of ${name}`,
  onBoard: 'on board',
  window: (from: string, to: string) => `${from} – ${to}`,
  early: (minutes: number) => `${minutes} min early`,
  late: (minutes: number) => `${minutes} min late`,
} as const

/** How a booking's times read wherever they are shown. */
export const bookingWords = {
  window: (from: string, to: string) => `${from} – ${to}`,
  early: (minutes: number) => `${minutes} min early`,
  late: (minutes: number) => `${minutes} min late`,
} as const

export const cancelStrings = {
  cancel: 'Cancel Booking',
  question: 'Are you sure you want to cancel this booking?',
  seriesStays: (pattern: string) => `The other rides of the series (${pattern}) stay.`,
  unknown:
    'This booking is one leg of a journey there and back. The other leg could not be loaded: it stays booked if you cancel this one.',
  which: 'This booking is one leg of a journey there and back. Which do you want to cancel?',
  whichOfStops: 'This booking is one leg of a ride with stops. Which do you want to cancel?',
  leave: 'Cancel',
  keepBoth: 'Keep both',
  keepAll: 'Keep all',
  thisLeg: 'This leg',
  legs: (count: number) => (count > 2 ? 'All legs' : 'Both legs'),
  otherLegs: (count: number) => (count > 1 ? 'The other legs' : 'The other leg'),
  cancelled: 'The booking has been cancelled.',
  bothCancelled: 'Both bookings have been cancelled.',
  allCancelled: 'All bookings of the journey have been cancelled.',
  failed: 'The booking could not be cancelled',
} as const

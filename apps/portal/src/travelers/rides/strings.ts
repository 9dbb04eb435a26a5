export const rideStrings = {
  tab: 'Bookings',
  table: "This passenger's bookings",
  pager: 'Pages of bookings',
  none: 'No bookings',
  loading: 'Loading bookings',
  next: 'Next ride',
  pickup: 'Pick up',
  dropoff: 'Drop off',
  expected: (time: string) => `expected ${time}`,
  notExpected: 'no vehicle yet',
  promised: (window: string) => `promised ${window}`,
  booking: (id: number) => `Booking #${id}`,
  change: 'Change',
  changeBooking: (id: number) => `Change booking ${id}`,
  follow: 'Follow on the live map',
  columns: {
    id: 'ID',
    status: 'Status',
    promised: 'Pick up promised',
    expected: 'Pick up expected',
    journey: 'From, to',
    vehicle: 'Vehicle',
    actions: 'Actions',
  },
} as const

export const missStrings = {
  title: 'Late cancellations and no-shows of the last 12 months',
  kinds: { late_cancellation: 'Cancelled late', no_show: 'No-show' },
  counts: 'Counts',
  countsNot: 'Does not count',
  contested: 'Contested',
  booking: (id: number) => `Booking #${id}`,
  before: (minutes: number) =>
    minutes >= 0
      ? `${minutes} min before the promised window opened.`
      : `${-minutes} min after the promised window opened.`,
  waited: (minutes: number, metres: number) =>
    `The vehicle stood there for ${minutes} min, at most ${metres} m from the stop.`,
  noPosition: 'No position of the vehicle is known.',
  excuses: {
    vehicle_late: 'The vehicle was not there within the promised window.',
    not_at_fault: 'By what the driver said the passenger was not at fault.',
    not_shown: 'Nothing shows that the vehicle waited near the stop.',
    beyond_control: 'It was beyond the passenger’s control.',
    excused: 'Staff decided so after the passenger had contested it.',
  },
} as const

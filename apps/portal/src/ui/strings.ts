export const uiStrings = {
  retry: 'Retry',
  failed: 'This could not be loaded',
  offline: 'The server cannot be reached. Check your connection.',
  slow: 'This page takes long to load. Try again in a moment.',
  requestId: (id: string) => `Request ${id}`,
  region: 'Region of this page',
  allRegions: 'All regions',
  loading: 'loading...',
  missing: 'N/A',
  arrived: 'Arrived',
  departed: 'Departed',
  selectRegionFailed: 'Error in Select Region',
} as const

export const outcomeStrings = {
  counts: 'How many bookings it concerns',
  rows: 'Bookings concerned',
  outcomes: {
    not_served: 'Cannot be served',
    moved: 'Another vehicle',
    changed: 'Another time',
  },
  counted: {
    not_served: 'cannot be served',
    moved: 'go with another vehicle',
    changed: 'stay, at another time',
    late: 'come later than promised',
  },
  nobody: 'No booking is affected.',
  open: (name: string) => `Open the booking of ${name}`,
  pickup: 'Pick-up',
  dropoff: 'Drop-off',
  onBoard: 'on board',
  later: (minutes: number) => (minutes > 0 ? `${minutes} min later` : `${-minutes} min sooner`),
  late: (minutes: number) => `${minutes} min past the promise`,
} as const

import { counted } from '@ambit/domain'
import type { BoardFit } from '@ambit/contract'
import type { KeyHint } from '../ui/keys.ts'

const minutes = (seconds: number): string => `${Math.round(seconds / 60)} min`

export const boardStrings = {
  title: 'Dispatch Board',
  openReturns: 'Open returns',
  openLoad: (people: number, wheelchairs: number) =>
    wheelchairs === 0
      ? counted(people, 'passenger will call', 'passengers will call')
      : `${counted(people, 'passenger')} will call, ${counted(wheelchairs, 'wheelchair')}`,
  notBefore: (time: string) => `not before ${time}`,
  called: (time: string) => `called at ${time}`,
  waiting: 'Waiting',
  waitingCount: (count: number) => counted(count, 'booking without a vehicle', 'bookings without a vehicle'),
  noneWaiting: 'Every booking has a vehicle.',
  empty: 'No vehicle is in service in this time.',
  emptyHint: 'Choose another time or region, or schedule a vehicle.',
  earlier: 'An hour earlier',
  later: 'An hour later',
  now: 'Now',
  window: 'Hours shown',
  hours: (count: number) => counted(count, 'hour'),
  sort: 'Sort by',
  sorts: { vehicle: 'Vehicle', lateness: 'Lateness', next: 'Next stop', capacity: 'Free capacity' },
  hideIdle: 'Hide vehicles that are not in service',
  search: 'Vehicle, driver or passenger',
  always: 'Always show the effect',
  rows: 'Vehicles',
  row: (vehicle: string) => `Vehicle ${vehicle}`,
  load: (seats: number, wheelchairs: number) =>
    wheelchairs === 0
      ? counted(seats, 'person on board', 'people on board')
      : `${counted(seats, 'seat')} and ${counted(wheelchairs, 'wheelchair space')} taken`,
  capacity: (seats: number, wheelchairs: number) =>
    `${counted(seats, 'seat')}${wheelchairs === 0 ? '' : `, ${counted(wheelchairs, 'wheelchair space')}`}`,
  slack: (seconds: number) => `${Math.floor(seconds / 60)}`,
  slackWords: (seconds: number) => `${Math.floor(seconds / 60)} min of slack`,
  paused: (until: string | null) => (until === null ? 'Paused until resumed' : `Paused until ${until}`),
  late: (seconds: number) => `${minutes(seconds)} late`,
  people: (count: number) => counted(count, 'person', 'people'),
  kinds: { break: 'Break', route_stop: 'Route stop', staging: 'Staging', passenger: 'Stop' },
  secured: 'Secured',
  fits: {
    fits: 'Fits',
    others_later: 'Fits, others later within their promise',
    breaks_promise: 'Breaks a promise',
    impossible: 'Impossible',
  } satisfies Record<BoardFit, string>,
  othersLater: (count: number, worst: number) => `${counted(count, 'other')} up to ${minutes(worst)} later`,
  pastPromise: (seconds: number) => `${minutes(seconds)} past the promise`,
  asking: 'Asking every vehicle…',
  held: (name: string) => `Moving ${name}. Arrows choose vehicle and place, Enter shows the effect, Escape leaves.`,
  choice: (vehicle: string, fit: string, time: string | null) =>
    time === null ? `${vehicle}: ${fit}` : `${vehicle}, pick-up ${time}: ${fit}`,
  left: (name: string) => `${name} stays where it was.`,
  cannot: (name: string) => `${name} cannot be moved`,
  impossibleThere: (vehicle: string) => `${vehicle} cannot take this booking`,
  moveTo: 'Move to …',
  pin: 'Pin',
  unpin: 'Unpin',
  unassign: 'Unassign',
  pause: 'Pause vehicle',
  resume: 'Resume vehicle',
  optimise: 'Optimise the zone',
  why: 'Why this vehicle',
  openBooking: 'Open booking',
  actionsOf: (name: string) => `Actions for ${name}`,
  pinReason: 'Pinned on the board',
  loading: 'Loading the board',
  stale: 'The plan has changed: vehicles are asked again',
} as const

export const boardKeys: readonly KeyHint[] = [
  { keys: ['←', '→', '↑', '↓'], does: 'Choose a booking on the board' },
  { keys: ['M'], does: 'Take hold of the booking' },
  { keys: ['P'], does: 'Pin or unpin it' },
  { keys: ['U'], does: 'Take it off its vehicle' },
  { keys: ['O'], does: 'Optimise its zone' },
  { keys: ['H'], does: 'Pause its vehicle' },
  { keys: ['W'], does: 'Why it is with this vehicle' },
]

export const recentStrings = {
  title: 'Recent actions',
  none: 'No plan was changed by hand lately.',
  undo: (title: string) => `Undo: ${title}`,
  by: (name: string | null, time: string) => `${name ?? 'A deleted account'}, ${time}`,
  undoneBy: 'Undone',
  nothing: 'There is nothing of yours to undo.',
} as const

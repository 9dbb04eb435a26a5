const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many)

const duration = (seconds: number): string => {
  if (seconds < 60) return `${Math.round(seconds)} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

const distance = (metres: number): string =>
  metres < 1000
    ? `${Math.round(metres)} m`
    : `${(metres / 1000).toLocaleString('en-AU', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} km`

export const routeStrings = {
  title: 'Fixed routes',
  none: 'No fixed routes',
  noneReason: 'A fixed route visits stops in order, with a dwell time at each.',
  noStops: 'A route is made of stops. Add stops to the zone first.',
  create: 'Create a route',
  newName: 'Route',
  stopCount: (count: number) => `${count} ${plural(count, 'stop', 'stops')}`,
  duration,
  distance,
  added: 'New',
  updated: 'Changed',
  back: 'All routes',
  name: 'Route name',
  nameMissing: 'Please enter a route name',
  nameTooLong: 'Please enter at most 255 characters',
  strategy: 'Service strategy',
  noStrategy: 'None',
  noStrategies: 'The zone has no strategy of the type fixed route or deviated yet.',
  menu: (name: string) => `Actions for ${name}`,
  reverse: 'Reverse the order',
  remove: 'Delete',
  stops: (name: string) => `Stops of ${name}`,
  addStop: 'Add a stop',
  addStopHint: 'Search by name, or click stops on the map',
  noSuchStop: 'No stop of that name',
  insertingAfter: (name: string) => `The next stop goes in after ${name}.`,
  alreadyThere: (name: string) => `The route already stops at ${name} there.`,
  atEnd: 'Add at the end instead',
  handle: (name: string, number: number, count: number) =>
    `Move ${name}, stop ${number} of ${count}. Drag it, or press Alt and an arrow key.`,
  moved: (name: string, number: number, count: number) => `${name} is now stop ${number} of ${count}.`,
  dwell: (name: string) => `Dwell time at ${name} in seconds`,
  dwellUnit: ' s',
  insertAfter: (name: string) => `Insert a stop after ${name}`,
  removeStop: (name: string) => `Remove ${name} from the route`,
  gone: 'A stop that was deleted',
  noStreet: 'No street connects these two stops',
  unknownLeg: 'Finding the way…',
  lineFailed: 'The way along the streets could not be found. It is looked up again when the route changes.',
  leg: (metres: number, seconds: number) => `${distance(metres)} · ${duration(seconds)}`,
  facts: 'The whole route',
  running: 'Running time',
  driving: 'Driving',
  length: 'Length',
  freeFlow: 'On empty streets: a timetable adds the travel times that the region has for its hour.',
  incomplete: 'without the legs that no street connects',
  blocks: 'Blocks',
  blocksHint: 'What each vehicle runs in the schedules that have not ended.',
  blocksStale: 'These are for the route as it was last saved.',
  noBlocks: 'No schedule uses this route.',
  noVehicle: 'No vehicle yet',
  runs: (count: number) => `${count} ${plural(count, 'run', 'runs')}`,
  schedule: (id: number) => `Schedule ${id}`,
  problems: {
    title: 'To fix before saving',
    fewStops: (name: string) => `${name} needs at least two stops.`,
    goneStop: (name: string) => `${name} visits a stop that was deleted.`,
    sameStop: (name: string) => `${name} visits the same stop twice in a row.`,
    open: 'Show',
  },
  steps: {
    add: (name: string) => `Create ${name}`,
    rename: (from: string, to: string) => `Rename ${from} to ${to}`,
    remove: (name: string) => `Delete ${name}`,
    strategy: (name: string) => `Change the strategy of ${name}`,
    reverse: (name: string) => `Reverse ${name}`,
    insert: (stop: string, name: string) => `Add ${stop} to ${name}`,
    take: (stop: string, name: string) => `Remove ${stop} from ${name}`,
    move: (stop: string, name: string) => `Move ${stop} in ${name}`,
    dwell: (stop: string, name: string) => `Change the dwell time at ${stop} in ${name}`,
  },
} as const

export const routeKeys = [
  { keys: ['Alt', '↑'], does: 'Move the stop of the route one place up' },
  { keys: ['Alt', '↓'], does: 'Move the stop of the route one place down' },
] as const

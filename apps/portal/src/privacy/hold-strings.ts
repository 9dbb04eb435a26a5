import type { Hold, HoldKind } from '@ambit/contract'
import type { Statuses } from '../records/status.tsx'

export const holdStrings = {
  one: 'Hold',
  title: 'Holds',
  create: 'Place a hold',
  search: 'Filter by reason ...',
  searchLabel: 'Search holds',
  kindFilter: 'What is held',
  anyKind: 'Everything held',
  stateFilter: 'State',
  kinds: {
    travelers: 'Passenger',
    service_requests: 'Booking',
    trips: 'Trip',
    vehicles: 'Vehicle',
    days: 'Span of days',
  } satisfies Record<HoldKind, string>,
  columns: {
    id: 'ID',
    kind: 'What is held',
    record_id: 'Number',
    from_day: 'First day',
    to_day: 'Last day',
    state: 'State',
    reason: 'Reason',
    ends_at: 'Ends',
    ended_at: 'Ended',
    created_by: 'Placed by',
    created_at: 'Placed',
  },
  days: (from: string, to: string) => (from === to ? from : `${from} to ${to}`),
  none: 'No holds',
  noneReason: 'A hold keeps what it names from the nightly removal, from erasing and from deleting.',
  renew: 'Renew',
  end: 'End',
  endTitle: 'End this hold?',
  endText: (name: string) => `What the hold on ${name} kept is removed as soon as its time has come.`,
  ended: (name: string) => `The hold on ${name} is over.`,
  endFailed: 'The hold could not be ended',
  renewTitle: (name: string) => `Renewing the hold on ${name}`,
  over: 'This hold is over. Place a new one.',
  form: 'Hold',
  thanks: 'Thank you',
  placed: 'It is kept from every removal now.',
  renewed: 'The hold has its new end.',
  choose: 'At most 24 months from now',
  looking: 'Looking …',
  needsRecord: 'Please enter the number',
  needsDay: 'Please choose a day',
  needsEnd: 'Please choose an end',
  wrongOrder: 'The last day must not be before the first',
  shortcuts: [
    { label: 'In 3 months', days: 91 },
    { label: 'In 1 year', days: 365 },
    { label: 'In 2 years', days: 729 },
  ],
} as const

export const holdStateWords = {
  'in force': { text: 'In force', tone: 'warning' },
  over: { text: 'Ended', tone: 'neutral' },
} as const satisfies Statuses<'in force' | 'over'>

export const stateOf = ({ ended_at }: Hold) => (ended_at === null ? 'in force' : 'over')

/** `Passenger 17`, or the days. */
export const heldWords = ({ kind, record_id, from_day, to_day }: Hold, date: (day: string) => string): string =>
  from_day === null || to_day === null
    ? `${holdStrings.kinds[kind]} ${record_id}`
    : holdStrings.days(date(from_day), date(to_day))

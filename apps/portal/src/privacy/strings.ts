import type { RetentionKind } from '@ambit/contract'
import { PROCESSING_TITLE } from '@ambit/domain'

type Words = { name: string; what: string }

const kinds: Record<RetentionKind, Words> = {
  positions_thinned: { name: 'Positions of vehicles, all', what: 'After that, one in 30 seconds stays.' },
  positions: { name: 'Positions of vehicles, thinned out', what: 'Where vehicles were on their trips.' },
  searches: { name: 'Searches', what: 'Who asked for a trip, and from door to door; what was refused stays.' },
  driver_actions: { name: 'Drivers’ taps', what: 'Arrivals, boardings and no-shows as drivers entered them.' },
  vehicle_checks: {
    name: 'Checks of vehicles',
    what: 'What drivers answered to checklists, and who released vehicles.',
  },
  driver_messages: { name: 'Drivers and dispatch', what: 'What they wrote to each other on a trip.' },
  dispatch_actions: { name: 'Dispatch actions', what: 'Who changed a plan how and why, and what came of it.' },
  exceptions: { name: 'Needs Attention', what: 'Emergencies and incidents, and who answered how.' },
  bookings: {
    name: 'Bookings',
    what: 'Passenger, names, texts and doors; zone, times, stops, fare and needs stay. Counted from the journey.',
  },
  booking_series: {
    name: 'Recurring journeys',
    what: 'Passenger, people, doors, times and dates. Counted from the end of the series; its bookings have a period of their own.',
  },
  suspensions: {
    name: 'Warning letters and suspensions',
    what: 'What was proposed, decided and objected to. Counted from the proposal.',
  },
  travelers: {
    name: 'Passengers without a journey',
    what: 'Counted from the last journey. They are told by mail 30 days before; comments and cards go with them.',
  },
  access_events: { name: 'Who looked', what: 'Who opened which passenger, list or file.' },
  sign_ins: { name: 'Sign-ins', what: 'Who signed in or was refused, from where and with what program.' },
  audit_events: { name: 'Audit', what: 'Whole sealed spans of who changed what. The seals stay.' },
  drivers: { name: 'Drivers without a schedule', what: 'Counted from the last schedule or trip; the trips stay.' },
  vehicle_notes: { name: 'Notes on vehicles', what: 'Comments and incidents.' },
  staff_mails: { name: 'Mail to staff', what: 'What was written to users, and whether it was sent.' },
  passenger_mails: { name: 'Mail to passengers', what: 'What was written to passengers, and whether it was sent.' },
  messages: { name: 'Messages to passengers', what: 'What passengers were told of their journeys.' },
  sms_replies: { name: 'Replies by SMS', what: 'What passengers answered, and were answered.' },
  privacy_requests: {
    name: 'Requests about data',
    what: 'What passengers asked for and were answered. Counted from the last answer.',
  },
  idempotency_keys: { name: 'Answers to repeated calls', what: 'So that a call that is sent twice is done once.' },
}

export const privacyStrings = {
  tabs: 'Parts of privacy',
  retentionTab: 'Retention',
  requestsTab: 'Requests',
  holdsTab: 'Holds',
  recordsTab: PROCESSING_TITLE,
  savePdf: 'Save as PDF',
  pdfFailed: 'The file could not be made',
  kinds,
  groups: [
    {
      title: 'Movement',
      kinds: [
        'positions_thinned',
        'positions',
        'searches',
        'driver_actions',
        'driver_messages',
        'vehicle_checks',
        'exceptions',
        'dispatch_actions',
      ],
    },
    { title: 'People', kinds: ['bookings', 'booking_series', 'suspensions', 'travelers', 'privacy_requests'] },
    { title: 'Staff and safety', kinds: ['access_events', 'sign_ins', 'audit_events', 'drivers', 'vehicle_notes'] },
    { title: 'Machinery', kinds: ['staff_mails', 'passenger_mails', 'messages', 'sms_replies', 'idempotency_keys'] },
  ] satisfies { title: string; kinds: RetentionKind[] }[],
  intro:
    'Every night from 03:30 what is kept no longer is removed. Periods are defaults, not legal advice: some duties to keep fares and accidents are longer in some countries.',
  columns: { kind: 'Kind', kept: 'Kept', end: 'Then', reason: 'Why', run: 'Last night' },
  open: (kind: string) => `Open ${kind}`,
  shorter: (period: string, date: string) => `${period} from ${date}`,
  removed: (count: string) => `${count} removed`,
  goesOn: (count: string) => `${count} removed, goes on`,
  noRun: 'Not yet',
  dialog: {
    title: 'Retention',
    keep: 'Keep for good',
    count: 'Kept for',
    unit: 'Unit',
    units: { D: 'days', M: 'months', Y: 'years' },
    reason: 'Why',
    reasonHint: '5 to 250 characters',
    save: 'Save',
    savedTitle: 'Saved',
    saved: 'The period holds from now on.',
    savedShorter: 'The shorter period takes effect in 7 days. Until then you can take it back.',
    failed: 'The period could not be changed',
    waits: (period: string, date: string, left: string) =>
      `From ${date} on it is kept for ${period} only. Until then nothing more is removed: ${left}.`,
    daysLeft: (days: number) => (days === 1 ? '1 day left' : `${days} days left`),
    takeBack: 'Take back',
    takenBack: 'The shorter period was taken back.',
    bad: 'Please enter at least 1, and at most 10 years',
    preview: 'What would go',
    previewing: 'Counting …',
    nothing: 'Nothing would go.',
    tonight: 'Tonight, by the rule',
    changed: 'Tonight, by the period above',
    figures: (rows: string, people: string | null, oldest: string) =>
      `${rows}${people === null ? '' : ` of ${people}`}, the oldest of ${oldest}`,
    rows: (count: number, text: string) => (count === 1 ? '1 row' : `${text} rows`),
    manyRows: (text: string) => `${text} rows or more`,
    people: (count: number, text: string) => (count === 1 ? '1 person' : `${text} people`),
    oldestOnes: 'The oldest of them',
    row: (id: string, date: string) => `Number ${id}, ${date}`,
  },
}

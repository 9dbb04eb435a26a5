import type { PrivacyRequest, PrivacyRequestKind, PrivacyRequestState, privacyRequestWays } from '@ambit/contract'
import type { Statuses } from '../records/status.tsx'

export const requestStrings = {
  one: 'Request',
  title: 'Requests',
  create: 'New request',
  search: 'search by passenger number or check of identity',
  searchLabel: 'Search requests',
  kindFilter: 'What is asked for',
  anyKind: 'Everything asked for',
  stateFilter: 'State',
  kinds: {
    access: 'Information',
    copy: 'Copy',
    correct: 'Correction',
    erase: 'Erasure',
    restrict: 'Restriction',
    object: 'Objection',
  } satisfies Record<PrivacyRequestKind, string>,
  ways: {
    phone: 'By phone',
    'e-mail': 'By e-mail',
    letter: 'By letter',
    'in person': 'In person',
  } satisfies Record<(typeof privacyRequestWays)[number], string>,
  columns: {
    id: 'ID',
    traveler_id: 'Passenger number',
    passenger: 'Passenger',
    kind: 'Asked for',
    came_by: 'How it came',
    received_on: 'Came on',
    due_on: 'Due on',
    state: 'State',
    identity_check: 'How identity was checked',
    user_id: 'Looked after by',
  },
  passenger: (id: number) => `Passenger ${id}`,
  openPassenger: 'Open passenger',
  none: 'No requests',
  noneReason: 'What passengers ask for about their data is noted here, and due one month after it came.',
  form: 'Request',
  handling: 'Handling',
  facts: 'Facts',
  thanks: 'Thank you',
  created: (due: string) => `The request is due on ${due}.`,
  saved: 'Your changes have been saved.',
  nobody: 'Nobody yet',
  unchecked: 'Not yet',
  needsRecord: 'Please enter the number',
  needsKind: 'Please choose what is asked for',
  needsWay: 'Please choose how it came',
  needsDay: 'Please choose a day',
  extended: (months: number) => (months === 1 ? 'extended by 1 month' : `extended by ${months} months`),
  answers: {
    title: 'Answers',
    none: 'Nothing was sent yet.',
    by: (when: string, who: string) => `${when}, ${who}`,
    unknown: 'a user who is gone',
    note: 'Note an answer',
    text: 'What was sent',
    state: 'With it the request is',
    save: 'Save answer',
    saved: 'The answer was noted.',
    failed: 'The answer could not be saved',
  },
  extension: {
    title: 'Extend the time',
    months: 'By',
    choices: [
      { value: '1', label: '1 month' },
      { value: '2', label: '2 months' },
    ],
    reason: 'The reason that is sent',
    save: 'Extend',
    saved: (due: string) => `The request is due on ${due} now.`,
    failed: 'The time could not be extended',
  },
} as const

export const requestStates = {
  open: { text: 'Open', tone: 'warning' },
  late: { text: 'Late', tone: 'danger' },
  fulfilled: { text: 'Fulfilled', tone: 'success' },
  refused: { text: 'Refused', tone: 'neutral' },
  withdrawn: { text: 'Withdrawn', tone: 'neutral' },
} as const satisfies Statuses<PrivacyRequestState | 'late'>

/** `Copy of passenger 17` */
export const requestName = ({ kind, traveler_id }: Pick<PrivacyRequest, 'kind' | 'traveler_id'>): string =>
  `${requestStrings.kinds[kind]} of passenger ${traveler_id}`

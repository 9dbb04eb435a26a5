import type { AuditEvent, AuditKind } from '@ambit/contract'

/** `pin_hash` → `Pin`, `origin_name` → `Origin name` */
const special: Readonly<Record<string, string>> = {
  id: 'ID',
  pin_hash: 'PIN',
  password_hash: 'Password',
  phone_number: 'Phone',
  current_state: 'State',
  vin: 'VIN',
}
export const fieldWords = (field: string): string => {
  const words = special[field] ?? field.replace(/_id$/, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const kindWords: Readonly<Record<AuditKind, string>> = {
  drivers: 'Driver',
  vehicles: 'Vehicle',
  vehicle_notes: 'Vehicle note',
  vehicle_checklists: 'Checklist',
  schemas: 'Vehicle fields',
  travelers: 'Passenger',
  traveler_comments: 'Comment',
  traveler_concessions: 'Concession',
  traveler_helpers: 'Helper',
  lost_items: 'Lost property',
  misses: 'Late cancellation or no-show',
  suspensions: 'Warning letter or suspension',
  traveler_merges: 'Merge with passenger',
  open_returns: 'Open return',
  waitlist_entries: 'Waiting list',
  booking_series: 'Recurring journey',
  traveler_feature_flags: 'App features',
  traveler_sets: 'Kind of concession',
  payment_methods: 'Card',
  users: 'User',
  user_groups: 'User group',
  user_roles: 'Role',
  user_group_members: 'Member',
  user_group_roles: 'Role of a group',
  regions: 'Region',
  consumer_apps: 'Passenger app',
  zones: 'Zone',
  service_areas: 'Service area',
  zone_stops: 'Stop',
  service_strategies: 'Service strategy',
  booking_rules: 'Booking rules',
  special_days: 'Special day',
  exception_rules: 'Rule of exceptions',
  mobility_aids: 'Mobility aid',
  places: 'Place',
  organisations: 'Organisation',
  organisation_travelers: 'Consent to an organisation',
  service_routes: 'Route',
  service_route_stops: 'Stop of a route',
  road_closures: 'Closed road',
  travel_factors: 'Travel factor',
  service_plans: 'Schedule',
  trips: 'Trip',
  trip_stops: 'Stop of a trip',
  service_requests: 'Booking',
  discounts: 'Discount',
  sso_group_maps: 'Group of a sign-in provider',
  sso_providers: 'Sign-in provider',
  break_glass_accounts: 'Break-glass account',
  status_incidents: 'Incident',
  message_templates: 'Text of messages',
  feedbacks: 'Feedback',
  surveys: 'Survey',
  payments: 'Payment',
  holds: 'Hold',
  privacy_requests: 'Request about data',
  retention_rules: 'Retention',
  settings: 'Settings',
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[\d.]*(Z|[+-]\d\d:?\d\d)$/

/** What a value says in a line: text as it is, moments as the reader's clock shows them, lists and objects as written. */
export const valueWords = (value: unknown, locale: string): string => {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (typeof value === 'string') return MOMENT.test(value) ? momentWords(value, locale) : value
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return JSON.stringify(value)
}

const LONGEST = 80
const short = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)

export const whoWords = ({ actor_name, actor_kind, actor_id }: AuditEvent): string => {
  if (actor_name !== null) return actor_name
  return actor_id === null ? actor_kind : `${actor_kind} ${actor_id}`
}

export const recordWords = ({ record_kind, record_id, record_name }: AuditEvent): string => {
  if (record_kind === null) return ''
  return `${kindWords[record_kind]} ${record_name ?? record_id ?? ''}`.trim()
}

/** Fields that only say which record it is, or when it was made. */
const plumbing = new Set(['id', 'created_at'])

/** One line for each changed field: `Phone from nothing to +61 7 5550 0100`. */
export const changeLines = ({ changes, operation, hidden }: AuditEvent, locale: string): string[] => {
  const fields = Object.entries(changes).filter(([field]) => !plumbing.has(field))
  if (hidden) return fields.map(([field]) => `${fieldWords(field)} (hidden)`)
  return fields.map(([field, { before, after }]) => {
    const name = fieldWords(field)
    if (before === 'changed' || after === 'changed') return name
    if (operation === 'changed')
      return `${name} from ${short(valueWords(before, locale))} to ${short(valueWords(after, locale))}`
    return `${name} ${short(valueWords(operation === 'deleted' ? before : after, locale))}`
  })
}

/** `Ada Lind changed Phone from … to …` */
export const sentence = (event: AuditEvent, own: boolean, locale: string): string => {
  const who = whoWords(event)
  const part = own ? '' : `${recordWords(event)}: `
  if (event.operation === 'created') return `${who} created ${own ? 'it' : recordWords(event)}`
  if (event.operation === 'deleted') return `${who} deleted ${own ? 'it' : recordWords(event)}`
  return `${who} changed ${part}${changeLines(event, locale).join(', ')}`
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** The reader's time with its offset: `24/11/2026, 4:05:09 pm GMT+10`. */
export const momentWords = (iso: string, locale: string): string => {
  const format =
    formats.get(locale) ??
    new Intl.DateTimeFormat(locale, {
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      second: '2-digit',
      timeZoneName: 'shortOffset',
    })
  formats.set(locale, format)
  return format.format(new Date(iso))
}

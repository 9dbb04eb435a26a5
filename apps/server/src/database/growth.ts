import type { DB } from './schema.ts'

/**
 * How each table grows where 100 vehicles drive twelve hours a day, report their position every 5 s, and carry 2,000
 * bookings, and what keeps it in bounds. `bytes` are those of a row with its part of the indexes, estimated from its
 * columns.
 */
type Growth = {
  /** new rows a day; 0 where rows are made by hand, or are as many as something else */
  rows: number
  bytes: number
  bound: Bound
}
type Bound =
  /** a job removes rows: at most so many days of them are kept, or so many rows */
  | { job: string; days: number }
  | { job: string; most: number }
  /** as many as there are of what staff or passengers enter */
  | { records: string }
  /** what a journey leaves, and what the audit tells of it: kept, and planned for */
  | { kept: 'journeys' | 'audit' }

const journeys = { kept: 'journeys' } as const
const audit = { kept: 'audit' } as const
const records = (what: string): Bound => ({ records: what })

const growth: Record<keyof DB | 'audit_unsealed' | 'schema_migrations', Growth> = {
  // what vehicles and passengers leave
  positions: { rows: 864_000, bytes: 140, bound: { job: 'retention.remove', days: 91 } },
  live_events: { rows: 950_000, bytes: 500, bound: { job: 'live.prune', most: 100_000 } },
  service_availability_searches: { rows: 6000, bytes: 900, bound: journeys },
  service_offerings: { rows: 15_000, bytes: 700, bound: journeys },
  service_requests: { rows: 2000, bytes: 1500, bound: journeys },
  journeys: { rows: 400, bytes: 80, bound: journeys },
  service_request_histories: { rows: 14_000, bytes: 350, bound: journeys },
  driver_actions: { rows: 14_000, bytes: 700, bound: { job: 'retention.remove', days: 731 } },
  vehicle_checks: { rows: 130, bytes: 2500, bound: { job: 'retention.remove', days: 731 } },
  driver_messages: { rows: 1000, bytes: 450, bound: { job: 'retention.remove', days: 185 } },
  thread_answers: { rows: 0, bytes: 60, bound: records('threads that somebody has answered of late') },
  broadcasts: { rows: 2, bytes: 300, bound: { job: 'access.prune', days: 186 } },
  notices: { rows: 2, bytes: 1200, bound: { job: 'access.prune', days: 186 } },
  notice_zones: { rows: 6, bytes: 60, bound: { job: 'access.prune', days: 186 } },
  trip_devices: { rows: 200, bytes: 100, bound: journeys },
  dispatch_actions: { rows: 600, bytes: 2500, bound: { job: 'retention.remove', days: 731 } },
  overrides: { rows: 20, bytes: 4000, bound: { job: 'retention.remove', days: 731 } },
  booking_pins: { rows: 300, bytes: 200, bound: journeys },
  booking_bans: { rows: 100, bytes: 120, bound: journeys },
  vehicle_pauses: { rows: 60, bytes: 200, bound: journeys },
  exceptions: { rows: 400, bytes: 900, bound: { job: 'retention.remove', days: 731 } },
  interruptions: { rows: 400, bytes: 120, bound: { job: 'retention.remove', days: 731 } },
  exception_mutes: { rows: 2, bytes: 300, bound: { job: 'access.prune', days: 365 } },
  handovers: { rows: 3, bytes: 20_000, bound: { job: 'access.prune', days: 365 } },
  watches: { rows: 40, bytes: 120, bound: { job: 'access.prune', days: 365 } },
  presences: { rows: 0, bytes: 100, bound: records('users') },
  exception_changes: { rows: 1600, bytes: 600, bound: { job: 'retention.remove', days: 731 } },
  trips: { rows: 200, bytes: 900, bound: journeys },
  trip_stops: { rows: 5000, bytes: 400, bound: journeys },
  trip_stop_versions: { rows: 200, bytes: 100, bound: journeys },
  trip_monitors: { rows: 200, bytes: 250, bound: journeys },
  trip_histories: { rows: 400, bytes: 250, bound: journeys },
  locations: { rows: 1500, bytes: 250, bound: journeys },
  payments: { rows: 1200, bytes: 500, bound: journeys },
  payment_events: { rows: 3600, bytes: 250, bound: journeys },
  booking_series: { rows: 3, bytes: 1500, bound: journeys },
  booking_series_occurrences: { rows: 250, bytes: 250, bound: journeys },
  waitlist_entries: { rows: 60, bytes: 300, bound: journeys },
  lost_items: { rows: 5, bytes: 400, bound: journeys },
  misses: { rows: 60, bytes: 250, bound: journeys },
  surveys: { rows: 100, bytes: 300, bound: journeys },
  feedbacks: { rows: 100, bytes: 400, bound: journeys },
  road_closures: { rows: 2, bytes: 250, bound: journeys },
  service_plans: { rows: 200, bytes: 500, bound: journeys },
  outbox_mails: { rows: 500, bytes: 2000, bound: { job: 'retention.remove', days: 181 } },
  call_tasks: { rows: 200, bytes: 120, bound: { job: 'retention.remove', days: 185 } },
  push_subscriptions: { rows: 20, bytes: 600, bound: records('sessions in apps, ten for each person at most') },
  driver_pushes: { rows: 0, bytes: 60, bound: records('trips that are driven now') },
  sms_replies: { rows: 100, bytes: 500, bound: { job: 'retention.remove', days: 185 } },
  sms_stops: { rows: 1, bytes: 60, bound: records('numbers that have answered STOP') },
  sms_days: { rows: 1, bytes: 60, bound: { job: 'room.measure', days: 31 } },
  messages: { rows: 12_000, bytes: 1500, bound: { job: 'retention.remove', days: 185 } },
  // who did what, and who looked at whom
  audit_events: { rows: 28_000, bytes: 1150, bound: { job: 'retention.remove', days: 2558 } },
  audit_seals: { rows: 1500, bytes: 800, bound: audit },
  audit_checks: { rows: 1, bytes: 100, bound: audit },
  access_events: { rows: 3000, bytes: 600, bound: { job: 'retention.remove', days: 367 } },
  audit_unsealed: { rows: 28_000, bytes: 60, bound: { job: 'audit.seal', days: 1 } },
  // what the server keeps for a while
  sessions: { rows: 600, bytes: 450, bound: { job: 'access.prune', days: 1 } },
  mask_lifts: { rows: 50, bytes: 150, bound: { job: 'access.prune', days: 1 } },
  protected_openings: { rows: 50, bytes: 100, bound: { job: 'access.prune', days: 1 } },
  unusual_looks: { rows: 5, bytes: 150, bound: { job: 'access.unusual', days: 31 } },
  password_resets: { rows: 20, bytes: 250, bound: { job: 'access.prune', days: 8 } },
  sso_attempts: { rows: 200, bytes: 400, bound: { job: 'access.prune', days: 1 } },
  sso_codes: { rows: 200, bytes: 2000, bound: { job: 'access.prune', days: 1 } },
  ride_links: { rows: 1500, bytes: 250, bound: { job: 'access.prune', days: 30 } },
  sign_in_challenges: { rows: 1000, bytes: 350, bound: { job: 'access.prune', days: 2 } },
  passkey_challenges: { rows: 500, bytes: 200, bound: { job: 'access.prune', days: 1 } },
  throttle_counts: { rows: 2000, bytes: 150, bound: { job: 'access.prune', days: 1 } },
  known_addresses: { rows: 200, bytes: 150, bound: { job: 'access.prune', days: 90 } },
  known_devices: { rows: 20, bytes: 200, bound: { job: 'access.prune', days: 90 } },
  not_me_links: { rows: 20, bytes: 250, bound: { job: 'access.prune', days: 8 } },
  account_watches: { rows: 0, bytes: 150, bound: records('users') },
  sign_in_blocks: { rows: 0, bytes: 100, bound: records('users who said that a sign-in was not theirs') },
  idempotency_keys: { rows: 6000, bytes: 3000, bound: { job: 'retention.remove', days: 2 } },
  design_drafts: { rows: 50, bytes: 150, bound: { job: 'access.prune', days: 1 } },
  test_card_setups: { rows: 0, bytes: 200, bound: records('cards that are tried in a demo') },
  jobs: { rows: 0, bytes: 300, bound: records('jobs, one row each') },
  clock_marks: { rows: 0, bytes: 100, bound: records('machines, one row each') },
  outages: { rows: 0, bytes: 80, bound: records('times that no server ran, for each region') },
  continuity_wishes: { rows: 0, bytes: 60, bound: records('regions') },
  backup_wishes: { rows: 0, bytes: 60, bound: records('kinds of wishes, one row each') },
  table_days: { rows: 110, bytes: 120, bound: { job: 'room.measure', days: 31 } },
  room_days: { rows: 1, bytes: 80, bound: { job: 'room.measure', days: 31 } },
  operating_warnings: { rows: 0, bytes: 60, bound: records('what superadmins are warned of, one row each') },
  holds: { rows: 0, bytes: 400, bound: records('holds that staff place') },
  privacy_requests: { rows: 1, bytes: 400, bound: { job: 'retention.remove', days: 1096 } },
  privacy_answers: { rows: 2, bytes: 1500, bound: { job: 'retention.remove', days: 1096 } },
  retention_rules: { rows: 0, bytes: 300, bound: records('kinds of what is removed, one row each') },
  retention_runs: { rows: 14, bytes: 150, bound: { job: 'retention.remove', days: 400 } },
  card_removals: { rows: 1, bytes: 150, bound: records('passengers whose cards the provider has not forgotten yet') },
  retention_marks: { rows: 0, bytes: 100, bound: records('kinds of what is removed, one row each') },
  schema_migrations: { rows: 0, bytes: 200, bound: records('migrations, one row each') },
  settings: { rows: 0, bytes: 500, bound: records('settings, one row each') },
  logos: { rows: 0, bytes: 50_000, bound: records('logos that the brand ever had') },
  status_parts: { rows: 0, bytes: 100, bound: records('parts of the service, one row each') },
  status_days: { rows: 6, bytes: 80, bound: { job: 'status.measure', days: 91 } },
  message_templates: {
    rows: 0,
    bytes: 800,
    bound: records('texts of regions, at most one for each event, channel and language'),
  },
  status_incidents: { rows: 0, bytes: 1500, bound: records('incidents and planned works') },
  // what people enter
  travelers: { rows: 20, bytes: 600, bound: records('passengers') },
  erased_travelers: { rows: 1, bytes: 100, bound: records('passengers who were erased') },
  ride_places: { rows: 20, bytes: 250, bound: records('passengers, 20 places each at most') },
  traveler_comments: { rows: 20, bytes: 400, bound: records('comments on passengers') },
  traveler_helpers: { rows: 5, bytes: 300, bound: records('passengers, 10 helpers each at most') },
  traveler_sets: { rows: 0, bytes: 200, bound: records('concessions') },
  traveler_concessions: { rows: 5, bytes: 200, bound: records('passengers and concessions') },
  traveler_feature_flags: { rows: 5, bytes: 150, bound: records('passengers') },
  payment_methods: { rows: 10, bytes: 300, bound: records('cards of passengers') },
  card_customers: { rows: 10, bytes: 200, bound: records('passengers with cards') },
  vehicle_checklists: { rows: 0, bytes: 4000, bound: records('checklists for drivers') },
  vehicle_notes: { rows: 20, bytes: 500, bound: records('notes on vehicles') },
  second_factors: { rows: 0, bytes: 300, bound: records('users') },
  passkeys: { rows: 0, bytes: 400, bound: records('users, ten for each at most') },
  recovery_codes: { rows: 0, bytes: 250, bound: records('ten for each user with a second factor') },
  sso_group_maps: { rows: 0, bytes: 200, bound: records('groups of providers') },
  break_glass_accounts: { rows: 0, bytes: 100, bound: records('accounts, three at most') },
  sso_providers: { rows: 0, bytes: 1500, bound: records('providers, five at most') },
  user_identities: { rows: 0, bytes: 300, bound: records('users and providers') },
  users: { rows: 0, bytes: 500, bound: records('users') },
  user_roles: { rows: 0, bytes: 5000, bound: records('roles') },
  user_groups: { rows: 0, bytes: 200, bound: records('user groups') },
  user_group_roles: { rows: 0, bytes: 100, bound: records('user groups and roles') },
  user_group_members: { rows: 0, bytes: 100, bound: records('user groups and users') },
  regions: { rows: 0, bytes: 400, bound: records('regions') },
  zones: { rows: 0, bytes: 600, bound: records('zones') },
  zone_plans: { rows: 0, bytes: 200, bound: records('zones') },
  consumer_apps: { rows: 0, bytes: 300, bound: records('apps for passengers') },
  service_areas: { rows: 0, bytes: 10_000, bound: records('areas of zones') },
  zone_stops: { rows: 0, bytes: 300, bound: records('stops of zones') },
  service_strategies: { rows: 0, bytes: 1000, bound: records('strategies of zones') },
  exception_rules: { rows: 0, bytes: 150, bound: records('kinds of exceptions in zones with rules of their own') },
  booking_rules: { rows: 0, bytes: 1500, bound: records('booking rules of zones') },
  mobility_aids: { rows: 0, bytes: 200, bound: records('kinds of mobility aids') },
  special_days: { rows: 0, bytes: 400, bound: records('special days of zones') },
  service_routes: { rows: 0, bytes: 300, bound: records('routes of zones') },
  service_route_stops: { rows: 0, bytes: 150, bound: records('routes of zones') },
  drivers: { rows: 0, bytes: 600, bound: records('drivers') },
  vehicles: { rows: 0, bytes: 800, bound: records('vehicles') },
  schemas: { rows: 0, bytes: 5000, bound: records('forms of records') },
  discounts: { rows: 0, bytes: 300, bound: records('discounts') },
  survey_options: { rows: 0, bytes: 200, bound: records('reasons of the survey') },
  travel_factors: { rows: 0, bytes: 150, bound: records('hours of the week in regions') },
}

export const statedGrowth: Readonly<Record<string, Growth>> = growth

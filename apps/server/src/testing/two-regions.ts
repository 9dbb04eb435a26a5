import { sql } from 'kysely'
import { api, permissionKeys } from '@ambit/contract'
import { exceptionsOf } from './exceptions-of.ts'
import { actOn } from './act-on.ts'
import { issueToken } from '../sessions/tokens.ts'
import { insertProvider } from './insert-provider.ts'
import { loseItem, saidIn } from './said-in.ts'
import { asGroup } from './groups.ts'
import { asJourney } from './journeys.ts'
import { mergeOf } from './merges.ts'
import { keepOpenReturn } from './open-returns.ts'
import { photographed } from './photographed.ts'
import { regionRows } from './region-rows.ts'
import { makeSeriesOf } from './series.ts'
import { putOnList } from './waitlist.ts'
import { buildSmallTown, type Crew, type SmallTown } from './small-town.ts'
import type { TestServer } from './server.ts'
import { saveCard } from './paid-rides.ts'
import { insertPasskey } from './passkey-device.ts'

/** Every name and text of the region that the limited user must not hear of holds this word. */
export const MARK = 'zyxwick'

const TIME_ZONE = 'Australia/Brisbane'
const SHIFT = { start_time: '2026-11-24T08:00:00+10:00', end_time: '2026-11-24T12:00:00+10:00' }

/**
 * Two regions. In one, a record of every kind with the mark in its words; in the other, a zone, a driver, a vehicle, a
 * passenger and a user, and `kai`, who may do everything there and nowhere else.
 */
export const buildTwoRegions = async (server: TestServer) => {
  const sam = server.client('superadmin')
  const theirs = await buildTheirs(server)
  const { data: hills } = await sam.call(api.regions.create, { body: { name: 'Hills', time_zone: TIME_ZONE } })
  const user = { permissions: permissionKeys, region_ids: [hills.id] }
  const kai = server.client(user)
  const zone = { name: 'Ridge', abbreviation: 'R', time_zone: TIME_ZONE, region_id: hills.id }
  const ours = {
    region: hills.id,
    zone: (await sam.call(api.zones.create, { body: zone })).data.id,
    driver: (await kai.call(api.drivers.create, { body: { ...person('Hana'), status: 'approved' } })).data.id,
    vehicle: (await kai.call(api.vehicles.create, { body: van('HILLS-1') })).data.id,
    passenger: (await kai.call(api.travelers.create, { body: person('Henry') })).data.id,
    set: (await kai.call(api.travelerSets.create, { body: { name: 'Half', region_id: hills.id, discount_amount: 50 } }))
      .data.id,
    user: (await kai.call(api.users.create, { body: { ...person('Hugo'), region_ids: [hills.id] } })).data.id,
  }
  await giveFactor(server, (await kai.call(api.sessions.current)).data.id, 'Phone')
  const loner = () => server.token({ permissions: [], region_ids: [hills.id] })
  return { theirs, ours, sam, kai, token: () => server.token(user), loner, SHIFT }
}

export const person = (first_name: string) => {
  const username = first_name.toLowerCase()
  return { first_name, last_name: 'Moreau', username, email: `${username}@example.org` }
}
export const van = (vehicle_number: string) => ({
  license_plate: `P ${vehicle_number}`,
  vehicle_number,
  capacity: 8,
  mobility_capacity: 1,
})

/** A row like that of an authenticator app; nobody signs in with it. */
const giveFactor = async ({ deps }: TestServer, user_id: number, name: string): Promise<number> => {
  const now = deps.clock.wall()
  const { id } = await deps.db
    .insertInto('second_factors')
    .values({ user_id, kind: 'authenticator app', name, secret: 'none', created_at: now, confirmed_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Who the user is at a provider. */
const joinRow = async (server: TestServer, user_id: number): Promise<number> => {
  const { db, clock } = server.deps
  const provider_id = await insertProvider(server)
  const identity = { user_id, provider_id, subject: MARK, created_at: clock.now() }
  const { id } = await db.insertInto('user_identities').values(identity).returning('id').executeTakeFirstOrThrow()
  return id
}

/** A session, second factors and an identity of the user. */
const signInRows = async (server: TestServer, id: number) => {
  await issueToken(server.deps, { kind: 'user', id }, { method: 'password', factors: [], portal: true })
  const { data } = await server.client('superadmin').call(api.users.sessions, { params: { id } })
  return {
    factor: await giveFactor(server, id, MARK),
    passkey: await insertPasskey(server.deps, id, MARK),
    identity: await joinRow(server, id),
    session: data[0]?.id ?? '',
  }
}

/** An incident that its users alone are told of. */
const tellIncident = async (server: TestServer, region_id: number): Promise<number> => {
  const body = { title: MARK, parts: ['booking' as const], region_id, text: MARK }
  return (await server.client('superadmin').call(api.statusIncidents.create, { body })).data.id
}

/** A road that is closed, and an outage. */
const closeRoad = async ({ deps: { db, clock } }: TestServer, region_id: number): Promise<number> => {
  const now = clock.now()
  await db.insertInto('outages').values({ region_id, from_at: now, until_at: now, settled_at: null }).execute()
  const closed = { region_id, longitude: 153, latitude: -27, reach_m: 0, message: MARK, created_at: now }
  const { id } = await db.insertInto('road_closures').values(closed).returning('id').executeTakeFirstOrThrow()
  return id
}

const tellAction = async ({ deps: { db, clock } }: TestServer, trip_id: number): Promise<number> => {
  const now = clock.now()
  const told = { kind: 'sign_on' as const, result: 'needs_dispatcher' as const, detail: MARK, happened_at: now }
  const { id } = await db
    .insertInto('driver_actions')
    .values({ trip_id, ...told, done_at: now, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** What needs a dispatcher on a trip, and what one did to it. */
const dispatchOf = async (server: TestServer, tripId: number) => ({
  ...(await exceptionsOf(server, tripId, MARK)),
  ...(await actOn(server, tripId, MARK)),
})

/** A trip whose driver wrote to dispatch. */
const threadOf = async ({ deps: { db, clock } }: TestServer, { trip_id, driver_id }: Crew): Promise<number> => {
  const now = clock.now()
  const said = { trip_id, driver_id, sender: 'driver' as const, text: MARK }
  await db
    .insertInto('driver_messages')
    .values({ ...said, written_at: now, created_at: now })
    .execute()
  return trip_id
}

/** A text of its messages. */
const writeTemplate = async (server: TestServer, region_id: number): Promise<number> => {
  const body = { region_id, event: 'receipt', channel: 'email', language: 'en', subject: null, text: MARK } as const
  return (await server.client('superadmin').call(api.messageTemplates.create, { body })).data.id ?? 0
}

const messageOf = async ({ deps: { db } }: TestServer, booking: number): Promise<number> =>
  (
    await db
      .selectFrom('messages')
      .select('id')
      .where('service_request_id', '=', booking)
      .limit(1)
      .executeTakeFirstOrThrow()
  ).id

/** A passenger to be called. */
const callTaskOf = async ({ deps: { db, clock } }: TestServer, message_id: number): Promise<number> => {
  const now = clock.now()
  const task = { message_id, due_at: now, user_id: null, state_at: now, created_at: now }
  return (await db.insertInto('call_tasks').values(task).returning('id').executeTakeFirstOrThrow()).id
}

/** The ids are larger than that of any zone. */
const ruleBookings = async ({ deps: { db, clock } }: TestServer, zone_id: number) => {
  const now = clock.now()
  const dates = Array.from({ length: 20 }, (_, at) => `2028-01-${String(at + 1).padStart(2, '0')}`)
  const stamps = { zone_id, created_at: now, updated_at: now }
  const rules = dates.map((holds_from) => ({ ...stamps, holds_from }))
  const days = dates.map((date) => ({ ...stamps, date, name: MARK }))
  const made = await db.insertInto('booking_rules').values(rules).returning('id').execute()
  const special = await db.insertInto('special_days').values(days).returning('id').execute()
  return { rules: made.at(-1)?.id ?? 0, day: special.at(-1)?.id ?? 0 }
}

const firstOf = async (
  { deps: { db } }: TestServer,
  zone: number,
  table: 'service_areas' | 'service_strategies' | 'zone_stops',
): Promise<number> => (await db.selectFrom(table).select('id').where('zone_id', '=', zone).executeTakeFirstOrThrow()).id

/** What has no id of its own above. */
const rest = async (
  server: TestServer,
  town: SmallTown,
  { passenger, standing }: { passenger: number; standing: number },
) => ({
  ...(await ruleBookings(server, town.zone_id)),
  waiting: await putOnList(server, town, passenger),
  series: (await makeSeriesOf(server.client('superadmin'), passenger)).id,
  journey: await asJourney(server, standing),
  group: await asGroup(server, standing),
  open: await keepOpenReturn(server, standing),
  merge: (await mergeOf(server.client('superadmin'), passenger, await town.passenger('Mary Silva'))).id,
  ...(await regionRows(server, { region_id: town.region_id, passenger, name: MARK })),
  ...(await saidIn(server, { region_id: town.region_id, traveler_id: passenger, standing }, MARK)),
})

const buildTheirs = async (server: TestServer) => {
  const sam = server.client('superadmin')
  const town = await buildSmallTown(server)
  const { region_id } = town
  const crew = await town.vehicle('Van 1')
  await town.route('fixed_route', ['Harbour', 'Market', 'School'])
  const passenger = await town.passenger('Maria Silva')
  const book = async (at: string) => (await town.book({ who: passenger, from: 'Market', to: 'Hospital', at })).id
  const [booking, cancelled, standing] = [await book('09:00'), await book('10:00'), await book('11:00')]
  await town.dispatcher.call(api.serviceRequests.cancel, { params: { id: cancelled }, body: { reason: MARK } })
  await town.dispatcher.call(api.surveys.create, {
    body: { service_request_id: cancelled, cancellation_reason_key: 'illness', additional_information: MARK },
  })
  // Driving has its own tests; only the result matters here.
  await server.deps.db.updateTable('service_requests').set({ status: 'completed' }).where('id', '=', booking).execute()
  await town.dispatcher.call(api.feedbacks.create, { body: { service_request_id: booking, rating: 4, comments: MARK } })
  const search = await town.search({ who: passenger, from: 'Market', to: 'School', at: '13:00' })
  const refused = await town.search({ who: passenger, from: 'Market', to: 'School', at: '13:00', people: 30 })
  const set = (await sam.call(api.travelerSets.create, { body: { name: MARK, region_id, discount_amount: 50 } })).data
    .id
  const held = { traveler_id: passenger, traveler_set_id: set, expires_at: '2026-12-26T00:00:00+10:00' }
  const concession = (await sam.call(api.travelerConcessions.create, { body: held })).data.id
  const commented = { traveler_id: passenger, comment: MARK }
  const comment = (await sam.call(api.travelerComments.create, { body: commented })).data.id
  const helped = { traveler_id: passenger, helper_id: await town.passenger('Hanna Helper'), rights: ['book' as const] }
  const helper = (await sam.call(api.travelerHelpers.create, { body: helped })).data.id
  await saveCard(server, passenger, 'pm_theirs', 'test')
  const closure = await closeRoad(server, region_id)
  const user = await sam.call(api.users.create, { body: { ...person(MARK), region_ids: [region_id] } })
  await sam.call(api.passwords.forgot, { body: { email: user.data.email, kind: 'admin' } })
  const plan = (await sam.call(api.servicePlans.list)).data[0]?.id ?? 0
  await mark(server)
  return {
    region: region_id,
    zone: town.zone_id,
    area: await firstOf(server, town.zone_id, 'service_areas'),
    strategy: await firstOf(server, town.zone_id, 'service_strategies'),
    stop: await firstOf(server, town.zone_id, 'zone_stops'),
    driver: crew.driver_id,
    vehicle: crew.vehicle_id,
    trip: crew.trip_id,
    action: await tellAction(server, crew.trip_id),
    plan,
    passenger,
    booking,
    standing,
    search: search.id,
    refused: refused.id,
    offering: search.service_offerings[0]?.id ?? 0,
    set,
    concession,
    comment,
    helper,
    lost: await loseItem(server, MARK, booking),
    closure,
    incident: await tellIncident(server, region_id),
    template: await writeTemplate(server, region_id),
    message: await messageOf(server, booking),
    callTask: await callTaskOf(server, await messageOf(server, booking)),
    thread: await threadOf(server, crew),
    ...(await dispatchOf(server, crew.trip_id)),
    ...(await photographed(server, crew, MARK)),
    ...(await rest(server, town, { passenger, standing })),
    user: user.data.id,
    ...(await signInRows(server, user.data.id)),
  }
}

/** Of each group of endpoints, records of the other region. */
export const idsOfTheirs = (
  theirs: Awaited<ReturnType<typeof buildTheirs>>,
  event: number,
): Record<string, (number | string)[]> => ({
  auditEvents: [event],
  drivers: [theirs.driver],
  vehicles: [theirs.vehicle],
  vehicleChecks: [theirs.check],
  vehicleNotes: [theirs.note],
  secondFactors: [theirs.factor],
  passkeys: [theirs.passkey],
  sessions: [theirs.session],
  sso: [4711],
  userIdentities: [theirs.identity],
  users: [theirs.user, 1],
  travelers: [theirs.passenger],
  travelerComments: [theirs.comment],
  travelerHelpers: [theirs.helper],
  travelerMerges: [theirs.passenger, theirs.merge],
  conduct: [theirs.passenger],
  misses: [theirs.miss],
  suspensions: [theirs.step],
  lostItems: [theirs.lost],
  travelerSets: [theirs.set],
  travelerConcessions: [theirs.concession],
  paymentMethods: [theirs.passenger],
  payments: [theirs.booking],
  serviceRequests: [theirs.booking, theirs.standing],
  journeys: [theirs.journey],
  bookingGroups: [theirs.group],
  waitlistEntries: [theirs.waiting],
  openReturns: [theirs.open],
  bookingSeries: [theirs.series],
  searches: [theirs.search, theirs.refused],
  trips: [theirs.trip],
  driverActions: [theirs.action],
  tripItineraries: [theirs.trip],
  servicePlans: [theirs.plan],
  regions: [theirs.region],
  zones: [theirs.zone],
  zoneDesigns: [theirs.zone],
  // Some of their calls name the zone, and no zone has the id of the rules or the day.
  bookingRules: [theirs.zone, theirs.rules],
  specialDays: [theirs.zone, theirs.day],
  mobilityAids: [theirs.aid],
  places: [theirs.place],
  organisations: [theirs.organisation],
  organisationTravelers: [theirs.consent],
  zoneSolutions: [theirs.zone],
  zoneStops: [theirs.stop],
  serviceAreas: [theirs.area],
  serviceStrategies: [theirs.strategy],
  roadClosures: [theirs.closure],
  continuityPacks: [theirs.region],
  statusIncidents: [theirs.incident],
  messageTemplates: [theirs.template],
  messages: [theirs.message],
  callTasks: [theirs.callTask],
  smsReplies: [theirs.reply],
  broadcasts: [theirs.broadcast],
  notices: [theirs.notice],
  driverMessages: [theirs.thread],
  exceptions: [theirs.exception],
  exceptionMutes: [theirs.mute],
  handovers: [theirs.handover],
  dispatchActions: [theirs.dispatchAction],
  overrides: [theirs.override],
})

/** What a record is called by, in every table of the region. */
const named = {
  regions: 'name',
  zones: 'name',
  service_areas: 'name',
  service_strategies: 'name',
  service_routes: 'name',
  locations: 'name',
  trips: 'name',
  drivers: 'last_name',
  vehicles: 'vehicle_number',
  travelers: 'last_name',
  payment_methods: 'name',
  mobility_aids: 'name',
  places: 'name',
} as const

const mark = async ({ deps: { db } }: TestServer): Promise<void> => {
  for (const [table, column] of Object.entries(named))
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${`${MARK} `} || coalesce(${sql.ref(column)}, '')`.execute(
      db,
    )
  await sql`update users set last_name = ${MARK} where region_ids is not null`.execute(db)
  for (const table of ['drivers', 'vehicles'])
    await sql`update ${sql.table(table)} set region_id = (select min(id) from regions)`.execute(db)
  await sql`update service_requests set origin_name = ${MARK}`.execute(db)
}

/** The rows of every table of the region's, as text. */
export const theirRows = async (server: TestServer): Promise<string> => {
  const tables = ['drivers', 'vehicles', 'users', 'travelers', 'traveler_comments', 'traveler_sets', 'trips']
  const more = ['traveler_concessions', 'payment_methods', 'service_requests', 'service_plans', 'regions', 'zones']
  const last = ['zone_stops', 'service_areas', 'service_strategies', 'road_closures', 'travel_factors', 'vehicle_notes']
  const texts = await Promise.all(
    [...tables, ...more, ...last].map(async (table) => {
      const { rows } = await sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.table(table)} as t
        order by 1`.execute(server.deps.db)
      return `${table}\n${rows.map(({ row }) => row).join('\n')}`
    }),
  )
  return texts.join('\n')
}

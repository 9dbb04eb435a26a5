import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, type Endpoint, ErrorEnvelope, urlOf } from '@ambit/contract'
import { defaultFlags } from '@ambit/domain'
import { leastBodies } from '../testing/least-bodies.ts'
import { ownCalls } from '../testing/own-calls.ts'
import { THEIR_PHOTO } from '../testing/photographed.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { at } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { openStream } from '../testing/stream.ts'
import { furtherAsks } from '../testing/further-asks.ts'
import { buildTwoRegions, idsOfTheirs, MARK, person, theirRows, van } from '../testing/two-regions.ts'

// A user who may do everything in one region asks every endpoint of the contract for what is of another region.

let server: TestServer
let world: Awaited<ReturnType<typeof buildTwoRegions>>
let token: string // of the limited user
let event: number // of the audit, that tells of the other region's driver
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
  // Every feature on: what is off would be refused for another reason.
  const flags = Object.fromEntries(Object.keys(defaultFlags()).map((key) => [key, { enabled: true, disabled_in: [] }]))
  await server.deps.db
    .insertInto('settings')
    .values({ key: 'feature_flags', value: JSON.stringify(flags) })
    .execute()
  world = await buildTwoRegions(server)
  token = await world.token()
  await world.sam.call(api.travelers.show, { params: { id: world.theirs.passenger } })
  const filter = { record_kind: ['drivers' as const], record_id: [String(world.theirs.driver)] }
  event = (await world.sam.call(api.auditEvents.list, { query: { filter } })).data[0]?.id ?? 0
})
afterAll(() => server.close())

type Ask = { id?: number | string | undefined; query?: string; body?: unknown }

const ask = async (as: string, endpoint: Endpoint, { id, query = '', body = {} }: Ask) => {
  const url = server.url + urlOf(endpoint, { id, payment_method_id: 'pm_theirs', photo: THEIR_PHOTO }) + query
  const sends = endpoint.method === 'POST' || endpoint.method === 'PATCH'
  const response = await fetch(url, {
    method: endpoint.method,
    headers: { authorization: `Bearer ${as}`, ...(sends ? { 'content-type': 'application/json' } : {}) },
    ...(sends ? { body: JSON.stringify(body) } : {}),
  })
  return { status: response.status, text: await response.text() }
}
/** What no device has signed for the caller. */
const foreignPasskey = {
  id: 'none',
  type: 'public-key',
  response: { clientDataJSON: 'none', attestationObject: 'none' },
}
const pointerOf = (text: string): string | undefined =>
  ErrorEnvelope.safeParse(JSON.parse(text)).data?.errors[0]?.source?.pointer

/** Those that staff may call: the public ones, the drivers' and the passengers' tell of no region's records to staff. */
const endpoints = Object.values(api)
  .flatMap((group): Endpoint[] => Object.values(group))
  .filter(({ access }) => access !== 'public' && access !== 'driver' && access !== 'passenger')
const groupOf = ({ name }: Endpoint): string => name.slice(0, name.indexOf('.'))

const idsOf = () => idsOfTheirs(world.theirs, event)

/** Calls without an id that name a record of the other region, with the field that refuses it. */
const naming = (): Record<string, Ask & { pointer: string | undefined }> => {
  const { theirs, ours, SHIFT } = world
  const { region: region_id, zone: zone_id } = theirs
  const ride = { origin: { name: 'A', point: at(0) }, destination: { name: 'B', point: at(1000) } }
  const cancelled = { kind: 'trip_cancelled', trip_id: theirs.trip }
  const place = { name: 'Pier', abbreviation: 'P', time_zone: 'Australia/Brisbane' }
  const template = { region_id, event: 'receipt', channel: 'email', language: 'en', subject: null, text: 'Thank you' }
  const driver = { record_kind: 'drivers', record_id: String(theirs.driver) }
  const rating = { service_request_id: theirs.booking, rating: 3 }
  const helping = { traveler_id: theirs.passenger, helper_id: ours.passenger, rights: ['book'] }
  return {
    'discounts.lookUp': { query: `?code=X&service_offering_id=${theirs.offering}`, pointer: undefined },
    'disruptions.preview': { body: cancelled, pointer: undefined },
    'disruptions.accept': { body: { disruption: cancelled, token: '' }, pointer: undefined },
    'dispatchBoard.probe': { body: { service_request_id: world.theirs.booking }, pointer: undefined },
    'effectPreviews.create': { body: cancelled, pointer: undefined },
    'effectPreviews.accept': { body: { action: cancelled, option: 'asked', token: '' }, pointer: undefined },
    'drivers.create': { body: { ...person('Eve'), region_id }, pointer: '/region_id' },
    'broadcasts.reach': { query: `?region_id=${region_id}`, pointer: undefined },
    'broadcasts.create': { body: { region_id, zone_id: null, text: 'Hello' }, pointer: undefined },
    'messageTemplates.list': { query: `?region_id=${region_id}`, pointer: undefined },
    'messageTemplates.create': { body: template, pointer: undefined },
    'messageTemplates.preview': { body: template, pointer: undefined },
    'messageTemplates.test': { body: template, pointer: undefined },
    ...furtherAsks(theirs).naming,
    'feedbacks.create': { body: rating, pointer: '/service_request_id' },
    // The secret that a card is made with is given to those who see its passenger.
    'paymentMethods.testToken': {
      body: { number: '4242424242424242', exp_month: 4, exp_year: 2030, cvc: '123', name: 'A B', client_secret: 'x' },
      pointer: '/client_secret',
    },
    'maskLifts.create': {
      body: { record_kind: 'travelers', record_id: theirs.passenger, field: 'email' },
      pointer: undefined,
    },
    'searches.create': {
      body: {
        ...ride,
        traveler_id: theirs.passenger,
        passengers: [{ fare_type: 'adult' }],
        traveling_at: SHIFT.start_time,
        departing: true,
      },
      pointer: '/traveler_id',
    },
    'passkeys.create': { body: { name: 'Key', passkey: foreignPasskey }, pointer: '/passkey' },
    'recordVersions.previewRestore': { body: driver, pointer: undefined },
    'recordVersions.restore': { body: { ...driver, fields: ['email'], seen: '' }, pointer: undefined },
    'recordVersions.show': { query: `?record_kind=drivers&record_id=${theirs.driver}`, pointer: undefined },
    'serviceAreas.create': {
      body: { name: 'A', zone_id, coordinates: [[at(0), at(900), at(900, 900)]] },
      pointer: '/zone_id',
    },
    'servicePlans.create': {
      body: { ...SHIFT, zone_id: ours.zone, vehicle_id: theirs.vehicle },
      pointer: '/vehicle_id',
    },
    'serviceRequests.create': {
      body: { service_offering_id: theirs.offering, traveler_id: theirs.passenger, payment_method: 'cash' },
      pointer: '/service_offering_id',
    },
    'serviceStrategies.create': { body: { name: 'S', color: '#0A7E7E', zone_id }, pointer: '/zone_id' },
    'surveys.create': {
      body: { service_request_id: theirs.booking, cancellation_reason_key: 'illness' },
      pointer: '/service_request_id',
    },
    'travelFactors.show': { query: `?region_id=${region_id}`, pointer: undefined },
    'travelFactors.change': { query: `?region_id=${region_id}`, body: { factors: {} }, pointer: undefined },
    'travelerComments.create': {
      body: { traveler_id: theirs.passenger, comment: 'Late' },
      pointer: '/traveler_id',
    },
    'travelerHelpers.create': { body: helping, pointer: '/traveler_id' },
    'travelerConcessions.create': {
      body: { traveler_id: theirs.passenger, traveler_set_id: ours.set, expires_at: '2026-12-26T00:00:00+10:00' },
      pointer: '/traveler_id',
    },
    'travelerSets.create': { body: { name: 'Full', region_id, discount_amount: 50 }, pointer: '/region_id' },
    'travelers.create': { body: { ...person('Eve'), region_id }, pointer: '/region_id' },
    'trips.updateSeveral': {
      query: `?ids=${theirs.trip}`,
      body: [{ id: theirs.trip, vehicle_id: ours.vehicle, driver_id: ours.driver }],
      pointer: '/0/id',
    },
    'users.create': { body: { ...person('Eve'), region_ids: [region_id] }, pointer: '/region_ids' },
    'vehicleNotes.create': {
      body: { vehicle_id: theirs.vehicle, category: 'comment', details: 'A dent' },
      pointer: '/vehicle_id',
    },
    'vehicles.create': { body: { ...van('EVE'), region_id }, pointer: '/region_id' },
    'zoneStops.create': { body: { name: 'Pier', point: at(0), zone_id }, pointer: '/zone_id' },
    'zones.create': { body: { ...place, region_id }, pointer: '/region_id' },
  }
}

/**
 * The exceptions. They are answered to a user limited to regions, and their answers have no words of the other region's
 * records, not for a user of all regions either: an entry that is refused or that tells of records is in the wrong list.
 */
const shared = (): Record<string, Ask & { why: string; alone?: true }> => {
  const { theirs, SHIFT } = world
  const ring = [[at(0), at(500), at(500, 500)]]
  const day = '?filter[from]=2026-11-23&filter[to]=2026-11-23'
  const rows = [{ ...van('EVE'), region_id: theirs.region }]
  return {
    'auditSeals.list': { why: 'Hashes and times. The audit has one chain of seals' },
    'bookingReports.summary': { query: day, why: 'Figures without names. A test below counts them' },
    'dashboard.show': { why: 'Figures without names. A test below counts them' },
    'feedbackReports.summary': { why: 'Figures without names. A test below counts them' },
    'consumerApps.list': { why: 'Apps of passengers serve all regions' },
    'consumerApps.show': { id: 1, why: 'Apps of passengers serve all regions' },
    'discounts.list': { why: 'Codes hold in all regions' },
    ...furtherAsks(theirs).shared,
    'discounts.show': { id: 1, why: 'Codes hold in all regions' },
    'specialDays.holidays': { query: '?country=AU&year=2027', why: 'The public holidays of a country' },
    'maskLifts.list': {
      query: `?record_kind=travelers&record_id=${theirs.passenger}`,
      why: 'Fields that the caller asked to see; a test beside it asks for those of another region',
    },
    'paymentMethods.provider': { why: 'All regions have one card provider' },
    'permissions.list': { why: 'The words of the permission keys' },
    'retentionRules.list': { why: 'How long data of all regions are kept' },
    'settings.environment': { why: 'One environment is the server’s, whatever region one looks after' },
    'settings.status': { why: 'All regions share one installation' },
    'mailSettings.show': { why: 'Mail of all regions leaves by the same server' },
    'backups.list': { why: 'A backup is of the whole database' },
    'backupDrills.list': { why: 'A backup is of the whole database' },
    'ssoProviders.list': { why: 'Users of all regions sign in at the same providers' },
    'vehicleChecklists.list': { why: 'Checklists are for vehicles of all regions' },
    'vehicleChecklists.show': { id: 1, why: 'Checklists are for vehicles of all regions' },
    'schemas.list': { why: 'Vehicles of all regions have the same custom fields' },
    'searches.servedAddresses': {
      query: '?end=origin&at=-27.47,153.02',
      why: 'An address of the street data. A test below asks in both regions',
    },
    'servicePlans.bulkCreateAndUpdate': {
      body: { service_plans: [{ id: theirs.plan, change: SHIFT }] },
      why: 'Refuses each schedule by itself in its answer. A test below reads it',
    },
    'servicePlans.bulkDelete': {
      body: { ids: [theirs.plan] },
      why: 'A schedule that is not there counts as deleted. The last test finds it unharmed',
    },
    'serviceRoutes.line': {
      body: {
        stops: [
          { point: at(0), dwell_seconds: 30 },
          { point: at(1000), dwell_seconds: 30 },
        ],
      },
      why: 'Calculates on street data what it is sent',
    },
    ...ownCalls,
    'surveyOptions.list': { why: 'All regions offer the same reasons' },
    'userGroups.list': { why: 'Needed to place users. A test below reads the members' },
    'userGroups.show': { id: 1, why: 'Needed to place users' },
    'userRoles.list': { why: 'Needed to understand groups' },
    'userRoles.show': { id: 1, why: 'Needed to understand groups' },
    'vehicles.bulkImport': { body: rows, why: 'Refuses each row by itself in its answer. A test below reads it' },
    'vehicles.checkImport': { body: rows, why: 'Refuses each row by itself in its answer. A test below reads it' },
    'zoneDesigns.addresses': { body: { points: [at(0)] }, why: 'Calculates on street data what it is sent' },
    'zoneDesigns.coverage': {
      body: { areas: [ring], stops: [], walk_m: 400 },
      why: 'Calculates on street data what it is sent',
    },
    'zoneDesigns.figures': {
      body: { areas: [ring] },
      why: 'Calculates on street data what it is sent',
    },
    'zoneDesigns.suggestions': {
      body: { areas: [ring], stops: [], walk_m: 400 },
      why: 'Calculates on street data what it is sent',
    },
  }
}

/** What must be asked to be answered at all. */
const queries = (): Record<string, string> => ({
  'auditEvents.export': '?filter[kind]=change',
  'bookingReports.list': '?filter[from]=2026-11-23&filter[to]=2026-11-23',
  'bookingReports.export': '?filter[from]=2026-11-23&filter[to]=2026-11-23',
  'recordVersions.list': `?record_kind=drivers&record_id=${world.theirs.driver}`,
  'search.find': `?query=${MARK}`,
  'travelerMerges.preview': `?with=${world.ours.passenger}`,
  'travelers.similar': `?first_name=Maria&last_name=${MARK}%20Silva`,
})
const STREAM = 'live.stream'

type Kind = 'all regions' | 'by id' | 'naming' | 'shared' | 'list' | 'stream' | 'undecided'
const kindOf = (endpoint: Endpoint): Kind => {
  if (endpoint.allRegions) return 'all regions'
  if (endpoint.name in shared()) return 'shared'
  if (endpoint.path.includes(':id')) return groupOf(endpoint) in idsOf() ? 'by id' : 'undecided'
  if (endpoint.name in naming()) return 'naming'
  if (endpoint.name === STREAM) return 'stream'
  return endpoint.method === 'GET' ? 'list' : 'undecided'
}
const of = (kind: Kind) => endpoints.filter((endpoint) => kindOf(endpoint) === kind)
test('every endpoint for staff has a decision about regions', () => {
  expect(of('undecided').map(({ name }) => name)).toEqual([])
  const known = new Set(endpoints.map(({ name }) => name))
  expect(
    [...Object.keys(shared()), ...Object.keys(naming()), ...Object.keys(queries())].filter((name) => !known.has(name)),
  ).toEqual([])
})

describe('a user who is limited to another region', () => {
  test('finds no record by its id', async () => {
    for (const endpoint of of('by id'))
      for (const id of idsOf()[groupOf(endpoint)] ?? []) {
        const asked = { id, body: leastBodies[endpoint.name], query: queries()[endpoint.name] ?? '' }
        const { status } = await ask(token, endpoint, asked)
        expect([endpoint.name, id, status]).toEqual([endpoint.name, id, 404])
      }
  })

  test('is refused beside the field that names such a record', async () => {
    for (const endpoint of of('naming')) {
      const { pointer, ...sent } = naming()[endpoint.name]!
      const { status, text } = await ask(token, endpoint, sent)
      const refused = [endpoint.name, pointer === undefined ? 404 : 422, pointer]
      expect([endpoint.name, status, pointerOf(text)]).toEqual(refused)
    }
  })

  test('changes nothing that applies to all regions', async () => {
    for (const endpoint of of('all regions')) {
      const { status, text } = await ask(token, endpoint, { id: 1 })
      expect([endpoint.name, status, text]).toEqual([endpoint.name, 403, expect.stringContaining('all regions')])
    }
  })

  test('reads no word of such a record in any list, search, report or file', async () => {
    const sam = await server.token('superadmin')
    for (const endpoint of of('list')) {
      const query = queries()[endpoint.name] ?? '?per_page=100'
      const seen = await ask(token, endpoint, { query })
      expect([endpoint.name, seen.status]).toEqual([endpoint.name, 200])
      expect([endpoint.name, seen.text.toLowerCase()]).toEqual([endpoint.name, expect.not.stringContaining(MARK)])
      // Where a user of all regions reads it, the list was not empty for another reason.
      const all = await ask(sam, endpoint, { query })
      expect([endpoint.name, all.text.toLowerCase()]).toEqual([endpoint.name, expect.stringContaining(MARK)])
    }
  })

  test('shares with others only what belongs to no region', async () => {
    const sam = await server.token('superadmin')
    await world.sam.call(api.discounts.create, { body: { name: 'Spring', code: 'SPRING', discount_amount: 10 } })
    for (const endpoint of of('shared')) {
      const { why, alone, ...sent } = shared()[endpoint.name]!
      expect(why).not.toBe('')
      // One of them ends the session, one all others of the caller.
      const seen = await ask(await (alone ? world.loner() : world.token()), endpoint, sent)
      expect([endpoint.name, seen.status, seen.text]).toEqual([endpoint.name, endpoint.status, expect.anything()])
      expect([endpoint.name, seen.text]).toEqual([endpoint.name, expect.not.stringContaining(MARK)])
      if (endpoint.method !== 'GET') continue
      const all = await ask(sam, endpoint, sent)
      expect([endpoint.name, all.text]).toEqual([endpoint.name, expect.not.stringContaining(MARK)])
    }
  })

  test('counts only what is of the own region', async () => {
    const { kai, theirs, ours } = world
    const { setup } = (await kai.call(api.dashboard.show)).data
    expect(setup).toEqual({ regions: 1, zones: 1, vehicles: 1, drivers: 1, travelers: 1, service_plans: 0 })
    expect((await kai.call(api.feedbackReports.summary)).data.count).toBe(0)
    const filter = { from: '2026-11-23', to: '2026-11-23' }
    const { totals } = (await kai.call(api.bookingReports.summary, { query: { filter } })).data
    expect(totals.total).toBe(0)
    const served = (who: typeof kai) =>
      who.call(api.searches.servedAddresses, { query: { end: 'origin', at: '-27.47,153.02' } })
    expect((await served(kai)).data).toEqual([])
    const groups = (await kai.call(api.userGroups.list, { query: { per_page: 100 } })).data
    const members = groups.flatMap(({ users }) => users)
    expect(members).not.toContain(theirs.user)
    expect((await kai.call(api.users.list)).data.map(({ id }) => id)).toContain(ours.user)
  })

  test('is told for each schedule and vehicle of several why it is refused', async () => {
    const { kai, theirs } = world
    const saved = await kai.call(api.servicePlans.bulkCreateAndUpdate, {
      body: { service_plans: [{ id: theirs.plan, change: world.SHIFT }] },
    })
    expect(saved.data).toMatchObject({ saved: [], errors: [{ errors: [{ detail: 'There is no such record' }] }] })
    const imported = await kai.call(api.vehicles.bulkImport, {
      body: [{ ...van('EVE'), region_id: theirs.region }],
    })
    expect(imported).toMatchObject({ data: { imported: 0 }, errors: [{ detail: ['There is no such region'] }] })
  })

  test('hears nothing of changes to such a record', async () => {
    const { theirs, ours, sam } = world
    const stream = await openStream(`${server.url}/api/v2/ops/live`, await world.token())
    await stream.next('ready')
    const both = [theirs, ours]
    for (const one of both) {
      await sam.call(api.drivers.update, { params: { id: one.driver }, body: { phone_number: '1' } })
      await sam.call(api.vehicles.update, { params: { id: one.vehicle }, body: { color: 'Red' } })
      await sam.call(api.travelers.update, { params: { id: one.passenger }, body: { phone_number: '1' } })
      await sam.call(api.users.update, { params: { id: one.user }, body: { phone_number: '1' } })
      await sam.call(api.travelerSets.update, { params: { id: one.set }, body: { discount_amount: 20 } })
      await sam.call(api.zones.update, { params: { id: one.zone }, body: { abbreviation: 'Q' } })
      await sam.call(api.regions.update, { params: { id: one.region }, body: { contact_phone: '1' } })
      const note = { vehicle_id: one.vehicle, category: 'comment', details: 'A dent' } as const
      await sam.call(api.vehicleNotes.create, { body: note })
      await sam.call(api.travelerComments.create, { body: { traveler_id: one.passenger, comment: 'Late' } })
    }
    const heard: unknown[] = []
    while (heard.length < 9) heard.push((await stream.next()).data)
    stream.close()
    expect(heard.slice(0, 7)).toEqual(
      Object.entries({
        drivers: ours.driver,
        vehicles: ours.vehicle,
        travelers: ours.passenger,
        users: ours.user,
        traveler_sets: ours.set,
        zones: ours.zone,
        regions: ours.region,
      }).map(([table, record_id]) => ({ kind: 'record', table, record_id })),
    )
  })
})

test('what a limited user asked has left the records of the other region as they were', async () => {
  const before = await theirRows(server)
  for (const kind of ['by id', 'naming', 'shared', 'all regions'] as const)
    for (const endpoint of of(kind).filter(({ name }) => shared()[name]?.alone !== true)) {
      const sent: Ask = kind === 'naming' ? naming()[endpoint.name]! : kind === 'shared' ? shared()[endpoint.name]! : {}
      for (const id of kind === 'by id' ? (idsOf()[groupOf(endpoint)] ?? []) : [sent.id])
        await ask(await world.token(), endpoint, { body: leastBodies[endpoint.name], ...sent, id })
    }
  expect(await theirRows(server)).toBe(before)
})

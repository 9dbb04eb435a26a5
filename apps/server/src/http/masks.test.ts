import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, type Endpoint, type Guard, urlOf } from '@ambit/contract'
import { defaultFlags } from '@ambit/domain'
import { permissionsOf, type RoleName, roleNames } from '../access/roles.ts'
import { sendMessages } from '../messages/send.ts'
import { asGroup } from '../testing/groups.ts'
import { asJourney } from '../testing/journeys.ts'
import { saveCard } from '../testing/paid-rides.ts'
import { refusal } from '../testing/refusal.ts'
import { runJob } from '../testing/run-job.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { at, buildSmallTown, type Crew, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

// One passenger of whom every part is a word that nothing else holds: each role reads every call and meets only those of
// the parts that it holds the key for.

const marks: Record<Guard, readonly string[]> = {
  contact: ['zwickmail', 'zwickuser', '734912'],
  place: ['4711 Zwicklane', '153.021357'],
  care: ['Zwickcare'],
  name: ['Zebulon', 'Zwickname'],
}
const DOOR = { name: '4711 Zwicklane', point: [153.021357, at(0)[1]] as [number, number] }

let server: TestServer
let town: SmallTown
let crew: Crew
let passenger: number
let booking: number
let ids: Record<string, number>

beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
  const flags = Object.fromEntries(Object.keys(defaultFlags()).map((key) => [key, { enabled: true, disabled_in: [] }]))
  const { db } = server.deps
  await db
    .insertInto('settings')
    .values({ key: 'feature_flags', value: JSON.stringify(flags) })
    .execute()
  town = await buildSmallTown(server)
  crew = await town.vehicle('Van', { wheelchairs: 1 })
  ids = await markedPassenger()
})
afterAll(() => server.close())

const sam = () => server.client('superadmin')

/** The passenger with a booking, a comment, a card, a feedback and a cancelled booking; answers ids by group of calls. */
const markedPassenger = async (): Promise<Record<string, number>> => {
  const { db, clock } = server.deps
  const body = {
    first_name: 'Zebulon',
    last_name: 'Zwickname',
    username: 'zwickuser',
    email: 'zwickmail@example.org',
    phone_number: '+61 734912 003',
    handicapped: true,
    medically_exempt: true,
  }
  passenger = (await sam().call(api.travelers.create, { body })).data.id
  await sam().call(api.travelerComments.create, { body: { traveler_id: passenger, comment: 'Zwickcare' } })
  await saveCard(server, passenger, 'pm_zwick', 'test')
  await sql`update payment_methods set name = 'Zebulon Zwickname'`.execute(db)
  booking = await book('09:00')
  const { trip_id } = (await sam().call(api.serviceRequests.show, { params: { id: booking } })).data
  const cancelled = await book('11:00')
  await sam().call(api.serviceRequests.cancel, { params: { id: cancelled }, body: {} })
  const survey = { service_request_id: cancelled, cancellation_reason_key: 'illness' }
  await sam().call(api.surveys.create, { body: survey })
  await sql`insert into feedbacks (service_request_id, traveler_id, rating, created_at)
    values (${booking}, ${passenger}, 4, ${clock.now()})`.execute(db)
  const search = await searchOf('12:00')
  await sql`insert into outbox_mails ("to", subject, text, traveler_id, created_at)
    select email, 'Your account', 'Hello Zebulon', id, ${clock.now()} from travelers where id = ${passenger}`.execute(
    db,
  )
  await runJob(server.deps, sendMessages())
  const { data: events } = await sam().call(api.auditEvents.list, {
    query: { filter: { record_kind: ['travelers'], record_id: [String(passenger)] } },
  })
  // That the other booking was cancelled, which began at the door.
  const { data: messages } = await sam().call(api.messages.list, { query: { per_page: 1 } })
  return {
    messages: messages[0]?.id ?? 0,
    auditEvents: events.at(-1)?.id ?? 0,
    travelers: passenger,
    paymentMethods: passenger,
    payments: booking,
    serviceRequests: booking,
    journeys: await asJourney(server, booking),
    bookingGroups: await asGroup(server, booking),
    searches: search.id,
    trips: trip_id ?? 0,
    tripItineraries: trip_id ?? 0,
    zones: town.zone_id,
    regions: town.region_id,
  }
}

const searchOf = async (time: string) => {
  const body = {
    traveler_id: passenger,
    passengers: [{ fare_type: 'adult' as const }],
    mobility_support: 1,
    origin: DOOR,
    destination: { name: 'Hospital', point: at(3000) },
    traveling_at: `2026-11-23T${time}:00+10:00`,
    departing: true,
    test_trips: false as const,
  }
  return (await sam().call(api.searches.create, { body })).data
}

/** From the passenger's door, which the vehicle stops at. */
const book = async (time: string): Promise<number> => {
  const search = await searchOf(time)
  const [offering] = search.service_offerings
  const body = {
    service_offering_id: offering!.id, // the vehicle is free all day
    traveler_id: passenger,
    payment_method: 'cash' as const,
    comment: 'Zwickcare',
  }
  const { id } = (await sam().call(api.serviceRequests.create, { body })).data
  await sql`with door as (insert into locations (name, street_address, longitude, latitude)
      values (${DOOR.name}, ${DOOR.name}, ${DOOR.point[0]}, ${DOOR.point[1]}) returning id),
    stop as (update trip_stops set location_id = (select id from door)
      where id = (select pickup_trip_stop_id from service_requests where id = ${id}))
    update service_requests set pickup_location_id = (select id from door) where id = ${id}`.execute(server.deps.db)
  return id
}

const reading = Object.values(api)
  .flatMap((group): Endpoint[] => Object.values(group))
  .filter(
    ({ method, access, name }) =>
      method === 'GET' && access !== 'public' && access !== 'driver' && name !== 'live.stream',
  )
const groupOf = ({ name }: Endpoint): string => name.slice(0, name.indexOf('.'))

/** What a call needs to be asked. */
const asked: Record<string, string> = {
  'auditEvents.list': '?per_page=200',
  'bookingReports.list': '?filter[from]=2026-11-23&filter[to]=2026-11-23',
  'bookingReports.summary': '?filter[from]=2026-11-23&filter[to]=2026-11-23',
  'bookingReports.export': '?filter[from]=2026-11-23&filter[to]=2026-11-23',
}
const queryOf = ({ name }: Endpoint): string =>
  name.startsWith('recordVersions.')
    ? `?record_kind=travelers&record_id=${passenger}`
    : name === 'search.find'
      ? '?query=Zwickname'
      : (asked[name] ?? '')

const read = async (role: RoleName, endpoint: Endpoint): Promise<{ status: number; text: string }> => {
  const url = server.url + urlOf(endpoint, { id: ids[groupOf(endpoint)] ?? 1 }) + queryOf(endpoint)
  const response = await fetch(url, { headers: { authorization: `Bearer ${await server.token(role)}` } })
  return { status: response.status, text: await response.text() }
}

const found = (text: string, guard: Guard): string[] => marks[guard].filter((mark) => text.includes(mark))
const guards = Object.keys(marks) as Guard[] // its own keys
const sees = (role: RoleName, guard: Guard): boolean =>
  guard === 'name' ? role !== 'analyst' : permissionsOf(role)[`TravellerManagement:${guard}:canRead`]

/** Lists of trips have places without passengers, and that somebody looked is no data of the passenger. */
const namesNobody = new Set(['trips.list', 'trips.active', 'accessEvents.list'])

/** The calls of which the access log tells that they showed passengers. */
const lookedAt = async (): Promise<Set<string>> => {
  await server.deps.looks.write()
  const events = await server.deps.db.selectFrom('access_events').select('calls').execute()
  return new Set(events.flatMap(({ calls }) => calls))
}

describe('a passenger', () => {
  // covers: AUD-42, AUD-43, AUD-44, AUD-47, AUD-82
  test.each(roleNames)('is shown to the role %s in every call as far as its keys go', async (role) => {
    const shown: Record<Guard, string[]> = { contact: [], place: [], care: [], name: [] }
    await server.deps.looks.write()
    await sql`delete from access_events`.execute(server.deps.db)
    for (const endpoint of reading) {
      const { status, text } = await read(role, endpoint)
      expect([endpoint.name, status]).toEqual([endpoint.name, expect.toBeOneOf([200, 403, 404, 409, 422])])
      for (const guard of guards) {
        const seen = found(text, guard)
        if (!sees(role, guard)) expect([endpoint.name, seen]).toEqual([endpoint.name, []])
        if (seen.length > 0) shown[guard].push(endpoint.name)
      }
    }
    const told = await lookedAt()
    const untold = guards.flatMap((guard) => shown[guard]).filter((call) => !told.has(call) && !namesNobody.has(call))
    expect(untold).toEqual([])
    if (role === 'superadmin')
      for (const guard of guards)
        expect([guard, shown[guard].toSorted()]).toEqual([guard, everywhere[guard].toSorted()])
    // Whoever holds a key meets what it is for, but those who represent nobody.
    for (const guard of guards)
      if (sees(role, guard) && !['fleet_manager', 'representative'].includes(role))
        expect([guard, shown[guard].length > 0]).toEqual([guard, true])
  })

  /** Where each part is shown to those who may see all of it: that a masked call says nothing shows nothing otherwise. */
  const audit = ['auditEvents.export', 'auditEvents.list', 'recordVersions.list']
  const ofBookings = [
    'bookingGroups.show',
    'journeys.show',
    'serviceRequests.list',
    'serviceRequests.show',
    'travelers.serviceRequests',
  ]
  const ofMessages = ['messages.list', 'messages.show']
  const ofPassengers = ['search.find', 'travelers.list', 'travelers.show']
  const ofTrips = ['servicePlans.flexible', 'tripItineraries.show', 'trips.show']
  const one = ['auditEvents.show', 'recordVersions.show']
  const everywhere: Record<Guard, string[]> = {
    contact: [...audit, ...one, ...ofPassengers, ...ofMessages, 'outbox.list'],
    place: [
      ...ofBookings,
      ...ofTrips,
      'dispatchBoard.show',
      'auditEvents.export',
      'auditEvents.list',
      ...ofMessages,
      'search.find',
      'serviceRequests.export',
      'searches.show',
      'travelers.frequentLocations',
      'trips.active',
      'trips.list',
    ],
    care: [...audit, ...ofBookings, 'travelerComments.list', 'travelers.show'],
    name: [
      'dispatchActions.show',
      'dispatchBoard.show',
      ...audit,
      ...one,
      ...ofBookings,
      ...ofPassengers,
      ...ofTrips,
      'accessEvents.list',
      'feedbacks.list',
      'serviceRequests.history',
      ...ofMessages,
      'outbox.list',
      'paymentMethods.all',
      'paymentMethods.list',
      'serviceRequests.export',
      'surveyReports.list',
    ],
  }
})

describe('a masked field', () => {
  const arun = () => server.client('analyst')
  const desk = () =>
    server.client({
      permissions: [
        'TravellerManagement:Module',
        'TravellerManagement:traveller:canRead',
        'LiveBooking:Module',
        'TravellerManagement:traveller:canUpdate',
        'LiveBooking:booking:canRead',
        'TripManagement:Module',
      ],
    })

  // covers: AUD-41, AUD-42
  test('of a passenger reads as the specification says', async () => {
    const { data } = await desk().call(api.travelers.show, { params: { id: passenger } })
    expect(data).toMatchObject({
      full_name: 'Zebulon Zwickname',
      email: 'z•••@example.org',
      phone_number: '••• ••• 003',
      username: 'z•••',
      handicapped: null,
      medically_exempt: null,
      traveler_comments: [{ comment: 'Hidden' }],
    })
    const { data: booked } = await desk().call(api.serviceRequests.show, { params: { id: booking } })
    expect(booked).toMatchObject({
      origin: { name: 'Zwicklane', point: [153.021, Math.round(DOOR.point[1] * 1000) / 1000] },
      pickup: { name: 'Zwicklane' },
      mobility_support: null,
      comment: 'Hidden',
    })
  })

  // covers: AUD-43
  test('is the name, for a role that knows passengers by their number', async () => {
    const { data } = await arun().call(api.travelers.show, { params: { id: passenger } })
    expect([data.first_name, data.last_name, data.full_name]).toEqual([
      'Passenger',
      String(passenger),
      `Passenger ${passenger}`,
    ])
    const { data: hits } = await arun().call(api.search.find, { query: { query: `Passenger ${passenger}` } })
    expect(hits.travelers?.map(({ full_name }) => full_name)).toEqual([`Passenger ${passenger}`])
  })

  // covers: AUD-44
  test('is not searched, sorted or filtered by', async () => {
    const numbers = async (who: ReturnType<typeof desk>, search: string) => [
      (await who.call(api.travelers.list, { query: { search } })).meta.total,
      (await who.call(api.serviceRequests.list, { query: { search } })).meta.total,
    ]
    for (const words of ['zwickmail', 'zwickuser', '+61 734912 003']) {
      expect([words, await numbers(sam(), words)]).toEqual([words, [1, words.startsWith('+') ? 2 : 0]])
      expect([words, await numbers(desk(), words)]).toEqual([words, [0, 0]])
    }
    expect([await numbers(sam(), 'zwicklane'), await numbers(desk(), 'zwicklane')]).toEqual([
      [0, 2],
      [0, 0],
    ])
    expect([await numbers(desk(), 'zwickname'), await numbers(arun(), 'zwickname')]).toEqual([
      [1, 2],
      [0, 0],
    ])
    for (const sort of ['email', '-username'])
      expect((await refusal(desk().call(api.travelers.list, { query: { sort } }))).errors[0]?.detail).toBe(
        `You cannot sort by ${sort.replace('-', '')}: it is masked for you`,
      )
    expect((await refusal(arun().call(api.travelers.list, { query: { sort: 'last_name' } }))).status).toBe(403)
    expect((await refusal(arun().call(api.feedbacks.list, { query: { sort: 'traveler_name' } }))).status).toBe(403)
  })

  // covers: AUD-44
  test('stays as it is: the mask that is sent back is refused beside it, and the rest of the form is saved', async () => {
    const { data } = await desk().call(api.travelers.show, { params: { id: passenger } })
    const { email, phone_number, handicapped, low_tech } = data
    const change = (body: object) => desk().call(api.travelers.update, { params: { id: passenger }, body })
    const refused = await refusal(change({ email: 'new@example.org', phone_number, low_tech }))
    expect(refused.errors.map(({ source }) => source?.pointer)).toEqual(['/email', '/phone_number'])
    expect((await refusal(change({ email }))).status).toBe(422)
    expect((await refusal(change({ handicapped }))).status).toBe(422)
    await change({ low_tech: true })
    const { data: after } = await sam().call(api.travelers.show, { params: { id: passenger } })
    expect(after).toMatchObject({ email: 'zwickmail@example.org', phone_number: '+61 734912 003', low_tech: true })
    expect(after.handicapped).toBe(true)
  })

  // covers: AUD-44
  test('is masked in what a refusal carries too', async () => {
    const stale = desk().call(api.travelers.update, {
      params: { id: passenger },
      body: { low_tech: false },
      version: 99,
    })
    expect((await refusal(stale)).meta?.['current']).toMatchObject({ email: 'z•••@example.org', handicapped: null })
  })

  // covers: AUD-44
  test('is masked in files', async () => {
    const file = async (who: ReturnType<typeof desk>) => (await who.fetch(api.serviceRequests.export, {})).text()
    expect(await file(sam())).toContain('4711 Zwicklane')
    const masked = await file(desk())
    expect([...found(masked, 'place'), masked.includes('Zwicklane')]).toEqual([true])
    expect(found(await file(arun()), 'name')).toEqual([])
  })

  // covers: AUD-44
  test('of a booking is not changed with it: the door that comes back masked stays the door', async () => {
    const wizard = ['tripBookingWizard:canRead', 'tripBookingWizard:canCreate', 'traveller:canRead']
    const booker = server.client({
      permissions: ['TravellerManagement:Module', ...wizard.map((key) => `TravellerManagement:${key}`)],
    })
    const body = {
      traveler_id: passenger,
      passengers: [{ fare_type: 'adult' as const }],
      origin: { name: 'Zwicklane', point: [153.021, Math.round(DOOR.point[1] * 1000) / 1000] as [number, number] },
      destination: { name: 'Station', point: at(4000) },
      traveling_at: '2026-11-23T09:30:00+10:00',
      departing: true,
      test_trips: false as const,
      service_request_id: booking,
    }
    const { data } = await booker.call(api.searches.create, { body })
    expect(data.origin.name).toBe('Zwicklane')
    const stored = (await sam().call(api.searches.show, { params: { id: data.id } })).data
    expect([stored.origin, stored.destination.name]).toEqual([DOOR, 'Station'])
  })

  test('is shown to the driver of the trip', async () => {
    const { data } = await crew.client.call(api.driver.trip, { params: { id: crew.trip_id } })
    const [stop] = data.trip_stops.filter(({ boardings }) => boardings.length > 0)
    expect(stop).toMatchObject({ location_name: DOOR.name, boardings: [{ mobility_support: 1 }] })
  })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { refusal } from '../testing/refusal.ts'
import { bookRide, openToApps, searchRide } from '../testing/rides.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type SmallTown, stopPoint } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
  town = await buildSmallTown(server)
  await openToApps(town)
  await town.vehicle('Van 1')
})
afterAll(() => server.close())

// covers: RIDE-39
test('passengers keep what they need of what their region knows, staff see it, and each search begins with it', async () => {
  const { db } = server.deps
  const sam = server.client('superadmin')
  const who = await town.passenger('Nora Needs')
  const app = server.passengerClient(who)
  expect((await app.call(api.ride.needs)).data).toEqual({ kept: [], choices: [] })
  const times = { seats: 1, wheelchair_spaces: 0, load_s: 40, unload_s: 40, region_id: town.region_id }
  const ids: number[] = []
  for (const kind of ['blind', 'deaf', 'help_to_door', 'child_seat'] as const)
    ids.push((await sam.call(api.mobilityAids.create, { body: { kind, name: `Is ${kind}`, ...times } })).data.id)
  const { data: aids } = await sam.call(api.mobilityAids.list, { query: { filter: { region: [town.region_id] } } })
  const wheelchair = aids.find(({ kind }) => kind === 'wheelchair')!.id
  await db
    .updateTable('travelers')
    .set({ region_id: town.region_id, mobility_aids: [wheelchair] })
    .where('id', '=', who)
    .execute()
  const { data: first } = await app.call(api.ride.needs)
  expect(first.kept).toEqual([])
  expect(first.choices.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['blind', 'help_to_door', 'walker']))
  // Who travels in a wheelchair says so apart.
  expect(first.choices.map(({ kind }) => kind)).not.toEqual(expect.arrayContaining(['wheelchair']))
  expect((await app.call(api.ride.changeNeeds, { body: { kept: ids } })).data.kept).toEqual(ids)
  const { data: seen } = await sam.call(api.travelers.show, { params: { id: who } })
  expect(seen.mobility_aids).toEqual([wheelchair, ...ids])
  for (const kept of [[wheelchair], [4711]])
    expect((await refusal(app.call(api.ride.changeNeeds, { body: { kept } }))).errors[0]?.source?.pointer).toBe('/kept')
  const search = await searchRide(app, { from: 'Market', to: 'Hospital', at: '09:00' })
  const stored = await db
    .selectFrom('service_availability_searches')
    .select('aids')
    .where('id', '=', search.id)
    .executeTakeFirstOrThrow()
  expect(stored.aids.map(({ id }) => id)).toEqual([wheelchair, ...ids])
  expect((await app.call(api.ride.changeNeeds, { body: { kept: [] } })).data.kept).toEqual([])
  const event = await db
    .selectFrom('audit_events')
    .select(['actor_kind', 'actor_id', 'via'])
    .where('action', '=', 'ride.changeNeeds')
    .executeTakeFirstOrThrow()
  expect(event).toEqual({ actor_kind: 'passenger', actor_id: who, via: 'passenger app' })
})

// covers: RIDE-38
test('a search takes attendants, companions and what comes along this time, and says which of them may not', async () => {
  const sam = server.client('superadmin')
  const who = await town.passenger('Ada Along')
  const app = server.passengerClient(who)
  const { data: aids } = await sam.call(api.mobilityAids.list, { query: { filter: { region: [town.region_id] } } })
  const idOf = (kind: string): number => aids.find((aid) => aid.kind === kind)?.id ?? 0
  const [walker, dog, wheelchair] = [idOf('walker'), idOf('service_animal'), idOf('wheelchair')]
  const keep = (part: { attendant_allowed?: boolean; mobility_aids?: number[] }) =>
    server.deps.db
      .updateTable('travelers')
      .set({ region_id: town.region_id, ...part })
      .where('id', '=', who)
      .execute()
  await keep({ mobility_aids: [walker] })
  const search = async (passengers: { travels_as?: 'attendant' | 'companion' }[], more: { aids?: number[] } = {}) => {
    const place = (name: 'Market' | 'Hospital') => ({ name, point: stopPoint(name) })
    const [origin, destination] = [place('Market'), place('Hospital')]
    const body = {
      origin,
      destination,
      traveling_at: '2026-11-23T09:00:00+10:00',
      departing: true,
      passengers,
      ...more,
    }
    return (await app.call(api.ride.search, { body })).data
  }
  const refused = async (...asked: Parameters<typeof search>) => {
    const { status, errors } = await refusal(search(...asked))
    return [status, errors[0]?.source?.pointer, errors[0]?.detail]
  }
  const along = (travels_as: 'attendant' | 'companion') => ({ travels_as })
  const none = 'An attendant is not allowed in this passenger’s profile'
  expect(await refused([{}, along('attendant')])).toEqual([422, '/passengers', none])
  expect(await refused([{}, along('companion'), along('companion')])).toEqual([
    422,
    '/passengers',
    'At most 1 companion',
  ])
  expect(await refused([{}], { aids: [wheelchair] })).toEqual([422, '/aids', 'There is no such need'])
  await keep({ attendant_allowed: true })
  const { service_offerings } = await search([{}, along('attendant'), along('companion')], { aids: [dog] })
  const body = { service_offering_id: service_offerings[0]?.id ?? 0, payment_method: 'cash' as const }
  const { data: ride } = await app.call(api.ride.book, { body })
  expect(ride.passengers.map(({ travels_as }) => travels_as)).toEqual([undefined, 'attendant', 'companion'])
  // The attendant pays nothing.
  expect(ride.total_price).toBe(7)
  const { data: stored } = await sam.call(api.serviceRequests.show, { params: { id: ride.id } })
  expect(stored.aids).toMatchObject([{ kind: 'service_animal' }])
})

// covers: RIDE-38
test('a change of a ride begins with what comes along on it, takes something else, and keeps what staff booked beside it', async () => {
  const sam = server.client('superadmin')
  const who = await town.passenger('Chan Ging')
  const app = server.passengerClient(who)
  const { data: aids } = await sam.call(api.mobilityAids.list, { query: { filter: { region: [town.region_id] } } })
  const idOf = (kind: string): number => aids.find((aid) => aid.kind === kind)?.id ?? 0
  const [walker, dog, wheelchair] = [idOf('walker'), idOf('service_animal'), idOf('wheelchair')]
  const { db } = server.deps
  const keep = (mobility_aids: number[]) =>
    db.updateTable('travelers').set({ region_id: town.region_id, mobility_aids }).where('id', '=', who).execute()
  await keep([walker, wheelchair])
  const { id } = await bookRide(app, { from: 'Market', to: 'Hospital', at: '14:00' })
  await keep([])
  const booked = async () =>
    (await sam.call(api.serviceRequests.show, { params: { id } })).data.aids?.map((aid) => aid.id)
  const along = async () => (await app.call(api.ride.notes, { params: { id } })).data.aids
  expect(await along()).toEqual([walker])
  const place = (name: 'Market' | 'Hospital') => ({ name, point: stopPoint(name) })
  const [origin, destination] = [place('Market'), place('Hospital')]
  const asked = { traveling_at: '2026-11-23T15:00:00+10:00', departing: true, passengers: [{}], aids: [dog] }
  const { data } = await app.call(api.ride.search, { body: { origin, destination, ...asked, service_request_id: id } })
  const body = { service_offering_id: data.service_offerings[0]?.id ?? 0 }
  await app.call(api.ride.change, { params: { id }, body })
  expect(await along()).toEqual([dog])
  expect((await booked())?.toSorted()).toEqual([dog, wheelchair].toSorted())
})

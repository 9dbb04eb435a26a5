import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, type Client, type HelperRight, permissionKeys } from '@ambit/contract'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { person, van } from '../testing/two-regions.ts'

let server: TestServer
let town: SmallTown
let sam: Client
/** may do everything, in the town's region; in the hills; in both */
let cora: Client
let hal: Client
let bea: Client
let coast: number
let hills: number
let ridge: number
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
  town = await buildSmallTown(server)
  sam = server.client('superadmin')
  coast = town.region_id
  const place = { name: 'Hills', time_zone: 'Australia/Brisbane' }
  hills = (await sam.call(api.regions.create, { body: place })).data.id
  const zone = { ...place, name: 'Ridge', abbreviation: 'R', region_id: hills }
  ridge = (await sam.call(api.zones.create, { body: zone })).data.id
  const limited = (region_ids: number[]) => server.client({ permissions: permissionKeys, region_ids })
  cora = limited([coast])
  hal = limited([hills])
  bea = limited([coast, hills])
})
afterAll(() => server.close())

const told = async (call: Promise<unknown>) => {
  const { status, errors } = await refusal(call)
  return [status, errors[0]?.source?.pointer ?? '', errors[0]?.detail]
}
const SHIFT = { start_time: '2026-11-24T08:00:00+10:00', end_time: '2026-11-24T12:00:00+10:00' }
const driver = async (name: string, region_id: number | null) =>
  (await sam.call(api.drivers.create, { body: { ...person(name), status: 'approved', region_id } })).data
const vehicle = async (name: string, region_id: number | null) =>
  (await sam.call(api.vehicles.create, { body: { ...van(name), region_id } })).data
const enrolled = async (name: string, region_id: number | null = null) =>
  (await sam.call(api.travelers.create, { body: { ...person(name), region_id } })).data.id
const sees = async (who: Client, search: string) =>
  (await who.call(api.drivers.list, { query: { search } })).data.map(({ first_name }) => first_name)

describe('drivers and vehicles', () => {
  test('a new one belongs to the only region of its creator, who chooses where there are several', async () => {
    const { data: own } = await hal.call(api.drivers.create, { body: person('Olga') })
    expect(own.region_id).toBe(hills)
    expect((await hal.call(api.vehicles.create, { body: van('H-1') })).data.region_id).toBe(hills)
    const select = [422, '/region_id', 'Please select a region']
    expect(await told(bea.call(api.drivers.create, { body: person('Paul') }))).toEqual(select)
    expect(await told(bea.call(api.vehicles.create, { body: van('H-2') }))).toEqual(select)
    const chosen = await bea.call(api.drivers.create, { body: { ...person('Paul'), region_id: coast } })
    expect(chosen.data.region_id).toBe(coast)
    const all = { params: { id: own.id }, body: { region_id: null } }
    expect(await told(hal.call(api.drivers.update, all))).toEqual(select)
    expect((await sam.call(api.drivers.update, all)).data.region_id).toBeNull()
    const unknown = { ...person('Quin'), region_id: 4711 }
    expect(await told(sam.call(api.drivers.create, { body: unknown }))).toEqual([
      422,
      '/region_id',
      'There is no such region',
    ])
  })

  test('one of all regions is seen by all, planned by all, and changed by users of all regions only', async () => {
    const shared = await driver('Rosa', null)
    const bus = await vehicle('ALL-1', null)
    expect(await sees(hal, 'Rosa')).toEqual(['Rosa'])
    const params = { id: shared.id }
    const refused = [403, '', 'This driver belongs to all regions, and your account is limited to some']
    const pin = { password: '135790', password_confirmation: '135790' }
    expect(
      await told(hal.call(api.drivers.update, { params, body: { status: 'blocked' }, reason: 'The board decided so' })),
    ).toEqual(refused)
    expect(await told(hal.call(api.drivers.destroy, { params }))).toEqual(refused)
    expect(await told(hal.call(api.drivers.resetPin, { params, body: pin }))).toEqual(refused)
    const note = { vehicle_id: bus.id, category: 'comment', details: 'A dent' } as const
    const kept = [403, '', 'This vehicle belongs to all regions, and your account is limited to some']
    expect(await told(hal.call(api.vehicleNotes.create, { body: note }))).toEqual(kept)
    expect(await told(hal.call(api.vehicles.update, { params: { id: bus.id }, body: { color: 'Red' } }))).toEqual(kept)
    expect(await told(hal.call(api.vehicles.destroy, { params: { id: bus.id } }))).toEqual(kept)
    const crew = { vehicle_id: bus.id, driver_id: shared.id }
    const plan = await hal.call(api.servicePlans.create, { body: { ...SHIFT, ...crew, zone_id: ridge } })
    expect(plan.data.driver_id).toBe(shared.id)
    await sam.call(api.drivers.resetPin, { params, body: pin })
  })

  test('one of another region is seen from its first schedule here on, and an open form still saves', async () => {
    const visitor = await driver('Tess', coast)
    const bus = await vehicle('C-1', coast)
    const crew = { vehicle_id: bus.id, driver_id: visitor.id }
    const body = { ...SHIFT, zone_id: ridge }
    expect(await sees(hal, 'Tess')).toEqual([])
    for (const [field, detail] of [
      ['vehicle_id', 'Please select a Vehicle'],
      ['driver_id', 'Please select a Driver'],
    ] as const) {
      const call = hal.call(api.servicePlans.create, { body: { ...body, [field]: crew[field] } })
      expect(await told(call)).toEqual([422, `/${field}`, detail])
    }
    const { data: plan } = await sam.call(api.servicePlans.create, { body: { ...body, ...crew } })
    expect(await sees(hal, 'Tess')).toEqual(['Tess'])
    expect((await hal.call(api.vehicles.show, { params: { id: bus.id } })).data.version).toBe(bus.version)
    const params = { id: visitor.id }
    expect(
      await told(hal.call(api.drivers.update, { params, body: { status: 'blocked' }, reason: 'The board decided so' })),
    ).toEqual([403, '', 'This driver belongs to a region that your account is not limited to'])
    const saved = await cora.call(api.drivers.update, { params, body: { phone_number: '1' }, version: visitor.version })
    expect(saved.data.version).toBe(visitor.version + 1)
    // In the other region the driver is busy at that time, and where is not said.
    const late = { start_time: SHIFT.start_time, end_time: SHIFT.end_time, zone_id: town.zone_id }
    const clash = (driver_id: number) => cora.call(api.servicePlans.create, { body: { ...late, driver_id } })
    const busy = 'Tess Moreau is already in a schedule of another region, 8:00 am to 12:00 pm'
    expect(await told(clash(visitor.id))).toEqual([422, '/driver_id', busy])
    const named = sam.call(api.servicePlans.create, { body: { ...late, driver_id: visitor.id } })
    expect((await told(named))[2]).toBe(`Tess Moreau is already in schedule ${plan.id} in Ridge, 8:00 am to 12:00 pm`)
  })

  test('imported vehicles belong to the region of the user, who chooses where there are several', async () => {
    const row = (name: string, more: object = {}) => ({ ...van(name), ...more })
    expect((await hal.call(api.vehicles.bulkImport, { body: [row('I-1')] })).data.imported).toBe(1)
    expect((await hal.call(api.vehicles.list, { query: { search: 'I-1' } })).data[0]?.region_id).toBe(hills)
    const several = [row('I-2'), row('I-3', { region_id: coast })]
    const { data, errors } = await bea.call(api.vehicles.bulkImport, { body: several })
    expect(data.imported).toBe(1)
    expect(errors.map(({ row: at, detail }) => [at, detail])).toEqual([[0, ['Please select a region']]])
    expect((await sam.call(api.vehicles.bulkImport, { body: [row('I-4')] })).data.imported).toBe(1)
  })
})

describe('passengers', () => {
  test('have their home where their creator works, or none', async () => {
    expect((await hal.call(api.travelers.create, { body: person('Ugo') })).data.region_id).toBe(hills)
    expect((await sam.call(api.travelers.create, { body: person('Vera') })).data.region_id).toBeNull()
    expect(await told(bea.call(api.travelers.create, { body: person('Walt') }))).toEqual([
      422,
      '/region_id',
      'Please select a region',
    ])
  })

  test('without a home are seen by users of all regions only, and get one with the first booking', async () => {
    const id = await enrolled('Xena')
    const params = { id }
    expect((await refusal(cora.call(api.travelers.show, { params }))).status).toBe(404)
    await town.vehicle('Van 1')
    await town.book({ who: id, from: 'Market', to: 'Hospital', at: '09:00' })
    expect((await cora.call(api.travelers.show, { params })).data.region_id).toBe(coast)
    expect((await refusal(hal.call(api.travelers.show, { params }))).status).toBe(404)
  })

  test('who travel in another region are served there, and their account stays with the home region', async () => {
    const id = await enrolled('Yara', hills)
    const params = { id }
    expect((await refusal(cora.call(api.travelers.show, { params }))).status).toBe(404)
    const { id: booking } = await town.book({ who: id, from: 'Market', to: 'Hospital', at: '10:00' })
    expect((await cora.call(api.travelers.show, { params })).data.region_id).toBe(hills)
    await cora.call(api.travelerComments.create, { body: { traveler_id: id, comment: 'Waits at the gate' } })
    expect((await cora.call(api.travelers.serviceRequests, { params })).data).toHaveLength(1)
    const refused = [403, '', 'This passenger belongs to a region that your account is not limited to']
    const password = { newPassword: 'correct horse', confirmPassword: 'correct horse' }
    expect(await told(cora.call(api.travelers.update, { params, body: { email: 'y@example.org' } }))).toEqual(refused)
    expect(await told(cora.call(api.travelers.resetPassword, { params, body: password }))).toEqual(refused)
    // At home the passenger is known, and the ride in the other region is not.
    expect((await hal.call(api.travelers.serviceRequests, { params })).data).toEqual([])
    expect((await refusal(hal.call(api.serviceRequests.show, { params: { id: booking } }))).status).toBe(404)
    await hal.call(api.travelers.update, { params, body: { phone_number: '+61 400 000 001' } })
  })

  test('who travel in another region are given helpers, and lose them, by the home region alone, as helpers see all of their rides', async () => {
    const [whom, helper_id] = [await enrolled('Abby', hills), await enrolled('Beth', coast)]
    await town.book({ who: whom, from: 'Market', to: 'Hospital', at: '11:00' })
    const rights: HelperRight[] = ['book', 'follow', 'pay']
    const link = (who: Client, traveler_id: number, helper: number) =>
      who.call(api.travelerHelpers.create, { body: { traveler_id, helper_id: helper, rights } })
    const refused = [403, '', 'This passenger belongs to a region that your account is not limited to']
    expect(await told(link(cora, whom, helper_id))).toEqual(refused)
    const { data } = await link(cora, helper_id, whom)
    expect(data).toMatchObject({ traveler_id: helper_id, helper_id: whom })
    const near = await enrolled('Cleo', hills)
    const { data: linked } = await link(hal, whom, near)
    const end = (who: Client) => who.call(api.travelerHelpers.destroy, { params: { id: linked.id } })
    expect(await told(end(cora))).toEqual(refused)
    await end(hal)
  })
})

describe('users and mail', () => {
  test('a limited user sees those who share a region, and changes those who work nowhere else', async () => {
    const hire = async (name: string, region_ids: number[] | null) =>
      (await sam.call(api.users.create, { body: { ...person(name), region_ids } })).data.id
    const [near, wide, far, everywhere] = [
      await hire('Zoe', [hills]),
      await hire('Abe', [coast, hills]),
      await hire('Bob', [coast]),
      await hire('Cat', null),
    ]
    const { data } = await hal.call(api.users.list, { query: { search: 'Moreau' } })
    const ids = data.map(({ id }) => id)
    expect([near, wide, far, everywhere].filter((id) => ids.includes(id))).toEqual([near, wide])
    const update = (id: number) => hal.call(api.users.update, { params: { id }, body: { first_name: 'Zora' } })
    await update(near)
    expect(await told(update(wide))).toEqual([403, '', 'You cannot change a user who has regions that you do not have'])
    expect((await refusal(update(far))).status).toBe(404)
    expect((await refusal(update(everywhere))).status).toBe(404)
    expect((await refusal(hal.call(api.users.forgotPassword, { params: { id: far } }))).status).toBe(404)
  })

  test('a limited user reads of mail to passengers only what is for those they see', async () => {
    for (const [name, region] of [
      ['Dora', hills],
      ['Emil', coast],
    ] as const) {
      const traveler_id = await enrolled(name, region)
      const mail = { to: `${name.toLowerCase()}@example.org`, subject: 'Hello', text: 'Your bus', expires_at: null }
      await server.deps.db.transaction().execute((tx) => server.deps.mailer.send(tx, { ...mail, traveler_id }))
    }
    const read = async (who: Client, search: string) =>
      (await who.call(api.outbox.list, { query: { search } })).data.map(({ to }) => to)
    expect(await read(hal, 'dora@')).toEqual(['dora@example.org'])
    expect(await read(hal, 'emil@')).toEqual([])
    expect(await read(cora, 'emil@')).toEqual(['emil@example.org'])
  })
})

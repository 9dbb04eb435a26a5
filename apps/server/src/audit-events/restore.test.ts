import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, type AuditKind, type Client } from '@ambit/contract'
import { type Designer, openDesigner, through } from '../testing/designer.ts'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
let designer: Designer
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
  const on = { enabled: true, disabled_in: [] }
  const flags = { 'ZoneManagement:serviceStrategies': on, 'UserManagement:userRoles': on }
  await server.deps.db
    .insertInto('settings')
    .values({ key: 'feature_flags', value: JSON.stringify(flags) })
    .execute()
  designer = await openDesigner(server)
  town = await buildSmallTown(server)
})
afterAll(() => server.close())

const sam = () => server.client('superadmin')
const reason = 'It was changed by mistake'

const history = async (record_kind: AuditKind, id: number | string) =>
  (await sam().call(api.recordVersions.list, { query: { record_kind, record_id: String(id), per_page: 50 } })).data

const preview = async (record_kind: AuditKind, id: number | string, event: number, who: Client = sam()) =>
  (await who.call(api.recordVersions.previewRestore, { body: { record_kind, record_id: String(id), event } })).data

type Chosen = { fields?: readonly string[]; who?: Client; why?: string }
/** Restores what the preview offers, or some of it. */
const restore = async (
  record_kind: AuditKind,
  id: number | string,
  event: number,
  { fields, who = sam(), why = reason }: Chosen = {},
) => {
  const shown = await preview(record_kind, id, event, who)
  const body = {
    record_kind,
    record_id: String(id),
    event,
    fields: fields ?? shown.fields.map(({ field }) => field),
    seen: shown.seen,
  }
  return who.call(api.recordVersions.restore, { body: body as typeof body & { fields: string[] }, reason: why })
}

let count = 0
const person = () => {
  count += 1
  const username = `oscar${count}`
  return { first_name: 'Oscar', last_name: `Lindqvist ${count}`, username, email: `${username}@example.org` }
}
const hire = async () => (await sam().call(api.drivers.create, { body: { ...person(), status: 'approved' } })).data

describe('a preview', () => {
  // covers: AUD-31
  test('shows each field now and then, what else it touches and what cannot come back', async () => {
    const crew = await town.vehicle('Previewed')
    const [created] = await history('drivers', crew.driver_id)
    const params = { id: crew.driver_id }
    const pin = { password: '482916', password_confirmation: '482916' }
    await sam().call(api.drivers.update, { params, body: { phone_number: '+61 7 5550 0100', first_name: 'Otto' } })
    await sam().call(api.drivers.resetPin, { params, body: pin })
    const [withPin] = await history('drivers', crew.driver_id)
    const told = await preview('drivers', crew.driver_id, created!.id)
    expect(told.fields.map(({ field }) => field).toSorted()).toEqual(['first_name', 'phone_number'])
    expect(told.fields.find(({ field }) => field === 'phone_number')).toMatchObject({
      now: '+61 7 5550 0100',
      restored: null,
    })
    expect(told.touches).toEqual([{ what: 'schedules to come', count: 1 }])
    expect(told.deleted).toBe(false)
    const { id } = await hire()
    await sam().call(api.drivers.resetPin, { params: { id }, body: pin })
    const [kept] = await history('drivers', id)
    await sam().call(api.drivers.destroy, { params: { id } })
    expect((await preview('drivers', id, kept!.id)).lost).toEqual([
      { field: 'pin_hash', reason: 'It is never kept. Set a new one' },
    ])
    expect(withPin!.changes).toHaveProperty('pin_hash')
  })

  // covers: AUD-30
  test('is not given for bookings, trips and schedules, and says what does the like', async () => {
    const who = await town.passenger('Mia Moreau')
    const crew = await town.vehicle('Booked')
    const booking = await town.book({ who, from: 'Harbour', to: 'Hospital', at: '09:00' })
    const [booked] = await history('service_requests', booking.id)
    const [driven] = await history('trips', crew.trip_id)
    const words = async (kind: AuditKind, id: number, event: number) =>
      (await refusal(preview(kind, id, event))).errors[0]?.detail
    expect(await words('service_requests', booking.id, booked!.id)).toBe(
      'A booking is not restored. Change or cancel it, or book again',
    )
    expect(await words('trips', crew.trip_id, driven!.id)).toMatch(/^A trip is not restored/)
    expect(await words('service_plans', 1, 1)).toMatch(/^A schedule is not restored/)
    expect(await words('payments', 1, 1)).toMatch(/^A payment is not restored/)
    expect(await words('users', 1, 1)).toMatch(/^A user is not restored/)
  })
})

describe('a restore', () => {
  // covers: AUD-04, AUD-34
  test('brings fields back as an event of its own, which can be taken back itself', async () => {
    const { id } = await hire()
    const [created] = await history('drivers', id)
    const body = { phone_number: '+61 7 5550 0100', first_name: 'Otto' }
    await sam().call(api.drivers.update, { params: { id }, body })
    const [changed] = await history('drivers', id)
    const { data: restored } = await restore('drivers', id, created!.id, { fields: ['first_name'] })
    expect(restored.fields).toMatchObject({ first_name: 'Oscar', phone_number: '+61 7 5550 0100' })
    const [event] = await history('drivers', id)
    expect(event).toMatchObject({
      via: 'restore',
      action: 'recordVersions.restore',
      restored_event: created!.id,
      reason,
      changes: { first_name: { before: 'Otto', after: 'Oscar' } },
    })
    await restore('drivers', id, changed!.id)
    expect((await sam().call(api.drivers.show, { params: { id } })).data).toMatchObject(body)
  })

  test('of a zone that was changed wrongly brings its offers back as they were, and is taken back itself', async () => {
    const params = { id: town.zone_id }
    const right = { default_price: 4, payment_methods: ['cash' as const], name: 'Bayside' }
    const wrong = { default_price: 40, payment_methods: ['card' as const], name: 'Beside' }
    await town.vehicle('Offered')
    const who = await town.passenger('Zoe Zander')
    const offered = async () =>
      (await town.search({ who, from: 'Market', to: 'Station', at: '15:00' })).service_offerings.map(
        ({ meta, payment_methods, pickup, dropoff }) => ({
          price: meta.total_price,
          payment_methods,
          times: [pickup.lower_bound, dropoff.upper_bound],
        }),
      )
    await sam().call(api.zones.update, { params, body: right })
    const before = await offered()
    expect(before[0]?.price).toBe(4)
    await sam().call(api.zones.update, { params, body: wrong })
    const changed = await offered()
    expect(changed[0]?.price).toBe(40)
    const [mistake, good] = await history('zones', town.zone_id)
    expect(mistake?.changes).toMatchObject({ default_price: { before: 4, after: 40 } })
    const shown = await preview('zones', town.zone_id, good!.id)
    expect(shown.fields.find(({ field }) => field === 'name')).toMatchObject({ now: 'Beside', restored: 'Bayside' })
    await restore('zones', town.zone_id, good!.id)
    expect(await offered()).toEqual(before)
    expect((await sam().call(api.zones.show, { params })).data).toMatchObject(right)
    await restore('zones', town.zone_id, mistake!.id)
    expect((await sam().call(api.zones.show, { params })).data).toMatchObject(wrong)
    expect(await offered()).toEqual(changed)
    await restore('zones', town.zone_id, good!.id)
  })

  // covers: AUD-07
  test('needs a reason, its own permission, and the right to change the record', async () => {
    const { id } = await hire()
    const [created] = await history('drivers', id)
    await sam().call(api.drivers.update, { params: { id }, body: { first_name: 'Otto' } })
    const shown = await preview('drivers', id, created!.id)
    const body = { record_kind: 'drivers' as const, record_id: String(id), event: created!.id, fields: ['first_name'] }
    const without = await refusal(sam().call(api.recordVersions.restore, { body: { ...body, seen: shown.seen } }))
    expect([without.status, without.errors[0]?.source?.pointer]).toEqual([422, '/x-reason'])
    const reading = ['DriverManagement:driver:canRead', 'AuditManagement:history:canRead']
    const may = server.client({ permissions: [...reading, 'AuditManagement:restore:canCreate'] })
    expect((await refusal(restore('drivers', id, created!.id, { who: may }))).status).toBe(403)
    const olivia = server.client('operations_manager')
    expect((await refusal(restore('drivers', id, created!.id, { who: olivia }))).status).toBe(403)
  })

  // covers: AUD-32
  test('is refused with the field for a value that is taken meanwhile or not there any more, and where the record changed', async () => {
    const one = await hire()
    const [created] = await history('drivers', one.id)
    const name = one.username
    await sam().call(api.drivers.update, { params: { id: one.id }, body: { username: `${name}-later` } })
    await sam().call(api.drivers.create, { body: { ...person(), username: name } })
    const taken = await refusal(restore('drivers', one.id, created!.id, { fields: ['username'] }))
    expect([taken.status, taken.errors[0]?.source?.pointer]).toEqual([422, '/username'])

    const place = { name: `Gone ${count}`, time_zone: 'Australia/Brisbane' }
    const { data: region } = await sam().call(api.regions.create, { body: place })
    await sam().call(api.drivers.update, { params: { id: one.id }, body: { region_id: region.id } })
    const [inRegion] = await history('drivers', one.id)
    await sam().call(api.drivers.update, { params: { id: one.id }, body: { region_id: town.region_id } })
    await sam().call(api.regions.destroy, { params: { id: region.id } })
    const missing = await refusal(restore('drivers', one.id, inRegion!.id))
    expect([missing.status, missing.errors[0]?.source?.pointer]).toEqual([422, '/region_id'])

    const { seen } = await preview('drivers', one.id, created!.id)
    await sam().call(api.drivers.update, { params: { id: one.id }, body: { phone_number: '+61 7 5550 0300' } })
    const body = { record_kind: 'drivers' as const, record_id: String(one.id), event: created!.id, seen }
    const stale = sam().call(api.recordVersions.restore, { body: { ...body, fields: ['username'] }, reason })
    expect((await refusal(stale)).status).toBe(409)
  })

  // covers: AUD-33
  test('gives a deleted record its id back; members that are gone are named and left out', async () => {
    const { id, username } = await hire()
    await sam().call(api.drivers.destroy, { params: { id } })
    const [deleted] = await history('drivers', id)
    await restore('drivers', id, deleted!.id)
    expect((await sam().call(api.drivers.show, { params: { id } })).data).toMatchObject({ id, username })
    expect((await history('drivers', id))[0]).toMatchObject({ operation: 'created', via: 'restore' })
    // The next one gets an id of its own.
    expect((await hire()).id).not.toBe(id)

    const user = async () => (await sam().call(api.users.create, { body: person() })).data.id
    const [stays, goes] = [await user(), await user()]
    const { data: role } = await sam().call(api.userRoles.create, { body: { name: 'Night', permissions: {} } })
    const body = { name: 'Night shift', users: [stays, goes], roles: [role.id] }
    const { data: group } = await sam().call(api.userGroups.create, { body, reason: 'The board decided so' })
    await sam().call(api.userGroups.destroy, { params: { id: group.id }, reason: 'The board decided so' })
    await sam().call(api.users.destroy, { params: { id: goes } })
    const [gone] = (await history('user_groups', group.id)).filter(({ record_kind }) => record_kind === 'user_groups')
    const shown = await preview('user_groups', group.id, gone!.id)
    expect(shown.lost).toEqual([{ field: 'users', reason: `${goes} is not there any more` }])
    await restore('user_groups', group.id, gone!.id)
    expect((await sam().call(api.userGroups.show, { params: { id: group.id } })).data).toMatchObject({
      id: group.id,
      name: 'Night shift',
      users: [stays],
      roles: [role.id],
    })
  })
})

describe('what can be restored', () => {
  type Case = { kind: AuditKind; id: number | string; change: () => Promise<unknown> }
  let cases: Case[]
  beforeEach(async () => {
    const { id: zone, route, strategy, pier, mill } = await designer.withRoute()
    const design = await designer.show(zone)
    const square = [
      [
        [153.2, -27.2],
        [153.21, -27.2],
        [153.21, -27.21],
      ],
    ] as [number, number][][]
    const { data: area } = await sam().call(api.serviceAreas.create, {
      body: { zone_id: zone, name: 'Shore', coordinates: square },
    })
    const { data: vehicle } = await sam().call(api.vehicles.create, {
      body: { license_plate: `P${count}`, vehicle_number: `V${count}`, capacity: 8, mobility_capacity: 1 },
    })
    const { data: discount } = await sam().call(api.discounts.create, {
      body: { name: `Sale ${count}`, code: `SALE${count}`, discount_amount: 5 },
    })
    const { data: role } = await sam().call(api.userRoles.create, { body: { name: `Role ${count}`, permissions: {} } })
    const { data: group } = await sam().call(api.userGroups.create, { body: { name: `Group ${count}` } })
    const { id: driver } = await hire()
    const traveler = await town.passenger(`Rider ${count}`)
    await sam().call(api.settings.update, { body: { app: { currency: 'AUD' } } })
    const at = <I extends number>(id: I) => ({ params: { id } })
    cases = [
      {
        kind: 'drivers',
        id: driver,
        change: () => sam().call(api.drivers.update, { ...at(driver), body: { first_name: 'X' } }),
      },
      {
        kind: 'vehicles',
        id: vehicle.id,
        change: () => sam().call(api.vehicles.update, { ...at(vehicle.id), body: { color: 'Red' } }),
      },
      {
        kind: 'travelers',
        id: traveler,
        change: () => sam().call(api.travelers.update, { ...at(traveler), body: { low_tech: true } }),
      },
      {
        kind: 'discounts',
        id: discount.id,
        change: () => sam().call(api.discounts.update, { ...at(discount.id), body: { discount_amount: 9 } }),
      },
      {
        kind: 'regions',
        id: designer.region,
        change: () => sam().call(api.regions.update, { ...at(designer.region), body: { contact_phone: '1' } }),
      },
      {
        kind: 'zones',
        id: zone,
        change: () => sam().call(api.zones.update, { ...at(zone), body: { point: { lng: 153, lat: -27 } } }),
      },
      {
        kind: 'service_areas',
        id: area.id,
        change: () => sam().call(api.serviceAreas.update, { ...at(area.id), body: { name: 'Strand' } }),
      },
      {
        kind: 'zone_stops',
        id: pier.id,
        change: () => sam().call(api.zoneStops.update, { ...at(pier.id), body: { name: 'Mole' } }),
      },
      {
        kind: 'service_strategies',
        id: strategy.id,
        change: () => sam().call(api.serviceStrategies.update, { ...at(strategy.id), body: { name: 'Way' } }),
      },
      {
        kind: 'service_routes',
        id: route.id,
        change: () =>
          designer.save(zone, {
            service_routes: {
              updated: [
                {
                  id: route.id,
                  version: design.service_routes[0]!.version,
                  stops: through(mill.id, pier.id),
                },
              ],
            },
          }),
      },
      {
        kind: 'user_roles',
        id: role.id,
        change: () =>
          sam().call(api.userRoles.update, {
            ...at(role.id),
            body: { status: 'disabled' },
            reason: 'The board decided so',
          }),
      },
      {
        kind: 'user_groups',
        id: group.id,
        change: () =>
          sam().call(api.userGroups.update, {
            ...at(group.id),
            body: { roles: [role.id] },
            reason: 'The board decided so',
          }),
      },
      {
        kind: 'settings',
        id: 'app',
        change: () => sam().call(api.settings.update, { body: { app: { currency: 'EUR' }, confirm_currency: true } }),
      },
    ]
  })

  // covers: AUD-29
  // @test-tag long
  test('is settings, regions, zones and their parts, vehicles, drivers, passengers, discounts, groups and roles', async () => {
    for (const { kind, id, change } of cases) {
      const version = async () =>
        (await sam().call(api.recordVersions.show, { query: { record_kind: kind, record_id: String(id) } })).data.fields
      const [before] = await history(kind, id)
      const was = await version()
      await change()
      expect([kind, await version()]).not.toEqual([kind, was])
      await restore(kind, id, before!.id)
      expect([kind, await version()]).toEqual([kind, was])
    }
  })
})

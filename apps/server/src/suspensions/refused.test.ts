import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { sentStep } from '../testing/suspensions.ts'

let server: TestServer
let town: SmallTown
let maria: number
/** a ride of today that was booked before */
let like: number
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  server.deps.clock.set('2026-11-23T08:00:00+10:00')
  town = await buildSmallTown(server)
  await town.vehicle('Van 1')
  maria = await town.passenger('Maria Silva')
  like = (await town.book({ who: maria, from: 'Market', to: 'Hospital', at: '09:00' })).id
})

const dispatcher = () => server.client('dispatcher')
const manager = () => server.client('operations_manager')
const search = (time: string, more: object = {}, by = dispatcher()) =>
  by.call(api.searches.create, {
    body: {
      traveler_id: maria,
      origin: { name: 'Market', point: [153.03012, -27.47] },
      destination: { name: 'School', point: [153.04024, -27.47] },
      traveling_at: time,
      departing: true,
      passengers: [{ fare_type: 'adult' }],
      ...more,
    },
  })

describe('a passenger who is suspended', () => {
  const days = { begins_on: '2026-11-23', ends_on: '2026-11-25' }
  const suspend = (more: object = {}) =>
    sentStep(server, { traveler_id: maria, region_id: town.region_id, ...days, ...more })

  // covers: JRN-119
  test('is refused a ride on these days with the last of them, the way to object and the first day that works, and booked before and after', async () => {
    const contact = { contact_phone: '+61 7 5550 0100', contact_email: 'rides@example.org' }
    await manager().call(api.regions.update, { params: { id: town.region_id }, body: contact })
    await suspend()
    const refused = await refusal(search('2026-11-25T23:00:00+10:00'))
    expect(refused).toMatchObject({
      status: 422,
      errors: [{ code: 'suspended', title: 'Suspended', source: { pointer: '/traveling_at' } }],
      meta: { until: '2026-11-25', next: '2026-11-26' },
    })
    expect(refused.errors[0]?.detail).toBe(
      'Suspended until Wed 25 Nov. To object, call +61 7 5550 0100 or write to rides@example.org. Rides can be booked for Thu 26 Nov and later',
    )
    expect((await search('2026-11-26T00:30:00+10:00')).data.reasons).not.toMatchObject([{ code: 'suspended' }])
  })

  test('may not book an offering that was found before, nor past the rules of the zone', async () => {
    const { data } = await search('2026-11-23T14:00:00+10:00')
    await suspend()
    const body = {
      service_offering_id: data.service_offerings[0]?.id ?? 0,
      traveler_id: maria,
      payment_method: 'cash' as const,
    }
    expect((await refusal(dispatcher().call(api.serviceRequests.create, { body }))).errors[0]?.code).toBe('suspended')
    const past = refusal(
      search('2026-11-23T14:00:00+10:00', { override_reason: 'Has to see a doctor' }, server.client('superadmin')),
    )
    expect((await past).errors[0]?.code).toBe('suspended')
  })

  test('keeps rides that were booked before, which people look at one by one and may still change on these days', async () => {
    const { id: other } = await town.book({ who: maria, from: 'Market', to: 'Hospital', at: '10:00' })
    const id = await suspend()
    const rides = async () => (await dispatcher().call(api.suspensions.rides, { params: { id } })).data
    expect(await rides()).toMatchObject([
      { service_request_id: like, kept: false, from: 'Market', to: 'Hospital' },
      { service_request_id: other, kept: false },
    ])
    const { data } = await dispatcher().call(api.suspensions.keepRide, {
      params: { id },
      body: { service_request_id: like },
    })
    expect(data).toMatchObject([{ kept: true }, { kept: false }])
    expect((await search('2026-11-23T15:00:00+10:00', { service_request_id: like })).data.status).toBe(
      'offerings_available',
    )
    const body = { reason: 'Asked by phone' }
    await dispatcher().call(api.serviceRequests.cancel, { params: { id: other }, body })
    expect(await rides()).toMatchObject([{ service_request_id: like, kept: true }])
  })

  test('books where another region drives, and where the step is only proposed or was lifted', async () => {
    const id = await suspend()
    const elsewhere = await buildSmallTown(server)
    await elsewhere.vehicle('Van 2')
    const ride = { who: maria, from: 'Market', to: 'Hospital', at: '12:00' } as const
    expect((await elsewhere.search(ride)).service_offerings).not.toEqual([])
    await manager().call(api.suspensions.lift, { params: { id }, body: { reason: 'Was in hospital' } })
    expect((await search('2026-11-23T14:00:00+10:00')).data.status).toBe('offerings_available')
  })
})

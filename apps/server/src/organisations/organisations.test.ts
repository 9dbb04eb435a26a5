import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, ApiError, type Client } from '@ambit/contract'
import { saveCard } from '../testing/paid-rides.ts'
import { consentOf, organisationIn, representativeOf, signedInAs } from '../testing/organisations.ts'
import { refusal, refusals } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type SmallTown, stopPoint } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
let count = 0
beforeEach(async () => {
  count += 1
  town = await buildSmallTown(server)
  await town.vehicle('Van')
})
afterAll(() => server.close())

const sam = () => server.client('superadmin')
const refusedAt = (error: ApiError) => error.errors.map(({ source, detail }) => [source?.pointer, detail])

/** Ada and Ben live in the home, and Rita represents it; Cleo lives elsewhere. */
const home = async () => {
  const organisation = await organisationIn(server, town.region_id, 'Sunrise Home')
  const [ada, ben, cleo] = [
    await town.passenger('Ada Hill'),
    await town.passenger('Ben Moor'),
    await town.passenger('Cleo Lake'),
  ]
  const consents = [await consentOf(server, organisation, ada), await consentOf(server, organisation, ben)] as const
  const rita = await representativeOf(server, organisation, `rita${count}`)
  return { organisation, ada, ben, cleo, consents, rita: rita.client, user: rita.id }
}

const searched = (client: Client, who: number, at = '09:00') =>
  client
    .call(api.searches.create, {
      body: {
        traveler_id: who,
        passengers: [{ fare_type: 'adult' }],
        origin: { name: 'Market', point: stopPoint('Market') },
        destination: { name: 'Hospital', point: stopPoint('Hospital') },
        traveling_at: `2026-11-23T${at}:00+10:00`,
        departing: true,
      },
    })
    .then(({ data }) => data)

const booked = async (client: Client, who: number, at?: string) => {
  const { service_offerings } = await searched(client, who, at)
  const body = { service_offering_id: service_offerings[0]?.id ?? 0, traveler_id: who, payment_method: 'cash' as const }
  return (await client.call(api.serviceRequests.create, { body })).data
}

describe('an organisation', () => {
  // covers: JRN-92
  test('keeps its name, contacts and place, and passengers with who consented, when and until when', async () => {
    const place = { region_id: town.region_id, name: 'Sunrise', address: '1 Hill Street', point: stopPoint('Station') }
    const { data: known } = await sam().call(api.places.create, { body: place })
    const contact = {
      name: 'Iris Wood',
      role: 'Head of care',
      phone_number: '+61 7 5550 0100',
      email: 'iris@example.org',
    }
    const body = { region_id: town.region_id, name: 'Sunrise Home', contacts: [contact], place_id: known.id }
    const { data: made } = await sam().call(api.organisations.create, { body })
    expect(made).toMatchObject({
      ...body,
      place_name: 'Sunrise',
      place_point: place.point,
      traveler_count: 0,
      version: 1,
    })
    const ada = await town.passenger('Ada Hill')
    const said = {
      organisation_id: made.id,
      traveler_id: ada,
      consented_by: 'Her daughter Eve',
      consented_on: '2026-11-01',
    }
    const { data: consent } = await sam().call(api.organisationTravelers.create, {
      body: { ...said, until_on: '2027-01-31' },
    })
    expect(consent).toMatchObject({ ...said, until_on: '2027-01-31', ended_at: null, state: 'in_force' })
    const { data: after } = await sam().call(api.organisations.show, { params: { id: made.id } })
    expect(after.traveler_count).toBe(1)
    const params = { id: made.id }
    await sam().call(api.organisations.update, { params, body: { name: 'Sunset Home', place_id: null }, version: 1 })
    expect((await sam().call(api.organisations.list, { query: { search: 'sunset' } })).data).toMatchObject([
      { id: made.id, name: 'Sunset Home', contacts: [contact], place_id: null },
    ])
    const stale = await refusal(sam().call(api.organisations.update, { params, body: { name: 'X' }, version: 1 }))
    expect(stale.status).toBe(409)
  })

  test('is refused beside the field for a name that is taken, a place of another region, and days in the wrong order', async () => {
    const id = await organisationIn(server, town.region_id, 'Sunrise Home')
    const ada = await town.passenger('Ada Hill')
    const said = { organisation_id: id, traveler_id: ada, consented_by: 'Ada', consented_on: '2026-11-02' }
    const told = await refusals([
      sam().call(api.organisations.create, {
        body: { region_id: town.region_id, name: 'sunrise home', place_id: 4711 },
      }),
      sam().call(api.organisationTravelers.create, { body: { ...said, until_on: '2026-11-01' } }),
      sam().call(api.organisationTravelers.create, { body: { ...said, organisation_id: 4711 } }),
    ])
    expect(told.map(refusedAt)).toEqual([
      [
        ['/name', 'The region has an organisation of that name already'],
        ['/place_id', 'There is no such place in the place book of this region'],
      ],
      [['/until_on', 'Please enter a date that is not before the first day']],
      [['/organisation_id', 'There is no such organisation']],
    ])
    await sam().call(api.organisationTravelers.create, { body: said })
    expect(refusedAt(await refusal(sam().call(api.organisationTravelers.create, { body: said })))).toEqual([
      ['/traveler_id', 'There is a consent for this passenger already'],
    ])
  })

  test('stays while users represent it, and then goes with its consents while bookings stay', async () => {
    const { organisation, ada, rita, user } = await home()
    const { id } = await booked(rita, ada)
    const params = { id: organisation }
    expect((await refusal(sam().call(api.organisations.destroy, { params }))).status).toBe(409)
    await sam().call(api.users.update, { params: { id: user }, body: { organisation_id: null }, reason: 'Has left' })
    await sam().call(api.organisations.destroy, { params })
    expect((await sam().call(api.serviceRequests.show, { params: { id } })).data.status).toBe('assigned')
    expect((await refusal(sam().call(api.organisations.show, { params }))).status).toBe(404)
  })
})

describe('a representative', () => {
  // covers: JRN-93
  test('sees the passengers and bookings of the organisation and no others', async () => {
    const { organisation, ada, ben, cleo, rita } = await home()
    const own = await booked(rita, ada)
    const others = await town.book({ who: cleo, from: 'Market', to: 'Station', at: '10:00' })
    expect((await rita.call(api.travelers.list)).data.map(({ id }) => id).toSorted()).toEqual([ada, ben].toSorted())
    expect((await rita.call(api.serviceRequests.list)).data.map(({ id }) => id)).toEqual([own.id])
    expect((await rita.call(api.organisations.list)).data.map(({ id }) => id)).toEqual([organisation])
    const refused = await refusals([
      rita.call(api.travelers.show, { params: { id: cleo } }),
      rita.call(api.serviceRequests.show, { params: { id: others.id } }),
      rita.call(api.serviceRequests.cancel, { params: { id: others.id }, body: {} }),
      rita.call(api.serviceRequests.history, { params: { id: others.id } }),
    ])
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(refusedAt(await refusal(searched(rita, cleo)))).toEqual([['/traveler_id', 'There is no such record']])
  })

  // covers: JRN-95
  test('is offered the payment methods of the zone without cards, and neither sees nor uses a saved card', async () => {
    const { ada, rita } = await home()
    await server.deps.db
      .updateTable('zones')
      .set({ payment_methods: ['cash', 'card', 'opalcard'] })
      .where('id', '=', town.zone_id)
      .execute()
    await saveCard(server, ada, `pm_ada${count}`, 'test')
    const found = await searched(rita, ada)
    expect(found.service_offerings[0]?.payment_methods).toEqual(['cash', 'opalcard'])
    expect((await searched(sam(), ada)).service_offerings[0]?.payment_methods).toEqual(['cash', 'card', 'opalcard'])
    const offering = { service_offering_id: found.service_offerings[0]?.id ?? 0, traveler_id: ada }
    const refused = await refusal(
      rita.call(api.serviceRequests.create, { body: { ...offering, payment_method: 'card' } }),
    )
    expect(refusedAt(refused)).toEqual([['/payment_method', 'This trip can be paid by cash or opalcard']])
    expect((await sam().call(api.travelers.show, { params: { id: ada } })).data.payment_methods).toHaveLength(1)
    expect((await rita.call(api.travelers.show, { params: { id: ada } })).data.payment_methods).toEqual([])
    expect((await refusal(rita.call(api.paymentMethods.list, { params: { id: ada } }))).status).toBe(403)
  })

  test('is named with the organisation and the passenger in the history of what they booked', async () => {
    const { ada, rita } = await home()
    const { id } = await booked(rita, ada)
    const { data } = await rita.call(api.serviceRequests.history, { params: { id } })
    expect(data[0]).toMatchObject({
      status: 'created',
      user_type: 'user',
      user_name: `Test rita${count}`,
      organisation_name: 'Sunrise Home',
      traveler_name: expect.stringContaining('Ada Hill'),
    })
  })

  // covers: JRN-97
  test('books no more once a consent has ended, and what is booked stands and is listed', async () => {
    const { organisation, ada, ben, consents, rita } = await home()
    const { id } = await booked(rita, ada)
    const kept = await booked(rita, ben, '10:00')
    const offered = (await searched(rita, ada, '11:00')).service_offerings[0]?.id ?? 0
    await sam().call(api.organisationTravelers.end, { params: { id: consents[0] } })
    const body = { service_offering_id: offered, traveler_id: ada, payment_method: 'cash' as const }
    const refused = await refusals([searched(rita, ada), rita.call(api.serviceRequests.create, { body })])
    expect(refused.map(({ status }) => status)).toEqual([422, 422])
    const params = { id: organisation }
    const { data: ahead } = await sam().call(api.organisations.bookingsAhead, { params })
    expect(ahead.map((one) => [one.id, one.status])).toEqual([[id, 'assigned']])
    expect((await sam().call(api.organisations.show, { params })).data).toMatchObject({
      traveler_count: 1,
      unconsented_count: 1,
    })
    expect((await rita.call(api.serviceRequests.list)).data.map((one) => one.id)).toEqual([kept.id])
    const { data: over } = await sam().call(api.organisationTravelers.list, {
      query: { filter: { organisation: [organisation], state: ['ended'] } },
    })
    expect(over.map(({ traveler_id }) => traveler_id)).toEqual([ada])
  })

  // covers: JRN-97
  test('books until the last day of a consent is over in the region, and from its first day on', async () => {
    const { ada, ben, consents, user } = await home()
    const [until, from] = consents
    await sam().call(api.organisationTravelers.update, { params: { id: until }, body: { until_on: '2026-11-23' } })
    await sam().call(api.organisationTravelers.update, { params: { id: from }, body: { consented_on: '2026-11-24' } })
    const seen = async () => {
      const rita = await signedInAs(server, user)
      return (await rita.call(api.travelers.list)).data.map(({ id }) => id)
    }
    server.deps.clock.set('2026-11-23T23:59:59+10:00')
    expect(await seen()).toEqual([ada])
    server.deps.clock.set('2026-11-24T00:00:00+10:00')
    expect(await seen()).toEqual([ben])
  })
})

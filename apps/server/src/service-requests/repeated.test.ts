import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { driveRide, saveCard } from '../testing/paid-rides.ts'
import { refusal } from '../testing/refusal.ts'
import { openToApps } from '../testing/rides.ts'
import { buildSmallTown, type SmallTown } from '../testing/small-town.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
  town = await buildSmallTown(server)
})
afterAll(() => server.close())

/** What is sent twice under one key, and what a third one without it is refused with. */
const twice = async <T>(send: (idempotencyKey?: string) => Promise<{ data: T }>): Promise<{ data: T; why: string }> => {
  const key = `key ${Math.trunc(performance.now() * 1000)}`
  const first = await send(key)
  expect(await send(key)).toEqual(first)
  return { data: first.data, why: (await refusal(send())).errors[0]?.detail ?? '' }
}

test('a cancellation, a refund, a change and a trip that ends are each told once more where their answer was lost', async () => {
  const { call } = town.dispatcher
  const van = await town.vehicle('Van 1')
  const [ada, ben] = [await town.passenger('Ada'), await town.passenger('Ben')]
  await saveCard(server, ada, 'card_ada', 'test')

  const offered = await town.search({ who: ada, from: 'Market', to: 'Hospital', at: '09:00' })
  const paid = { service_offering_id: offered.service_offerings[0]!.id, traveler_id: ada, payment_method: 'card' } // the only van is free
  const { id: ride } = (await call(api.serviceRequests.create, { body: { ...paid, payment_method: 'card' } })).data
  const later = await town.book({ who: ben, from: 'Harbour', to: 'Station', at: '11:00' })

  const again = await town.search({ who: ben, from: 'Harbour', to: 'School', at: '11:00', changes: later.id })
  const change = { service_offering_id: again.service_offerings[0]!.id } // as above
  const changed = await call(api.serviceRequests.change, {
    params: { id: later.id },
    body: change,
    idempotencyKey: 'change',
  })
  expect(
    await call(api.serviceRequests.change, { params: { id: later.id }, body: change, idempotencyKey: 'change' }),
  ).toEqual(changed)
  expect(changed.data.dropoff.name).toBe('School')

  const cancelled = await twice((idempotencyKey) =>
    call(api.serviceRequests.cancel, { params: { id: later.id }, body: {}, idempotencyKey }),
  )
  expect([cancelled.data.status, cancelled.why]).toEqual([
    'cancelled',
    `Booking ${later.id} is cancelled already: Mon 23 Nov, 8:00 am, by Test dispatcher. No reason was given`,
  ])

  await driveRide(server, van, ride)
  const refunded = await twice((idempotencyKey) =>
    call(api.serviceRequests.refund, { params: { id: ride }, idempotencyKey }),
  )
  expect([refunded.data.payment_status, refunded.why]).toEqual(['refunded', 'Passenger has already been refunded'])

  const ended = await twice((idempotencyKey) =>
    call(api.trips.changeState, { params: { id: van.trip_id }, body: { status: 'completed' }, idempotencyKey }),
  )
  expect(ended.data.trip.current_state).toBe('completed')
  const { data: histories } = await call(api.trips.history, { params: { id: van.trip_id } })
  expect(histories.filter(({ after }) => after === 'completed')).toHaveLength(1)
})

test('a cancellation with another reason after one whose answer was lost says who cancelled, and the reason that stands', async () => {
  await town.vehicle('Van 9')
  const { id } = await town.book({ who: await town.passenger('Cleo'), from: 'Market', to: 'School', at: '13:00' })
  const cancel = (reason: string) =>
    town.dispatcher.call(api.serviceRequests.cancel, { params: { id }, body: { reason } })
  await cancel('Plans have changed')
  const { status, errors } = await refusal(cancel('Ill'))
  expect([status, errors[0]?.code]).toEqual([409, 'already_cancelled'])
  expect(errors[0]?.detail).toBe(
    `Booking ${id} is cancelled already: Mon 23 Nov, 9:04 am, by Test dispatcher. Reason: Plans have changed`,
  )
})

test('staff who cancel what the passenger has cancelled are told that the passenger did, and no name', async () => {
  await openToApps(town)
  const who = await town.passenger('Dora')
  const { id } = await town.book({ who, from: 'Market', to: 'School', at: '15:00' })
  await server.passengerClient(who).call(api.ride.cancel, { params: { id }, body: {} })
  const { errors } = await refusal(town.dispatcher.call(api.serviceRequests.cancel, { params: { id }, body: {} }))
  expect(errors[0]?.detail).toMatch(/, by the passenger\. No reason was given$/)
})

test('an offering whose booking was cancelled is gone, and fresh ones are offered', async () => {
  const { call } = town.dispatcher
  const who = await town.passenger('Eve')
  const offered = await town.search({ who, from: 'Market', to: 'School', at: '17:00' })
  const sold = { traveler_id: who, payment_method: 'cash' as const }
  const body = { service_offering_id: offered.service_offerings[0]!.id, ...sold } // a van is free
  const { data } = await call(api.serviceRequests.create, { body })
  expect((await call(api.serviceRequests.create, { body })).data.id).toBe(data.id)
  await call(api.serviceRequests.cancel, { params: { id: data.id }, body: {} })
  const { status, errors } = await refusal(call(api.serviceRequests.create, { body }))
  expect([status, errors[0]?.code]).toEqual([409, 'offer_gone'])
})

test('an offering whose booking was changed to another one since does not become a second booking', async () => {
  await town.vehicle('Van 12')
  const { call } = town.dispatcher
  const who = await town.passenger('Eric')
  const offered = await town.search({ who, from: 'Market', to: 'School', at: '12:00' })
  const sold = { traveler_id: who, payment_method: 'cash' as const }
  const body = { service_offering_id: offered.service_offerings[0]!.id, ...sold } // the van is free
  const { id } = (await call(api.serviceRequests.create, { body })).data
  const other = await town.search({ who, from: 'Market', to: 'School', at: '16:00', changes: id })
  const change = { service_offering_id: other.service_offerings[0]!.id }
  await call(api.serviceRequests.change, { params: { id }, body: change })
  const { status, errors } = await refusal(call(api.serviceRequests.create, { body }))
  expect([status, errors[0]?.detail]).toEqual([
    409,
    `Booking ${id} was made of this offering, and has been changed to another since`,
  ])
  const { data } = await call(api.serviceRequests.list, { query: { filter: { traveler: [who] } } })
  expect(data.map((one) => one.id)).toEqual([id])
})

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type SearchWords, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
let maria: number
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  await town.vehicle('Van 1')
  maria = await town.passenger('Maria Silva')
})
afterEach(() => nothingBroken(server))

type Words = Omit<SearchWords, 'who'>
const RIDE = { from: 'Market', to: 'Hospital', at: '09:00' } as const
const offer = async (words: Words): Promise<number> => {
  const search = await town.search({ who: maria, ...words })
  const [offering] = search.service_offerings
  if (offering === undefined) throw new Error(`No offering: ${search.message ?? ''}`)
  return offering.id
}
type Told = { pickup_note?: string | null; dropoff_note?: string | null; comment?: string }
const book = async (told: Told, words: Words = RIDE) => {
  const body = { service_offering_id: await offer(words), traveler_id: maria, payment_method: 'cash' as const, ...told }
  return (await town.dispatcher.call(api.serviceRequests.create, { body })).data
}
const change = async (id: number, words: Words, told: Told = {}) => {
  const body = { service_offering_id: await offer({ ...words, changes: id }), ...told }
  return (await town.dispatcher.call(api.serviceRequests.change, { params: { id }, body })).data
}
const lastReason = async (id: number): Promise<string> => {
  const { data } = await town.dispatcher.call(api.serviceRequests.history, { params: { id } })
  return (
    data
      .at(-1)
      ?.reasons.map(({ text }) => text)
      .join(' ') ?? ''
  )
}

test('a booking keeps a note for each stop beside its comment, without the spaces around them', async () => {
  const booked = await book({ pickup_note: ' Blue gate ', dropoff_note: 'x'.repeat(250), comment: 'Rings twice' })
  expect(booked).toMatchObject({ pickup_note: 'Blue gate', dropoff_note: 'x'.repeat(250), comment: 'Rings twice' })
  expect(await book({ pickup_note: '  ' }, { ...RIDE, at: '12:00' })).toMatchObject({
    pickup_note: null,
    dropoff_note: null,
  })
})

test('a note of more than 250 characters is refused at its field, and nothing is booked', async () => {
  for (const note of ['pickup_note', 'dropoff_note'] as const) {
    const { status, errors } = await refusal(book({ [note]: 'x'.repeat(251) }))
    expect([status, errors[0]?.source?.pointer, errors[0]?.detail]).toEqual([
      422,
      `/${note}`,
      'Please enter at most 250 characters',
    ])
  }
  const query = { filter: { traveler: [maria] } }
  expect((await town.dispatcher.call(api.serviceRequests.list, { query })).data).toEqual([])
})

test('a change keeps what was noted, replaces what is sent, and its history says which note changed and not what it says', async () => {
  const { id } = await book({ pickup_note: 'Blue gate', dropoff_note: 'Ward 3' })
  expect(await change(id, { ...RIDE, at: '10:00' })).toMatchObject({ pickup_note: 'Blue gate', dropoff_note: 'Ward 3' })
  expect(await lastReason(id)).not.toContain('note at')
  const changed = await change(id, { ...RIDE, at: '10:00' }, { pickup_note: 'Green gate', dropoff_note: null })
  expect(changed).toMatchObject({ pickup_note: 'Green gate', dropoff_note: null })
  expect(await lastReason(id)).toMatch(/note at the pick-up changed; note at the drop-off removed/)
  expect(await lastReason(id)).not.toMatch(/gate|Ward/)
  await change(id, { ...RIDE, at: '10:00' }, { dropoff_note: 'Ward 4' })
  expect(await lastReason(id)).toMatch(/: note at the drop-off added/)
})

test('notes are changed by themselves until a booking is over, with an entry in its history and its time and place as they were', async () => {
  const { id, pickup, dropoff } = await book({ pickup_note: 'Blue gate', dropoff_note: 'Ward 3' })
  const tell = async (body: Told, client = town.dispatcher) =>
    (await client.call(api.serviceRequests.changeNotes, { params: { id }, body })).data
  const entries = async () =>
    (await town.dispatcher.call(api.serviceRequests.history, { params: { id } })).data.map(({ reasons }) =>
      reasons.map(({ text }) => text).join(),
    )
  const before = await entries()
  expect(await tell({ pickup_note: 'Green gate' })).toMatchObject({
    pickup_note: 'Green gate',
    dropoff_note: 'Ward 3',
    status: 'assigned',
    pickup,
    dropoff,
  })
  expect(await entries()).toEqual([...before, 'For the driver: note at the pick-up changed'])
  await tell({ pickup_note: 'Green gate' })
  expect(await entries()).toHaveLength(before.length + 1)
  expect((await refusal(tell({ dropoff_note: 'x'.repeat(251) }))).status).toBe(422)
  const elsewhere = (await buildSmallTown(server)).region_id
  const far = server.client({
    permissions: ['LiveBooking:booking:canUpdate', 'TravellerManagement:care:canRead'],
    region_ids: [elsewhere],
  })
  expect((await refusal(tell({ pickup_note: 'Mine' }, far))).status).toBe(404)
  await town.dispatcher.call(api.serviceRequests.cancel, { params: { id }, body: {} })
  expect((await refusal(tell({ pickup_note: 'Late' }))).status).toBe(409)
})

test('a change to another place drops the note for the place that it leaves, and keeps the one at the other end', async () => {
  const { id } = await book({ pickup_note: 'Blue gate', dropoff_note: 'Ward 3' })
  const changed = await change(id, { from: 'School', to: 'Hospital', at: '10:00' })
  expect(changed).toMatchObject({ pickup_note: null, dropoff_note: 'Ward 3' })
  const back = await change(id, { from: 'School', to: 'Station', at: '10:00' }, { pickup_note: 'Hall B' })
  expect(back).toMatchObject({ pickup_note: 'Hall B', dropoff_note: null })
})

test('those who may not see what passengers need see that there is a note, and not what it says', async () => {
  const { id } = await book({ pickup_note: 'Blue gate' })
  const plain = server.client({ permissions: ['LiveBooking:Module', 'LiveBooking:booking:canRead'] })
  const { data } = await plain.call(api.serviceRequests.show, { params: { id } })
  expect([data.pickup_note, data.dropoff_note]).toEqual(['Hidden', null])
})

test('staff who book see what the passenger notes with places of their own, and of others nothing', async () => {
  const client = server.passengerClient(maria)
  const address = { name: '12 Pier Street', point: [153.0205, -27.47] as [number, number] }
  await client.call(api.ride.addPlace, { body: { name: 'Home', kind: 'home', address, note: 'Ring twice' } })
  await client.call(api.ride.addPlace, { body: { name: 'Gym', kind: 'other', address } })
  const seen = async (id: number) => (await town.dispatcher.call(api.travelers.placeNotes, { params: { id } })).data
  expect(await seen(maria)).toEqual([{ name: 'Home', point: address.point, note: 'Ring twice' }])
  expect(await seen(await town.passenger('Tom Baker'))).toEqual([])
  expect((await refusal(town.dispatcher.call(api.travelers.placeNotes, { params: { id: 4711 } }))).status).toBe(404)
})

import { beforeEach, describe, expect, test } from 'vitest'
import { api, type Client } from '@ambit/contract'
import { startOpenReturns } from '../testing/called-returns.ts'
import { refusal } from '../testing/refusal.ts'
import { openToApps } from '../testing/rides.ts'
import { clockOf, stopPoint } from '../testing/small-town.ts'
import { serveNow } from '../testing/waitlist.ts'

const { w, at, clock, open, show } = startOpenReturns()

let app: Client
beforeEach(async () => {
  await openToApps(w.town)
  app = w.server.passengerClient(w.maria)
})

const returns = async (client = app) => (await client.call(api.ride.returns)).data
const call = async (id: number, idempotencyKey = `call ${id}`, client = app) =>
  (await client.call(api.ride.callReturn, { params: { id }, idempotencyKey })).data
const drop = (id: number, client = app) => client.call(api.ride.dropReturn, { params: { id } })
const rides = async () => (await app.call(api.ride.bookings, { query: { state: 'open' } })).data
const placed = (name: 'Harbour' | 'Station') => ({ name, point: stopPoint(name) })
/** The way there at nine, with a way back to be called for. */
const book = async (time = '09:00') => {
  const { data } = await app.call(api.ride.search, {
    body: {
      origin: placed('Harbour'),
      destination: placed('Station'),
      traveling_at: at(time),
      departing: true,
      passengers: [{}],
      return: { choice: 'open' },
    },
  })
  const [offering] = data.service_offerings
  const body = {
    service_offering_id: offering?.id ?? 0,
    payment_method: 'cash' as const,
    return: { choice: 'open' as const },
  }
  return (await app.call(api.ride.book, { body })).data
}
describe('a way back that is called for in the app', () => {
  beforeEach(async () => void (await w.town.vehicle('Van 1')))

  // covers: RIDE-41, RIDE-48
  test('is kept with the ride there in one transaction, from when that is over until service ends', async () => {
    const ride = await book()
    const [kept] = await returns()
    expect(kept).toMatchObject({
      origin: { name: 'Station' },
      destination: { name: 'Harbour' },
      not_before: ride.dropoff.upper_bound,
      state: 'waiting',
      called_at: null,
      waits_until: null,
      service_request_id: null,
      payment_method: 'cash',
      refused: null,
    })
    expect(ride.journey).toEqual({ leg: 'there', number: 1, others: [], open_return_id: kept?.id })
    expect(await show(kept?.id ?? 0)).toMatchObject({ created_by: null, state: 'waiting' })
  })

  // covers: RIDE-41
  test('becomes the soonest ride with one call, and the same one for every repetition', async () => {
    const { id, open_return_id } = { ...(await book()).journey, id: (await rides())[0]?.id ?? 0 }
    clock('10:40')
    const answers = await Promise.all([1, 2].map(() => call(open_return_id ?? 0)))
    expect(answers[1]).toEqual(answers[0])
    const [answer] = answers
    expect(clockOf(answer?.ride?.pickup.lower_bound ?? '')).toMatch(/^10:[45]/)
    expect(answer?.ride?.journey).toMatchObject({ leg: 'back', others: [{ id }], open_return_id: null })
    expect(await returns()).toMatchObject([{ state: 'activated', service_request_id: answer?.ride?.id }])
    const again = await refusal(call(open_return_id ?? 0, 'another key'))
    expect([again.status, again.errors[0]?.detail]).toEqual([
      409,
      `This open return has ended: it became booking ${answer?.ride?.id}`,
    ])
  })

  test('is called for by the passenger and by who may book for them, and by nobody else', async () => {
    const { id } = await open()
    const tom = w.server.passengerClient(await w.town.passenger('Tom Baker'))
    for (const refused of [call(id, 'tom', tom), drop(id, tom)]) expect((await refusal(refused)).status).toBe(404)
    expect(await returns(tom)).toEqual([])
    const link = async (rights: ('book' | 'follow')[]) => {
      const helper_id = await w.town.passenger(`Anna ${rights.join()}`)
      const body = { traveler_id: w.maria, helper_id, rights }
      await w.server.client('customer_service').call(api.travelerHelpers.create, { body })
      return w.server.passengerClient(helper_id)
    }
    const follower = await link(['follow'])
    expect((await refusal(call(id, 'follower', follower))).status).toBe(403)
    expect((await returns(follower))[0]?.refused).toBe('You may follow the rides of Maria Silva, and not change them')
    const helper = await link(['book'])
    clock('10:40')
    expect((await call(id, 'helper', helper)).ride?.traveler_name).toBe('Maria Silva')
  })

  test('is not called for where the area is booked by phone, and stays as it is', async () => {
    const { id } = await open()
    await openToApps(w.town, false)
    const error = await refusal(call(id))
    expect([error.status, error.errors[0]?.detail]).toEqual([422, 'This area is booked by phone'])
    expect(await show(id)).toMatchObject({ state: 'waiting', called_at: null })
  })

  test('ends where it is not needed, alone or with the ride there', async () => {
    const first = (await book()).journey?.open_return_id ?? 0
    await drop(first)
    expect((await refusal(drop(first))).status).toBe(409)
    expect(await rides()).toHaveLength(1)
    const later = await book('13:00')
    await app.call(api.ride.cancel, { params: { id: later.id }, body: { legs: 'all' } })
    expect((await returns()).map(({ state }) => state)).toEqual(['not_needed', 'not_needed'])
    expect(await rides()).toHaveLength(1)
  })
})

describe('a call that no ride answers soon', () => {
  beforeEach(async () => {
    await w.town.vehicle('Van 1', { from: '08:00', until: '10:00' })
    const { zone_id } = w.town
    await w.server.deps.db.updateTable('zones').set({ open_return_minutes: 15 }).where('id', '=', zone_id).execute()
  })

  // covers: RIDE-41
  test('waits, and offers what comes later, which becomes the way back', async () => {
    await w.town.vehicle('Van 2', { from: '11:25', until: '15:00' })
    const id = (await book()).journey?.open_return_id ?? 0
    clock('11:00')
    const answer = await call(id)
    expect(answer.ride).toBeNull()
    expect(Date.parse(answer.waits_until ?? '')).toBeGreaterThan(Date.parse(at('12:00')))
    const [waits] = await returns()
    expect(waits).toMatchObject({ state: 'waiting', called_at: expect.any(String), waits_until: answer.waits_until })
    const body = { service_offering_id: answer.later?.id ?? 0, payment_method: 'cash' as const }
    const { data: taken } = await app.call(api.ride.book, { body })
    expect(taken.journey).toMatchObject({ leg: 'back' })
    expect(await returns()).toMatchObject([{ state: 'activated', service_request_id: taken.id, waits_until: null }])
  })

  test('is booked as soon as there is room, without another tap', async () => {
    await w.town.vehicle('Van 2', { from: '14:30', until: '15:30' })
    const id = (await book()).journey?.open_return_id ?? 0
    clock('11:00')
    expect((await call(id)).later).toBeNull()
    await w.town.vehicle('Van 3', { from: '11:00', until: '15:00' })
    await serveNow(w.server)
    const [ended] = await returns()
    expect(ended?.state).toBe('activated')
    expect((await rides()).map((ride) => ride.id)).toContain(ended?.service_request_id)
  })
})

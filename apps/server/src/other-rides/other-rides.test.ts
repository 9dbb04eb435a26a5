import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, type Client, type SearchInput } from '@ambit/contract'
import type { z } from 'zod'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { at, buildSmallTown, clockOf, type SmallTown, type StopName, stopPoint } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
let maria: number
let clerk: Client
let boss: Client
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
  clerk = server.client('customer_service')
  boss = server.client('operations_manager')
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  await town.vehicle('Van 1')
  await town.vehicle('Van 2')
  maria = await town.passenger('Maria Silva')
})

type Asked = { who?: number; from?: StopName | [number, number]; to?: StopName; time?: string; as?: Client } & Partial<
  z.input<typeof SearchInput>
>
const placed = (place: StopName | [number, number]) =>
  typeof place === 'string' ? { name: place, point: stopPoint(place) } : { name: 'A door', point: place }
const search = async ({ who, from = 'Market', to = 'Hospital', time = '09:00', as = clerk, ...more }: Asked = {}) => {
  const traveling_at = time.includes('T') ? time : `2026-11-23T${time}:00+10:00`
  const body = {
    traveler_id: who ?? maria,
    passengers: [{ fare_type: 'adult' as const }],
    origin: placed(from),
    destination: placed(to),
    traveling_at,
    departing: true,
    ...more,
  }
  return (await as.call(api.searches.create, { body })).data
}
type Said = { besides?: number[]; overlap_reason?: string }
const confirm = (offering: number | undefined, said: Said = {}, as = clerk, who = maria) =>
  as.call(api.serviceRequests.create, {
    body: { service_offering_id: offering ?? 0, traveler_id: who, payment_method: 'cash', ...said },
  })
const minutesAfter = (time: string, minutes: number) => new Date(Date.parse(time) + minutes * 60_000).toISOString()

describe('nearly the same ride', () => {
  // covers: JRN-74, JRN-75
  test('is named before a search where both ends lie within 150 m and the windows within half an hour', async () => {
    const booked = await town.book({ who: maria, from: 'Market', to: 'Hospital', at: '09:00' })
    const { lower_bound, upper_bound } = booked.pickup
    const error = await refusal(search({ time: minutesAfter(upper_bound, 30) }))
    expect([error.status, error.errors[0]?.code, error.meta]).toEqual([
      409,
      'another_ride',
      { service_request_id: booked.id },
    ])
    expect(error.errors[0]?.detail).toBe(
      `Booking ${booked.id} is nearly the same ride: pick up Mon 23 Nov, ${clockOf(lower_bound).replace(/^0/, '')} am`,
    )
    expect((await search({ time: minutesAfter(upper_bound, 31) })).status).toBe('offerings_available')
    const time = minutesAfter(upper_bound, 20)
    expect((await search({ time, from: at(1000, 140) }).catch(({ status }) => ({ status }))).status).toBe(409)
    expect((await search({ time, from: at(1000, 160) })).status).toBe('offerings_available')
    expect((await search({ time, to: 'Station' })).status).toBe('offerings_available')
    const arrival = { traveling_at: minutesAfter(booked.dropoff.lower_bound, -30), departing: false }
    expect((await refusal(search(arrival))).status).toBe(409)
  })

  // covers: JRN-74, JRN-75
  test('can be booked anyway by who has seen it, and is asked about again where another one was booked since', async () => {
    const seen = await town.book({ who: maria, from: 'Market', to: 'Hospital', at: '09:00' })
    const time = minutesAfter(seen.pickup.upper_bound, 15)
    const said = { besides: [seen.id] }
    const [mine, others] = [await search({ time, ...said }), await search({ time, ...said })]
    const unsaid = await refusal(confirm(mine.service_offerings[0]?.id))
    expect([unsaid.status, unsaid.meta]).toEqual([409, { service_request_id: seen.id }])
    const { data: second } = await confirm(others.service_offerings[0]?.id, said)
    const error = await refusal(confirm(mine.service_offerings[0]?.id, said))
    expect([error.status, error.meta]).toEqual([409, { service_request_id: second.id }])
  })

  // covers: JRN-78
  test('that two clerks confirm at once becomes one booking, and one 409 that names it', async () => {
    const offers = [await search(), await search({ as: boss })]
    const outcomes = await Promise.allSettled(
      offers.map(({ service_offerings }, index) => confirm(service_offerings[0]?.id, {}, index === 0 ? clerk : boss)),
    )
    const made = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.data.id] : []))
    expect(made).toHaveLength(1)
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect(refused).toMatchObject([{ status: 409, meta: { service_request_id: made[0] } }])
    expect(refused[0].errors[0]).toMatchObject({
      code: 'another_ride',
      detail: expect.stringContaining(`Booking ${made[0]} is nearly the same ride`),
    })
  })

  // covers: JRN-78
  test('of different people on one phone number is no duplicate', async () => {
    const tom = await town.passenger('Tom Silva')
    const phone_number = '+61 411 222 333'
    await server.deps.db.updateTable('travelers').set({ phone_number }).where('id', 'in', [maria, tom]).execute()
    await town.book({ who: maria, from: 'Market', to: 'Hospital', at: '09:00' })
    const found = await search({ who: tom })
    expect((await confirm(found.service_offerings[0]?.id, {}, clerk, tom)).data.status).toBe('assigned')
  })

  test('is not the ride that is changed, and another one is asked about when it is changed', async () => {
    const first = await town.book({ who: maria, from: 'Market', to: 'Hospital', at: '09:00' })
    const second = await town.book({ who: maria, from: 'Market', to: 'Hospital', at: '11:00' })
    const change = (service_offering_id = 0, said: Said = {}) =>
      boss.call(api.serviceRequests.change, { params: { id: second.id }, body: { service_offering_id, ...said } })
    const later = await search({ time: '11:10', service_request_id: second.id })
    expect((await change(later.service_offerings[0]?.id)).data.id).toBe(second.id)
    const time = minutesAfter(first.pickup.upper_bound, 20)
    const error = await refusal(search({ time, service_request_id: second.id }))
    expect([error.status, error.meta]).toEqual([409, { service_request_id: first.id }])
    const besides = [first.id]
    const near = await search({ time, service_request_id: second.id, besides })
    expect((await refusal(change(near.service_offerings[0]?.id))).meta).toEqual({ service_request_id: first.id })
    expect((await change(near.service_offerings[0]?.id, { besides })).data.id).toBe(second.id)
  })
})

describe('a ride at the time of another', () => {
  // covers: JRN-74, JRN-76
  test('is refused with its times before the search and when it is confirmed', async () => {
    const offers = await search({ from: 'School', to: 'Station' })
    const booked = await town.book({ who: maria, from: 'Market', to: 'Hospital', at: '09:00' })
    const [from, to] = [booked.pickup.eta, booked.dropoff.eta].map((time) => clockOf(time).replace(/^0/, ''))
    const detail = `Maria Silva travels from ${from} am to ${to} am already`
    const searched = await refusal(search({ from: 'School', to: 'Station' }))
    expect(searched.status).toBe(422)
    expect(searched.errors).toMatchObject([{ code: 'overlapping_ride', detail, source: { pointer: '/traveling_at' } }])
    // One ends in the moment in which the other begins.
    const touching = { departing: false, traveling_at: booked.pickup.eta ?? '' }
    expect((await refusal(search({ from: 'Station', to: 'School', ...touching }))).errors[0]?.detail).toBe(detail)
    const confirmed = await refusal(confirm(offers.service_offerings[0]?.id))
    expect(confirmed.errors).toMatchObject([
      { code: 'overlapping_ride', detail, source: { pointer: '/service_offering_id' } },
    ])
  })

  // covers: JRN-76
  test('is booked with the right to it and a reason, which stands in the history', async () => {
    const booked = await town.book({ who: maria, from: 'Market', to: 'Hospital', at: '09:00' })
    const said = { overlap_reason: 'Her bag goes ahead' }
    const asked = { from: 'School', to: 'Station', ...said } as const
    expect((await refusal(search(asked))).status).toBe(403)
    const [offering] = (await search({ ...asked, as: boss })).service_offerings
    expect((await refusal(confirm(offering?.id, said))).status).toBe(403)
    expect((await refusal(confirm(offering?.id, {}, boss))).errors[0]?.code).toBe('overlapping_ride')
    const { data } = await confirm(offering?.id, said, boss)
    const { data: history } = await boss.call(api.serviceRequests.history, { params: { id: data.id } })
    expect(history[0]?.reasons).toMatchObject([
      { code: 'overlaps', text: `Booked at the time of booking ${booked.id}: Her bag goes ahead` },
    ])
  })

  test('tells who knows passengers by number alone no name', async () => {
    await town.book({ who: maria, from: 'Market', to: 'Hospital', at: '09:00' })
    const key = 'TravellerManagement:tripBookingWizard:canCreate'
    const as = server.client({ permissions: [key] })
    await refusal(search({ from: 'School', to: 'Station', as }))
    await server.deps.db
      .updateTable('user_roles')
      .set({ pseudonymous: true })
      .where('name', 'like', 'custom%')
      .execute()
    const error = await refusal(search({ from: 'School', to: 'Station', as }))
    expect(error.errors[0]?.detail).toMatch(
      new RegExp(`^Passenger ${maria} travels from 9:0\\d am to 9:0\\d am already$`),
    )
  })

  test('in a region out of sight is compared by its times alone', async () => {
    const booked = await town.book({ who: maria, from: 'Market', to: 'Hospital', at: '09:00' })
    const sam = server.client('superadmin')
    const hills = { name: `Hills ${maria}`, time_zone: 'Australia/Brisbane' }
    const { data: region } = await sam.call(api.regions.create, { body: hills })
    await server.deps.db.updateTable('travelers').set({ region_id: region.id }).where('id', '=', maria).execute()
    const key = 'TravellerManagement:tripBookingWizard:canCreate'
    const as = server.client({ permissions: [key], region_ids: [region.id] })
    expect((await refusal(search({ as }))).errors[0]?.code).toBe('overlapping_ride')
    const time = minutesAfter(booked.pickup.upper_bound, 20)
    expect((await search({ time, as })).reasons).toMatchObject([{ code: 'no_zone' }])
  })
})

// covers: JRN-77
test('too little time between two rides is warned of at the offering, with the minutes missing', async () => {
  const booked = await town.book({ who: maria, from: 'Market', to: 'Hospital', at: '09:00' })
  const ends = Date.parse(booked.dropoff.eta ?? '')
  const warned = async (time: string) => {
    const [offering] = (await search({ from: 'Harbour', to: 'School', time })).service_offerings
    const warning = offering?.meta.reasons.find(({ code }) => code === 'too_little_time')
    return { warning, boards: Date.parse(offering?.pickup.lower_bound ?? '') }
  }
  const { warning, boards } = await warned(minutesAfter(booked.dropoff.eta ?? '', 2))
  // Three kilometres from the hospital to the harbour take five minutes.
  const minutes = Math.ceil((ends + 300_000 - boards) / 60_000)
  expect(minutes).toBeGreaterThan(0)
  expect(warning).toEqual({
    code: 'too_little_time',
    text: `Too little time after booking ${booked.id}: ${minutes} min are missing for the fastest drive to this pick-up`,
    figures: { minutes, service_request_id: booked.id, side: 'after' },
  })
  expect((await warned(minutesAfter(booked.dropoff.eta ?? '', 8))).warning).toBeUndefined()
})

import { api } from '@ambit/contract'
import { describe, expect, test } from 'vitest'
import { permissionsOf } from '../access/roles.ts'
import { contextOf } from '../planning/plan/context.ts'
import { readVersion } from '../planning/plan/queries.ts'
import { buildProblem } from '../planning/problem/build.ts'
import { startOpenReturns } from '../testing/called-returns.ts'
import { refusal } from '../testing/refusal.ts'
import { clockOf, stopPoint } from '../testing/small-town.ts'
import { serveNow } from '../testing/waitlist.ts'

const { w, at, clock, there, confirm, open, show, activate, take, bookings, entries, exceptions, setRules, sayings } =
  startOpenReturns()

describe('a way back to be called for', () => {
  // covers: JRN-34
  test('is kept with places, people, day and time in the transaction that books the way there, without a promise', async () => {
    await w.town.vehicle('Van 1')
    const journey = await confirm(await there())
    expect(journey.service_requests.map(({ pickup, journey_leg }) => [pickup.name, journey_leg])).toEqual([
      ['Harbour', 1],
    ])
    expect(journey.open_return).toMatchObject({
      state: 'waiting',
      journey_id: journey.id,
      traveler_name: 'Maria Silva',
      zone_id: w.town.zone_id,
      origin: { name: 'Station' },
      destination: { name: 'Harbour' },
      passenger_count: 1,
      payment_method: 'cash',
      day: '2026-11-23',
      not_before: new Date(at('10:30')).toISOString(),
      called_at: null,
      service_request_id: null,
      waitlist_entry_id: null,
    })
    expect(await bookings()).toHaveLength(1)
    expect((await w.town.dispatcher.call(api.journeys.show, { params: { id: journey.id } })).data).toEqual(journey)
  })

  // covers: JRN-35
  test('is not counted by the optimiser, and takes no seat from who asks for one', async () => {
    await w.town.vehicle('Van 1', { seats: 1 })
    await confirm(await there())
    const { db } = w.server.deps
    const context = await contextOf(w.server.deps, db, await readVersion(db, w.town.zone_id))
    const { requests } = buildProblem(context).problem
    expect(requests.map(({ id }) => id)).toEqual((await bookings()).map(({ id }) => id))
    const tom = await w.town.passenger('Tom Baker')
    const other = await w.town.book({ who: tom, from: 'Station', to: 'Harbour', at: '10:30' })
    expect(clockOf(other.pickup.lower_bound)).toBe('10:30')
  })

  test('answers the same journey to a repetition, and keeps the way back once', async () => {
    await w.town.vehicle('Van 1')
    const offering = await there()
    const first = await confirm(offering)
    expect(await confirm(offering)).toEqual(first)
    const { data } = await w.town.dispatcher.call(api.openReturns.list, { query: { filter: { traveler: [w.maria] } } })
    expect(data).toEqual([first.open_return])
  })

  test('is not kept where the way there is gone', async () => {
    await w.town.vehicle('Van 1', { seats: 1 })
    const offering = await there()
    await w.town.book({ who: await w.town.passenger('Tom Baker'), from: 'Harbour', to: 'Station', at: '09:00' })
    expect((await refusal(confirm(offering))).status).toBe(409)
    const { data } = await w.town.dispatcher.call(api.openReturns.list, { query: { filter: { traveler: [w.maria] } } })
    expect(data).toEqual([])
  })

  test('may have places and people of its own, and says at its field what does not go', async () => {
    await w.town.vehicle('Van 1')
    const offering = await there()
    const early = await sayings(confirm(offering, { not_before: at('08:30') }))
    expect(early.slice(0, 2)).toEqual([422, '/open_return/not_before'])
    expect(early[2]).toMatch(/^The way there ends at .* am; a return is possible from .* am$/)
    const away = { name: 'Far away', point: [150, -30] as [number, number] }
    expect((await sayings(confirm(offering, { destination: away }))).slice(0, 2)).toEqual([
      422,
      '/open_return/destination',
    ])
    const people = [{ travels_as: 'attendant' as const }, {}]
    expect((await sayings(confirm(offering, { passengers: people }))).slice(0, 2)).toEqual([
      422,
      '/open_return/passengers',
    ])
    expect(await bookings()).toEqual([])
    const { open_return } = await confirm(offering, {
      destination: { name: 'Market', point: stopPoint('Market') },
      passengers: [{}, {}],
    })
    expect(open_return).toMatchObject({ destination: { name: 'Market' }, passenger_count: 2 })
  })

  test('takes the place of the second way, and never stands beside one', async () => {
    await w.town.vehicle('Van 1')
    const offering = await there()
    const legs = [1, 2].map(() => ({ service_offering_id: offering.id, payment_method: 'cash' as const }))
    const body = { traveler_id: w.maria, legs, open_return: { not_before: at('10:30') } }
    const both = 'Please choose the way there and the way back'
    expect((await sayings(w.town.dispatcher.call(api.journeys.create, { body }))).slice(1)).toEqual(['/legs', both])
    const alone = { traveler_id: w.maria, legs: legs.slice(1) }
    expect((await sayings(w.town.dispatcher.call(api.journeys.create, { body: alone }))).slice(1)).toEqual([
      '/legs',
      both,
    ])
  })

  test('is the passenger’s last choice between these two places', async () => {
    await w.town.vehicle('Van 1')
    await open()
    const latLng = (point: readonly [number, number]): string => `${point[1]},${point[0]}`
    const query = { traveler_id: w.maria, from: latLng(stopPoint('Harbour')), to: latLng(stopPoint('Station')) }
    expect((await w.town.dispatcher.call(api.journeys.usualReturn, { query })).data.choice).toBe('open')
  })

  test('is kept of a booking that stands already, once', async () => {
    await w.town.vehicle('Van 1')
    const booked = await w.town.book({ who: w.maria, from: 'Harbour', to: 'Station', at: '09:00' })
    const keep = async (service_request_id: number, not_before = at('11:00')) =>
      (await w.town.dispatcher.call(api.openReturns.create, { body: { service_request_id, not_before } })).data
    expect((await sayings(keep(booked.id, at('08:45')))).slice(0, 2)).toEqual([422, '/not_before'])
    const kept = await keep(booked.id)
    expect(kept).toMatchObject({ state: 'waiting', origin: { name: 'Station' }, destination: { name: 'Harbour' } })
    expect((await bookings()).map(({ journey_id, journey_leg }) => [journey_id, journey_leg])).toEqual([
      [kept.journey_id, 1],
    ])
    expect(await sayings(keep(booked.id))).toEqual([
      422,
      '/service_request_id',
      `The way back is open return ${kept.id} already`,
    ])
    const other = await w.town.book({ who: w.maria, from: 'School', to: 'Market', at: '14:00' })
    await w.town.dispatcher.call(api.serviceRequests.cancel, { params: { id: other.id }, body: {} })
    expect(await sayings(keep(other.id))).toEqual([422, '/service_request_id', 'The passenger did not ride there'])
  })
})

describe('calling for it', () => {
  // covers: JRN-36
  test('searches for now from its places, and the offering that is confirmed becomes the way back', async () => {
    await w.town.vehicle('Van 1')
    const { id, journey_id } = await open()
    clock('11:00')
    const { service_availability_search: search, in_time, minutes, open_return } = await activate(id, 'the call')
    expect([in_time, minutes, open_return.state, open_return.called_at]).toEqual([
      true,
      45,
      'waiting',
      new Date(at('11:00')).toISOString(),
    ])
    expect(search).toMatchObject({
      open_return_id: id,
      origin: { name: 'Station' },
      destination: { name: 'Harbour' },
      departing: true,
      traveling_at: new Date(at('11:00')).toISOString(),
    })
    expect((await activate(id, 'the call')).service_availability_search).toEqual(search)
    const booking = await take(search.service_offerings[0])
    expect([booking.journey_id, booking.journey_leg]).toEqual([journey_id, 2])
    expect(Date.parse(booking.pickup.lower_bound)).toBeLessThanOrEqual(Date.parse(at('11:45')))
    expect(await show(id)).toMatchObject({ state: 'activated', service_request_id: booking.id })
    expect(await entries()).toEqual([])
    expect(await sayings(activate(id))).toEqual([
      409,
      undefined,
      `This open return has ended: it became booking ${booking.id}`,
    ])
  })

  test('makes one booking of two offerings that are confirmed', async () => {
    await w.town.vehicle('Van 1')
    const { id } = await open()
    clock('11:00')
    const [one, other] = [await activate(id), await activate(id)]
    const booking = await take(one.service_availability_search.service_offerings[0])
    expect((await take(one.service_availability_search.service_offerings[0])).id).toBe(booking.id)
    expect(await sayings(take(other.service_availability_search.service_offerings[0]))).toEqual([
      409,
      undefined,
      expect.stringMatching(/nearly the same ride|has ended/),
    ])
    expect(await bookings()).toHaveLength(2)
  })

  test('is not stopped by a cut-off or by rides ahead, as the way back was agreed before', async () => {
    await w.town.vehicle('Van 1')
    const { id } = await open()
    await setRules({ cut_off: { kind: 'minutes', minutes: 240 }, max_open_bookings: 1 })
    clock('11:00')
    const { in_time, service_availability_search: search } = await activate(id)
    expect(in_time).toBe(true)
    expect((await take(search.service_offerings[0])).journey_leg).toBe(2)
  })

  test('names an open return for its own journey alone, so that no other ride passes the rules by it', async () => {
    await w.town.vehicle('Van 1')
    const { id } = await open()
    await setRules({ max_open_bookings: 1 })
    clock('11:00')
    const place = (name: 'Station' | 'Harbour' | 'School') => ({ name, point: stopPoint(name) })
    const search = (more: object) =>
      w.town.dispatcher.call(api.searches.create, {
        body: {
          traveler_id: w.maria,
          passengers: [{}],
          origin: place('Station'),
          destination: place('Harbour'),
          traveling_at: at('11:00'),
          departing: true,
          open_return_id: id,
          ...more,
        },
      })
    expect((await search({})).data.service_offerings).toHaveLength(1)
    const other = [422, '/open_return_id', 'This is not the journey of the open return']
    expect(await sayings(search({ destination: place('School') }))).toEqual(other)
    expect(await sayings(search({ passengers: [{}, {}] }))).toEqual(other)
    expect(await sayings(search({ traveling_at: '2026-11-25T11:00:00+10:00' }))).toEqual(other)
  })

  test('is confirmed by itself: no journey and no change of a booking takes its offering', async () => {
    await w.town.vehicle('Van 1')
    const { id } = await open()
    clock('11:00')
    const [back] = (await activate(id)).service_availability_search.service_offerings
    const later = await w.town.search({ who: w.maria, from: 'Harbour', to: 'Station', at: '14:00' })
    const legs = [back, later.service_offerings[0]].map((offering) => ({
      service_offering_id: offering?.id ?? 0,
      payment_method: 'cash' as const,
    }))
    const body = { traveler_id: w.maria, legs }
    expect(await sayings(w.town.dispatcher.call(api.journeys.create, { body }))).toEqual([
      422,
      '/legs/0/service_offering_id',
      'This offering is for an open return',
    ])
    expect((await show(id)).state).toBe('waiting')
  })

  // covers: JRN-37, JRN-62
  test('becomes an entry and an exception where nothing comes within the zone’s minutes, and is served before others', async () => {
    await w.town.vehicle('Van 1', { from: '08:00', until: '10:00' })
    const { id } = await open()
    await w.server.deps.db
      .updateTable('zones')
      .set({ open_return_minutes: 15 })
      .where('id', '=', w.town.zone_id)
      .execute()
    clock('11:00')
    // Waits before the call, for the same seat.
    const other = await w.town.passenger('Bob Cole')
    const refused = await w.town.search({ who: other, from: 'Station', to: 'Harbour', at: '11:02', people: 8 })
    await w.town.dispatcher.call(api.waitlistEntries.create, {
      body: {
        service_availability_search_id: refused.id,
        earliest_at: at('11:00'),
        latest_at: at('12:30'),
        payment_method: 'cash',
      },
    })
    const called = await activate(id)
    expect([called.in_time, called.minutes, called.service_availability_search.service_offerings]).toEqual([
      false,
      15,
      [],
    ])
    const { waitlist_entry_id } = await show(id)
    expect((await entries()).map((entry) => entry.id)).toContain(waitlist_entry_id)
    expect(await exceptions()).toContainEqual(['booking_waiting', 'soon', 'Maria S.'])
    // Called again, it is the same entry.
    await activate(id)
    expect((await entries()).filter(({ traveler_id }) => traveler_id === w.maria)).toHaveLength(1)
    await w.town.vehicle('Van 2', { seats: 8, from: '11:00', until: '11:20' })
    await serveNow(w.server)
    const ended = await show(id)
    expect(ended.state).toBe('activated')
    const back = (await bookings()).find((booking) => booking.id === ended.service_request_id)
    expect([back?.journey_leg, back?.pickup.name]).toEqual([2, 'Station'])
    expect((await entries()).map(({ traveler_id }) => traveler_id)).toEqual([other])
  })

  test('leaves what comes later to the caller until it runs out, and waits besides', async () => {
    await w.town.vehicle('Van 1', { from: '08:00', until: '10:00' })
    await w.town.vehicle('Van 2', { from: '11:25', until: '15:00' })
    const { id } = await open()
    await w.server.deps.db
      .updateTable('zones')
      .set({ open_return_minutes: 15 })
      .where('id', '=', w.town.zone_id)
      .execute()
    clock('11:00')
    const { in_time, service_availability_search: search } = await activate(id)
    expect([in_time, search.service_offerings.length > 0]).toEqual([false, true])
    await serveNow(w.server)
    expect((await show(id)).state).toBe('waiting')
    // What was offered at the first call runs out while the passenger weighs the second one.
    clock('11:04')
    await activate(id)
    clock('11:06')
    await serveNow(w.server)
    expect((await show(id)).state).toBe('waiting')
    const { service_availability_search: last } = await activate(id)
    const booking = await take(last.service_offerings[0])
    expect(await show(id)).toMatchObject({ state: 'activated', service_request_id: booking.id })
    expect(await entries()).toEqual([])
  })
})

test('are for customer service, dispatchers and those above them', async () => {
  const keys = ['canRead', 'canCreate', 'canUpdate', 'canDestroy'].map(
    (action) => `TravellerManagement:openReturn:${action}`,
  )
  for (const role of ['customer_service', 'dispatcher', 'operations_manager', 'administrator'] as const) {
    const held: Record<string, boolean> = permissionsOf(role)
    expect([role, keys.filter((key) => held[key] !== true)]).toEqual([role, []])
  }
  expect((await refusal(w.server.client('fleet_manager').call(api.openReturns.list))).status).toBe(403)
})

test('stands in the order of the time before which nobody calls', async () => {
  await w.town.vehicle('Van 1')
  const late = await open({ not_before: at('12:00') })
  const early = await open({ not_before: at('11:00') }, await w.town.passenger('Tom Baker'))
  const { data } = await w.town.dispatcher.call(api.openReturns.list, {
    query: { filter: { zone: [w.town.zone_id], state: ['waiting'] } },
  })
  expect(data.map(({ id, not_before }) => [id, clockOf(not_before)])).toEqual([
    [early.id, '11:00'],
    [late.id, '12:00'],
  ])
})

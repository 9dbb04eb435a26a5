import { api, permissionKeys } from '@ambit/contract'
import { describe, expect, test } from 'vitest'
import { eraseTraveler } from '../erasures/erase.ts'
import { startOpenReturns } from '../testing/called-returns.ts'
import { refusal } from '../testing/refusal.ts'
import { stopPoint } from '../testing/small-town.ts'

const { w, at, clock, there, confirm, open, show, activate, take, bookings, entries, exceptions, setRules, sayings } =
  startOpenReturns()

describe('its end', () => {
  // covers: JRN-39
  test('is being activated, not needed, or closed by staff with a reason, without a miss, and for good', async () => {
    await w.town.vehicle('Van 1')
    const first = await open()
    const asked = (call: Promise<{ data: { state: string; reason: string | null } }>) =>
      call.then(({ data: { state, reason } }) => [state, reason])
    expect(await asked(w.town.dispatcher.call(api.openReturns.notNeeded, { params: { id: first.id } }))).toEqual([
      'not_needed',
      null,
    ])
    const again = w.town.dispatcher.call(api.openReturns.notNeeded, { params: { id: first.id } })
    expect(await sayings(again)).toEqual([409, undefined, 'This open return has ended'])
    const tom = await w.town.passenger('Tom Baker')
    const second = await open({}, tom)
    const close = (reason: string) =>
      w.town.dispatcher.call(api.openReturns.close, { params: { id: second.id }, body: { reason } })
    expect((await sayings(close(' '))).slice(0, 2)).toEqual([422, '/reason'])
    expect(await asked(close('Fetched by a neighbour'))).toEqual(['closed', 'Fetched by a neighbour'])
    expect((await refusal(activate(second.id))).status).toBe(409)
    const ann = await w.town.passenger('Ann Berg')
    const third = await open({}, ann)
    clock('11:00')
    const [offering] = (await activate(third.id)).service_availability_search.service_offerings
    await take(offering, ann)
    expect((await show(third.id)).state).toBe('activated')
    const misses = await w.server.deps.db
      .selectFrom('misses as m')
      .innerJoin('service_requests as r', 'r.id', 'm.service_request_id')
      .where('r.traveler_id', 'in', [w.maria, tom, ann])
      .select('m.kind')
      .execute()
    expect(misses).toEqual([])
  })

  test('takes the call off the waiting list', async () => {
    await w.town.vehicle('Van 1', { from: '08:00', until: '10:00' })
    const { id } = await open()
    clock('11:00')
    await activate(id)
    expect(await entries()).toHaveLength(1)
    await w.town.dispatcher.call(api.openReturns.notNeeded, { params: { id } })
    expect(await entries()).toEqual([])
  })

  // covers: JRN-38, EXC-33
  test('is asked for an hour before the end of service, urgently at the end, and no more once it has come', async () => {
    await w.town.vehicle('Van 1', { until: '16:00' })
    const { id } = await open()
    clock('14:59')
    expect(await exceptions()).toEqual([])
    clock('15:00')
    expect(await exceptions()).toEqual([['open_return_waiting', 'soon', 'Maria S.']])
    clock('16:00')
    expect(await exceptions()).toEqual([['open_return_waiting', 'urgent', 'Maria S.']])
    await w.town.dispatcher.call(api.openReturns.notNeeded, { params: { id } })
    clock('16:05')
    expect(await exceptions()).toEqual([])
  })

  // covers: JRN-38
  test('is asked for by the zone’s service hours where it has some', async () => {
    await w.town.vehicle('Van 1', { until: '18:00' })
    await open()
    await setRules({ hours: Array.from({ length: 7 }, () => [{ from: 360, until: 840 }]) })
    clock('12:59')
    expect(await exceptions()).toEqual([])
    clock('13:00')
    expect(await exceptions()).toEqual([['open_return_waiting', 'soon', 'Maria S.']])
  })
})

test('a way back after midnight belongs to the service day of its evening, in what is kept, asked about and waited for', async () => {
  await setRules({ day_starts: 240, hours: Array.from({ length: 7 }, () => [{ from: 1080, until: 1560 }]) })
  await w.town.vehicle('Van 1', { from: '18:00', until: '23:00' })
  const search = await w.town.search({ who: w.maria, from: 'Harbour', to: 'Station', at: '22:00' })
  const night = (time: string): string => `2026-11-24T${time}:00+10:00`
  const { open_return } = await confirm(search.service_offerings[0]!, { not_before: night('00:10') })
  expect(open_return?.day).toBe('2026-11-23')
  w.server.deps.clock.set(night('00:45'))
  const later = w.server.client({ permissions: permissionKeys, region_ids: [w.town.region_id] })
  w.town = { ...w.town, dispatcher: later }
  expect(await exceptions()).toEqual([])
  w.server.deps.clock.set(night('01:00'))
  expect(await exceptions()).toEqual([['open_return_waiting', 'soon', 'Maria S.']])
  await activate(open_return?.id ?? 0)
  expect((await entries()).map(({ latest_at }) => latest_at)).toEqual([new Date(night('02:00')).toISOString()])
})

// covers: JRN-129
test('who calls is offered a vehicle within 45 minutes, and who never calls is asked after before service ends', async () => {
  await w.town.vehicle('Van 1', { until: '16:00' })
  const tom = await w.town.passenger('Tom Baker')
  const calling = await open()
  const silent = await open({}, tom)
  clock('13:00')
  const { in_time, service_availability_search: search } = await activate(calling.id)
  const booking = await take(search.service_offerings[0])
  expect([in_time, Date.parse(booking.pickup.lower_bound) <= Date.parse(at('13:45'))]).toEqual([true, true])
  clock('15:00')
  expect(await exceptions()).toEqual([['open_return_waiting', 'soon', 'Tom B.']])
  expect((await show(silent.id)).state).toBe('waiting')
})

describe('a timed way back', () => {
  const bothWays = async () => {
    const [out, home] = [
      await there(),
      (await w.town.search({ who: w.maria, from: 'Station', to: 'Harbour', at: '11:00' })).service_offerings[0],
    ]
    const legs = [out, home].map((one) => ({ service_offering_id: one?.id ?? 0, payment_method: 'cash' as const }))
    const { data } = await w.town.dispatcher.call(api.journeys.create, { body: { traveler_id: w.maria, legs } })
    return data.service_requests.map(({ id }) => id)
  }
  const action = (id: number | undefined) => ({
    kind: 'cancel' as const,
    service_request_ids: [id ?? 0],
    until_called: true,
  })
  const preview = async (id: number | undefined) =>
    (await w.town.dispatcher.call(api.effectPreviews.create, { query: {}, body: action(id) })).data
  const accept = async (id: number | undefined) => {
    const { options } = await preview(id)
    const body = { action: action(id), option: options[0]?.key ?? '', token: options[0]?.token ?? '', confirmed: true }
    return (await w.town.dispatcher.call(api.effectPreviews.accept, { body })).data
  }
  const waiting = async () =>
    (
      await w.town.dispatcher.call(api.openReturns.list, {
        query: { filter: { traveler: [w.maria], state: ['waiting'] } },
      })
    ).data

  // covers: JRN-40
  test('is made open with its effect shown until its booking is secured, without a miss, and an open one is timed', async () => {
    await w.town.vehicle('Van 1')
    const [out, back] = await bothWays()
    clock('10:30')
    expect(await sayings(preview(out))).toEqual([422, '', `Booking ${out} is no way back`])
    const { options } = await preview(back)
    expect(options[0]?.title).toBe(`Cancel booking ${back}, and keep the way back until it is called for`)
    expect(options[0]?.effect.bookings.map(({ service_request_id }) => service_request_id)).toContain(back)
    expect(await waiting()).toEqual([])
    await accept(back)
    const [open] = await waiting()
    expect(open).toMatchObject({
      origin: { name: 'Station' },
      destination: { name: 'Harbour' },
      not_before: new Date(at('11:00')).toISOString(),
    })
    const misses = await w.server.deps.db
      .selectFrom('misses')
      .where('service_request_id', '=', back ?? 0)
      .select('kind')
      .execute()
    expect(misses).toEqual([])
    const timed = await w.town.dispatcher.call(api.searches.create, {
      body: {
        traveler_id: w.maria,
        passengers: [{}],
        origin: { name: 'Station', point: stopPoint('Station') },
        destination: { name: 'Harbour', point: stopPoint('Harbour') },
        traveling_at: at('13:00'),
        departing: true,
        open_return_id: open?.id ?? 0,
      },
    })
    const again = await take(timed.data.service_offerings[0])
    expect([again.journey_id, again.journey_leg]).toEqual([open?.journey_id, 2])
    expect((await show(open?.id ?? 0)).state).toBe('activated')
    await w.server.deps.db
      .updateTable('service_requests')
      .set({ status: 'secured' })
      .where('id', '=', again.id)
      .execute()
    expect((await sayings(preview(again.id)))[2]).toBe(`Booking ${again.id} is secured: its vehicle is about to come`)
    await w.server.deps.db
      .updateTable('service_requests')
      .set({ status: 'assigned' })
      .where('id', '=', again.id)
      .execute()
  })

  test('stands again where that is undone, and nobody calls for it', async () => {
    await w.town.vehicle('Van 1')
    const [, back] = await bothWays()
    const { action: done } = await accept(back)
    expect(await waiting()).toHaveLength(1)
    await w.town.dispatcher.call(api.dispatchActions.undo, { params: { id: done?.id ?? 0 }, body: {} })
    expect(await waiting()).toEqual([])
    expect((await bookings()).find(({ id }) => id === back)?.status).toBe('assigned')
  })

  test('may be searched for by its own passenger alone, while it waits', async () => {
    await w.town.vehicle('Van 1')
    const { id } = await open()
    const tom = await w.town.passenger('Tom Baker')
    const ask = (traveler_id: number) =>
      w.town.dispatcher.call(api.searches.create, {
        body: {
          traveler_id,
          passengers: [{}],
          origin: { name: 'Station', point: stopPoint('Station') },
          destination: { name: 'Harbour', point: stopPoint('Harbour') },
          traveling_at: at('13:00'),
          departing: true,
          open_return_id: id,
        },
      })
    expect(await sayings(ask(tom))).toEqual([422, '/open_return_id', 'This passenger has no such open return'])
    await w.town.dispatcher.call(api.openReturns.notNeeded, { params: { id } })
    expect((await refusal(ask(w.maria))).status).toBe(409)
  })
})

test('goes with the passenger who is erased, and nobody asks about it', async () => {
  await w.town.vehicle('Van 1', { until: '16:00' })
  const { id } = await open()
  clock('15:30')
  expect(await exceptions()).toHaveLength(1)
  await w.server.deps.db
    .transaction()
    .execute((tx) => eraseTraveler(tx, w.maria, 'Asked for it', w.server.deps.clock.now()))
  expect((await refusal(w.town.dispatcher.call(api.openReturns.show, { params: { id } }))).status).toBe(404)
  clock('15:40')
  expect(await exceptions()).toEqual([])
})

import { describe, expect, test } from 'vitest'
import { api, type ServiceException } from '@ambit/contract'
import { shown, startWatching } from '../../testing/watching.ts'

const world = startWatching()
const { at, watch, judged, standing, signOn, seen, setOut, book, delay, history } = world

describe('a driver who does not sign on', () => {
  // covers: EXC-11, EXC-40, EXC-104
  test('is one exception that rises from watch to urgent, and ends a minute after the sign-on', async () => {
    const van = await world.town.vehicle('Van 1', { from: '09:00' })
    expect(await judged('08:49:59')).toEqual([])
    expect(shown(await judged('08:50:00'))).toEqual(['not_signed_on watch'])
    expect(shown(await judged('09:00:00'))).toEqual(['not_signed_on soon'])
    const [urgent] = await judged('09:05:00')
    expect(urgent).toMatchObject({
      severity: 'urgent',
      trip_id: van.trip_id,
      vehicle_number: 'Van 1',
      driver_name: 'Driver Van 1',
      harm_at: '2026-11-22T23:00:00.000Z',
    })
    await signOn(van)
    await seen(van)
    expect(shown(await judged('09:05:05'))).toEqual(['not_signed_on urgent'])
    await seen(van)
    expect(shown(await judged('09:06:04'))).toEqual(['not_signed_on urgent'])
    expect(await judged('09:06:05')).toEqual([])
    expect(await history(urgent!.id)).toEqual(['opened watch', 'severity soon', 'severity urgent', 'resolved urgent'])
  })

  // covers: EXC-46, EXC-47, EXC-104
  test('has the promises that break by it below, takes their severity, and leaves them when it ends', async () => {
    const van = await world.town.vehicle('Van 1', { from: '08:30' })
    await book('Ann Berg', 'Market', 'School', '09:00')
    await delay(van, 12)
    at('08:29:00')
    await watch()
    const [cause, late] = await judged('08:29:30')
    expect(cause).toMatchObject({ kind: 'not_signed_on', severity: 'urgent', parent_id: null, people: 1 })
    expect(late).toMatchObject({ kind: 'promise_at_risk', severity: 'urgent', parent_id: cause!.id })
    expect(cause!.harm_at).toBe('2026-11-22T22:30:00.000Z')
    at('08:30:00')
    await signOn(van)
    await delay(van, 12)
    await watch()
    const left = (await standing()).find(({ kind }) => kind === 'promise_at_risk')
    expect(left).toMatchObject({ parent_id: null, severity: 'urgent' })
  })
})

describe('a promise at risk', () => {
  // covers: EXC-14, EXC-36
  test('is one exception of the trip with each late booking, the latest first, once it has held for 30 s', async () => {
    const van = await world.town.vehicle('Van 1')
    const ann = await book('Ann Berg', 'Market', 'School', '09:00')
    const bea = await book('Bea Kahn', 'Hospital', 'Station', '10:00')
    await setOut(van)
    await delay(van, 1.9)
    expect(await judged('08:01:00')).toEqual([])
    expect(await judged('08:01:30')).toEqual([])
    await delay(van, 2)
    expect(await judged('08:01:35')).toEqual([])
    expect(await judged('08:02:04')).toEqual([])
    const [late, ...others] = await judged('08:02:05')
    expect(others).toEqual([])
    expect(late).toMatchObject({
      kind: 'promise_at_risk',
      severity: 'watch',
      facts: { minutes: 2 },
      people: 2,
      harm_at: ann.pickup.upper_bound,
    })
    expect(
      late!.bookings.map(({ service_request_id, traveler_name, minutes }) => [
        service_request_id,
        traveler_name,
        minutes,
      ]),
    ).toEqual([
      [ann.id, 'Ann B.', 2],
      [bea.id, 'Bea K.', 2],
    ])
    await delay(van, 5)
    expect(shown(await judged('08:02:10'))).toEqual(['promise_at_risk soon'])
    await delay(van, 10)
    expect(shown(await judged('08:02:15'))).toEqual(['promise_at_risk urgent'])
  })

  // covers: EXC-15
  test('of an arrival that was wished is one severity higher', async () => {
    const van = await world.town.vehicle('Van 1')
    const who = await world.town.passenger('Ann Berg')
    await world.town.book({ who, from: 'Market', to: 'School', arriveBy: '09:30' })
    await setOut(van)
    await delay(van, 3)
    await judged('08:01:00')
    expect(shown(await judged('08:01:30'))).toEqual(['promise_at_risk soon'])
  })

  // covers: EXC-41
  test('that gets worse clears its snooze at once, and one that gets better is shown so after 60 s', async () => {
    const van = await world.town.vehicle('Van 1')
    await book('Ann Berg', 'Market', 'School', '09:00')
    await setOut(van)
    await delay(van, 5)
    await judged('08:00:30')
    const [late] = await judged('08:01:00')
    const params = { id: late!.id }
    await world.town.dispatcher.call(api.exceptions.snooze, { params, body: { ends: 'worse' } })
    expect(await judged('08:01:05')).toMatchObject([{ state: 'snoozed', severity: 'soon' }])
    await delay(van, 11)
    expect(await judged('08:01:10')).toMatchObject([{ state: 'open', severity: 'urgent', snoozed_until: null }])
    await delay(van, 6)
    expect(shown(await judged('08:01:15'))).toEqual(['promise_at_risk urgent'])
    expect(shown(await judged('08:02:14'))).toEqual(['promise_at_risk urgent'])
    expect(shown(await judged('08:02:15'))).toEqual(['promise_at_risk soon'])
    expect(await history(late!.id)).toEqual(['opened soon', 'snoozed soon', 'severity urgent', 'severity soon'])
  })

  // covers: EXC-49
  test('of five trips of a zone is one exception of the zone, with them below', async () => {
    const vans = []
    for (const number of [1, 2, 3, 4, 5]) {
      vans.push(await world.town.vehicle(`Van ${number}`))
      await book(`Ann ${'ABCDE'[number - 1]}erg`, 'Market', 'School', '09:00')
      await world.server.deps.db
        .updateTable('service_requests')
        .set({ trip_id: vans.at(-1)!.trip_id })
        .where('trip_id', 'is not', null)
        .where('status', '=', 'assigned')
        .where('id', '=', (e) => e.selectFrom('service_requests').select((f) => f.fn.max('id').as('id')))
        .execute()
    }
    for (const van of vans) await setOut(van)
    for (const van of vans) await delay(van, 6)
    await judged('08:00:30')
    const rows = await judged('08:01:00')
    const [zone] = rows
    expect(zone).toMatchObject({ kind: 'zone_late', severity: 'soon', facts: { trips: 5 }, people: 5, parent_id: null })
    expect(rows.slice(1).map(({ kind, parent_id }) => [kind, parent_id])).toEqual(
      Array.from({ length: 5 }, () => ['promise_at_risk', zone!.id]),
    )
  })
})

test('what a person has ended while it lasts stays ended until it gets worse, or comes back after it was gone', async () => {
  const van = await world.town.vehicle('Van 1')
  await book('Ann Berg', 'Market', 'School', '09:00')
  await setOut(van)
  await delay(van, 3)
  await judged('08:00:30')
  const [late] = await judged('08:01:00')
  const end = (id: number) =>
    world.town.dispatcher.call(api.exceptions.resolve, { params: { id }, body: { outcome: 'passenger_told' } })
  await end(late!.id)
  expect(await judged('08:01:05')).toEqual([])
  expect(await judged('08:02:10')).toEqual([])
  await delay(van, 6)
  expect(await judged('08:02:15')).toMatchObject([{ id: late!.id, severity: 'soon', opened_count: 2 }])
  await end(late!.id)
  expect(await judged('08:02:20')).toEqual([])
  await delay(van, 0)
  await judged('08:02:25')
  await judged('08:03:30')
  await delay(van, 6)
  await judged('08:03:35')
  expect(await judged('08:04:05')).toMatchObject([{ id: late!.id, severity: 'soon', opened_count: 3 }])
})

describe('a vehicle without a position', () => {
  // covers: EXC-13
  test('is soon after 5 min, and urgent after 10 only with somebody on board or a pick-up within 15 min', async () => {
    const van = await world.town.vehicle('Van 1')
    const other = await world.town.vehicle('Van 2')
    await book('Ann Berg', 'Market', 'School', '08:35')
    const [busy, idle] =
      (
        await world.server.deps.db
          .selectFrom('service_requests')
          .select('trip_id')
          .where('status', '=', 'assigned')
          .executeTakeFirstOrThrow()
      ).trip_id === van.trip_id
        ? [van, other]
        : [other, van]
    for (const crew of [van, other]) {
      await signOn(crew)
      await seen(crew)
    }
    const silent = (rows: readonly ServiceException[]) =>
      new Map(rows.filter(({ kind }) => kind === 'no_signal').map(({ trip_id, severity }) => [trip_id, severity]))
    expect(await judged('08:04:59')).toEqual([])
    expect(silent(await judged('08:05:00'))).toEqual(
      new Map([
        [busy!.trip_id, 'soon'],
        [idle!.trip_id, 'soon'],
      ]),
    )
    expect(silent(await judged('08:10:00'))).toEqual(
      new Map([
        [busy!.trip_id, 'soon'],
        [idle!.trip_id, 'soon'],
      ]),
    )
    expect(silent(await judged('08:21:00'))).toEqual(
      new Map([
        [busy!.trip_id, 'urgent'],
        [idle!.trip_id, 'soon'],
      ]),
    )
  })

  // covers: EXC-48
  test('stands below one outage where three and half of the zone lost it within two minutes', async () => {
    const vans = []
    for (const number of [1, 2, 3]) vans.push(await world.town.vehicle(`Van ${number}`))
    for (const van of vans) await signOn(van)
    for (const [index, van] of vans.entries()) {
      at(`08:0${index}:00`)
      await seen(van)
    }
    expect(shown(await judged('08:06:59'))).toEqual(['no_signal soon', 'no_signal soon'])
    const rows = await judged('08:07:00')
    const outage = rows.find(({ kind }) => kind === 'signal_outage')
    expect(outage).toMatchObject({ severity: 'soon', facts: { vehicles: 3 }, zone_name: 'Bayside', parent_id: null })
    expect(rows.filter(({ kind }) => kind === 'no_signal').map(({ parent_id }) => parent_id)).toEqual([
      outage!.id,
      outage!.id,
      outage!.id,
    ])
  })

  // covers: EXC-37, EXC-38, EXC-39
  test('that comes and goes is the same exception with a count, and unsteady the third time in half an hour', async () => {
    const van = await world.town.vehicle('Van 1')
    await signOn(van)
    await seen(van)
    const [first] = await judged('08:05:00')
    const back = async (time: string, gone: string) => {
      at(time)
      await seen(van)
      await watch()
      expect(await standing()).toHaveLength(1)
      expect(await judged(gone)).toEqual([])
    }
    await back('08:05:05', '08:06:05')
    expect(await judged('08:10:05')).toMatchObject([{ id: first!.id, opened_count: 2, unsteady: false, state: 'open' }])
    await back('08:10:10', '08:11:10')
    expect(await judged('08:15:10')).toMatchObject([{ id: first!.id, opened_count: 3, unsteady: true }])
    await back('08:15:15', '08:16:15')
    at('08:26:20')
    expect(await judged('08:26:20')).toMatchObject([{ opened_count: 1, unsteady: false }])
  })
})

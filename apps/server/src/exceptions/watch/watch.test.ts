import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, type ServiceException } from '@ambit/contract'
import { destination } from '@ambit/geo'
import type { Job } from '../../jobs/runner.ts'
import { updateEtas } from '../../planning/upkeep/update-etas.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import {
  type Booking,
  buildSmallTown,
  type Crew,
  type SmallTown,
  type StopName,
  stopPoint,
} from '../../testing/small-town.ts'
import { straightStreets } from '../../testing/straight-streets.ts'
import { watchExceptions } from './watch.ts'

let server: TestServer
let town: SmallTown
let job: Job
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  await server.deps.db.deleteFrom('exceptions').execute()
  await server.deps.db.updateTable('trips').set({ current_state: 'cancelled' }).execute()
  await server.deps.db.updateTable('service_requests').set({ status: 'cancelled' }).execute()
  await server.deps.db.deleteFrom('service_plans').execute()
  job = watchExceptions()
})

const at = (time: string): void => server.deps.clock.set(`2026-11-23T${time}+10:00`)
const watch = () => job.run(server.deps, new AbortController().signal)
/** Judged at a time, and what stands then. */
const judged = async (time: string): Promise<ServiceException[]> => {
  at(time)
  await watch()
  return standing()
}
const standing = async () =>
  (await town.dispatcher.call(api.exceptions.list, { query: { filter: { zone: [town.zone_id] } } })).data
const shown = (rows: readonly ServiceException[]) => rows.map(({ kind, severity }) => `${kind} ${severity}`)
const signOn = ({ client, trip_id }: Crew) => client.call(api.driver.signOn, { params: { id: trip_id } })
const seen = async ({ client, trip_id }: Crew, [longitude, latitude]: [number, number] = stopPoint('Harbour')) => {
  const recorded_at = server.deps.clock.now().toISOString()
  const positions = [{ longitude, latitude, bearing: 0, speed: 0, recorded_at }]
  await client.call(api.driver.positions, { params: { id: trip_id }, body: { positions } })
}
/** It has signed on and is about to reach the first stop. */
const setOut = async (crew: Crew): Promise<void> => {
  await signOn(crew)
  await seen(crew)
  server.deps.clock.set(new Date(server.deps.clock.now().getTime() + 1000).toISOString())
  await seen(crew, destination(stopPoint('Market'), 100, 270))
}
const book = async (name: string, from: StopName, to: StopName, time: string): Promise<Booking> =>
  town.book({ who: await town.passenger(name), from, to, at: time })
/** All stops ahead are expected so many minutes after the window that was promised there. */
const delay = async ({ trip_id }: Crew, minutes: number): Promise<void> => {
  const { db } = server.deps
  const bookings = await db.selectFrom('service_requests').selectAll().where('trip_id', '=', trip_id).execute()
  for (const booking of bookings)
    for (const [stop, until] of [
      [booking.pickup_trip_stop_id, booking.promised_pickup_upper_bound],
      [booking.dropoff_trip_stop_id, booking.promised_dropoff_upper_bound],
    ] as const)
      if (stop !== null)
        await db
          .updateTable('trip_stops')
          .set({ eta: new Date(until.getTime() + minutes * 60_000) })
          .where('id', '=', stop)
          .execute()
}
const history = async (id: number) =>
  (await town.dispatcher.call(api.exceptions.history, { params: { id } })).data.map(
    ({ change, after }) => `${change} ${after.severity}`,
  )
const setRule = (change: object) =>
  server.client('operations_manager').call(api.exceptionRules.update, {
    body: { zone_id: town.zone_id, enabled: true, watch: null, soon: null, urgent: null, ...change } as never,
  })

describe('a driver who does not sign on', () => {
  // covers: EXC-11, EXC-40, EXC-104
  test('is one exception that rises from watch to urgent, and ends a minute after the sign-on', async () => {
    const van = await town.vehicle('Van 1', { from: '09:00' })
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

  // covers: EXC-46, EXC-47
  test('has the promises that break by it below, takes their severity, and leaves them when it ends', async () => {
    const van = await town.vehicle('Van 1', { from: '08:30' })
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
    const van = await town.vehicle('Van 1')
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
    const van = await town.vehicle('Van 1')
    const who = await town.passenger('Ann Berg')
    await town.book({ who, from: 'Market', to: 'School', arriveBy: '09:30' })
    await setOut(van)
    await delay(van, 3)
    await judged('08:01:00')
    expect(shown(await judged('08:01:30'))).toEqual(['promise_at_risk soon'])
  })

  // covers: EXC-41
  test('that gets worse clears its snooze at once, and one that gets better is shown so after 60 s', async () => {
    const van = await town.vehicle('Van 1')
    await book('Ann Berg', 'Market', 'School', '09:00')
    await setOut(van)
    await delay(van, 5)
    await judged('08:00:30')
    const [late] = await judged('08:01:00')
    const params = { id: late!.id }
    await town.dispatcher.call(api.exceptions.snooze, { params, body: { ends: 'worse' } })
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
      vans.push(await town.vehicle(`Van ${number}`))
      await book(`Ann ${'ABCDE'[number - 1]}erg`, 'Market', 'School', '09:00')
      await server.deps.db
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

describe('a vehicle without a position', () => {
  // covers: EXC-13
  test('is soon after 5 min, and urgent after 10 only with somebody on board or a pick-up within 15 min', async () => {
    const van = await town.vehicle('Van 1')
    const other = await town.vehicle('Van 2')
    await book('Ann Berg', 'Market', 'School', '08:35')
    const [busy, idle] =
      (
        await server.deps.db
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
    for (const number of [1, 2, 3]) vans.push(await town.vehicle(`Van ${number}`))
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
    const van = await town.vehicle('Van 1')
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

describe('a vehicle on the road', () => {
  // covers: EXC-12
  test('that has not left when it had to is raised 5 and 10 min after, until it has moved 150 m', async () => {
    const van = await town.vehicle('Van 1')
    await book('Ann Berg', 'Market', 'School', '08:20')
    await signOn(van)
    await seen(van)
    const stand = async (time: string) => {
      at(time)
      await seen(van)
      await updateEtas(server.deps, town.zone_id)
      await watch()
      return shown(await standing()).filter((one) => one.startsWith('pull_out'))
    }
    const { scheduled_at } = await server.deps.db
      .selectFrom('trip_stops')
      .where('trip_id', '=', van.trip_id)
      .orderBy('location_index')
      .select('scheduled_at')
      .executeTakeFirstOrThrow()
    const after = (minutes: number) =>
      new Date(scheduled_at.getTime() - 100_000 + minutes * 60_000 + 10 * 3_600_000).toISOString().slice(11, 19)
    expect(await stand(after(4))).toEqual([])
    expect(await stand(after(5.5))).toEqual(['pull_out_late soon'])
    expect(await stand(after(10.5))).toEqual(['pull_out_late urgent'])
    at(after(11))
    await seen(van, destination(stopPoint('Harbour'), 400, 90))
    await watch()
    at(after(12.5))
    await seen(van, destination(stopPoint('Harbour'), 400, 90))
    await watch()
    expect(shown(await standing()).filter((one) => one.startsWith('pull_out'))).toEqual([])
  })

  // covers: EXC-20
  test('that stands between its stops is raised after 5 and 10 min, and near a stop it is not', async () => {
    const van = await town.vehicle('Van 1')
    await book('Ann Berg', 'Market', 'School', '09:00')
    await signOn(van)
    await seen(van)
    const between = destination(stopPoint('Harbour'), 500, 90)
    const stand = async (time: string, place = between) => {
      at(time)
      await seen(van, place)
      await watch()
      return shown(await standing()).filter((one) => one.startsWith('unexpected'))
    }
    expect(await stand('08:01:00')).toEqual([])
    expect(await stand('08:04:59')).toEqual([])
    expect(await stand('08:05:00')).toEqual(['unexpected_stop soon'])
    expect(await stand('08:10:00')).toEqual(['unexpected_stop urgent'])
    await stand('08:11:00', destination(stopPoint('Market'), 100, 270))
    expect(await stand('08:12:00', destination(stopPoint('Market'), 100, 270))).toEqual([])
    expect(await stand('08:20:00', destination(stopPoint('Market'), 100, 270))).toEqual([])
  })

  // covers: EXC-22
  test('that stands idle outside of its zone is raised after 5 and 15 min', async () => {
    const van = await town.vehicle('Van 1')
    await signOn(van)
    await seen(van)
    const far = destination(stopPoint('Harbour'), 9000, 0)
    const stand = async (time: string, place: [number, number]) => {
      at(time)
      await seen(van, place)
      await watch()
      return shown(await standing())
    }
    expect(await stand('08:10:00', stopPoint('Harbour'))).toEqual([])
    expect(await stand('08:11:00', far)).toEqual([])
    expect(await stand('08:15:00', far)).toEqual(['out_of_zone watch'])
    expect(await stand('08:25:00', far)).toEqual(['out_of_zone soon'])
  })

  // covers: EXC-29
  test('that is expected to end late is raised at 15 and 30 min after its schedule', async () => {
    const van = await town.vehicle('Van 1')
    await book('Ann Berg', 'Market', 'School', '17:30')
    await signOn(van)
    const ends = async (minutes: number, time: string) => {
      const eta = new Date(Date.parse('2026-11-23T18:00:00+10:00') + minutes * 60_000)
      await server.deps.db.updateTable('trip_stops').set({ eta }).where('trip_id', '=', van.trip_id).execute()
      at(time)
      await seen(van)
      await watch()
      return shown(await standing()).filter((one) => one.startsWith('shift'))
    }
    expect(await ends(14, '08:00:10')).toEqual([])
    expect(await ends(15, '08:00:20')).toEqual(['shift_overrun watch'])
    expect(await ends(30, '08:00:30')).toEqual(['shift_overrun soon'])
  })
})

describe('what time brings', () => {
  // covers: EXC-16
  test('a schedule without a vehicle is soon from 150 and urgent from 120 min, without a driver from 60 and 30', async () => {
    const stamps = { created_at: server.deps.clock.now(), updated_at: server.deps.clock.now() }
    await server.deps.db
      .insertInto('service_plans')
      .values({
        zone_id: town.zone_id,
        start_time: '2026-11-23T12:00:00+10:00',
        end_time: '2026-11-23T18:00:00+10:00',
        ...stamps,
      } as never)
      .execute()
    expect(await judged('09:29:59')).toEqual([])
    expect(shown(await judged('09:30:00'))).toEqual(['schedule_unallocated soon'])
    expect(shown(await judged('10:00:00'))).toEqual(['schedule_unallocated urgent'])
    expect(shown(await judged('11:00:00'))).toEqual(['schedule_unallocated urgent', 'driver_unallocated soon'])
    expect(shown(await judged('11:30:00'))).toEqual(['schedule_unallocated urgent', 'driver_unallocated urgent'])
  })

  // covers: EXC-17
  test('a booking without a vehicle is watched, soon from 60 and urgent from 20 min before its window opens', async () => {
    await town.vehicle('Van 1')
    const { id, pickup } = await book('Ann Berg', 'Market', 'School', '12:00')
    const { db } = server.deps
    await db.updateTable('service_requests').set({ status: 'unassigned' }).where('id', '=', id).execute()
    await db.updateTable('trips').set({ current_state: 'cancelled' }).execute()
    const before = (minutes: number) =>
      new Date(Date.parse(pickup.lower_bound) - minutes * 60_000 + 10 * 3_600_000).toISOString().slice(11, 19)
    expect(shown(await judged('08:00:00'))).toEqual(['booking_waiting watch'])
    expect(shown(await judged(before(60)))).toEqual(['booking_waiting soon'])
    const [waiting] = await judged(before(20))
    expect(waiting).toMatchObject({
      severity: 'urgent',
      bookings: [{ service_request_id: id, traveler_name: 'Ann B.' }],
    })
  })

  // covers: EXC-24
  test('a driver’s message without an answer is soon after 3 and urgent after 8 min, and ends with the answer', async () => {
    const van = await town.vehicle('Van 1')
    await signOn(van)
    await seen(van)
    const now = server.deps.clock.now()
    const message = { trip_id: van.trip_id, driver_id: van.driver_id, text: 'Where?', written_at: now, created_at: now }
    await server.deps.db
      .insertInto('driver_messages')
      .values({ ...message, sender: 'driver' } as never)
      .execute()
    const asked = (rows: readonly ServiceException[]) => shown(rows).filter((one) => one.startsWith('message'))
    expect(asked(await judged('08:02:59'))).toEqual([])
    expect(asked(await judged('08:03:00'))).toEqual(['message_unanswered soon'])
    expect(asked(await judged('08:08:00'))).toEqual(['message_unanswered urgent'])
    await server.deps.db
      .insertInto('driver_messages')
      .values({ ...message, sender: 'dispatch' } as never)
      .execute()
    await judged('08:08:05')
    expect(asked(await judged('08:09:05'))).toEqual([])
  })

  test('a snooze ends at its time, and nobody is asked to approve for more than ten minutes', async () => {
    const van = await town.vehicle('Van 1')
    const body = { text: 'Look', severity: 'soon' as const, zone_id: town.zone_id }
    const { data } = await server.client('operations_manager').call(api.exceptions.create, { body })
    const params = { id: data.id }
    const until = '2026-11-23T08:05:00+10:00'
    await town.dispatcher.call(api.exceptions.snooze, { params, body: { ends: 'time', until } })
    const approval = { kind: 'approval' as const, subject: 'no_show:1', severity: 'soon' as const }
    await server.deps.db
      .insertInto('exceptions')
      .values({ ...approval, zone_id: town.zone_id, trip_id: van.trip_id, opened_at: server.deps.clock.now() } as never)
      .execute()
    const told = (rows: readonly ServiceException[]) =>
      rows.filter(({ kind }) => ['by_hand', 'approval'].includes(kind)).map(({ kind, state }) => `${kind} ${state}`)
    expect(told(await judged('08:04:59')).toSorted()).toEqual(['approval open', 'by_hand snoozed'])
    expect(told(await judged('08:05:00')).toSorted()).toEqual(['approval open', 'by_hand open'])
    expect(told(await judged('08:10:00'))).toEqual(['by_hand open'])
  })

  // covers: EXC-31, EXC-67
  test('a job that failed three times in a row is a fault of everybody, which nobody resolves while it lasts', async () => {
    const { db } = server.deps
    await db
      .insertInto('jobs')
      .values({ name: 'mail.test', due_at: server.deps.clock.now(), failures: 2 } as never)
      .execute()
    expect(await judged('08:00:05')).toEqual([])
    await db.updateTable('jobs').set({ failures: 3 }).where('name', '=', 'mail.test').execute()
    const [fault] = await judged('08:00:10')
    expect(fault).toMatchObject({ kind: 'fault', severity: 'soon', zone_id: null, facts: { job: 'mail.test' } })
    const call = { params: { id: fault!.id }, body: { outcome: 'wrong_alarm' as const } }
    await expect(town.dispatcher.call(api.exceptions.resolve, call)).rejects.toThrow('mail.test')
    await db.deleteFrom('jobs').where('name', '=', 'mail.test').execute()
    await judged('08:00:15')
    await town.dispatcher.call(api.exceptions.resolve, call)
  })
})

// covers: EXC-42
test('a server that starts again neither loses nor repeats what was open, with its owner', async () => {
  await town.vehicle('Van 1', { from: '09:00' })
  const [before] = await judged('09:00:00')
  await town.dispatcher.call(api.exceptions.acknowledge, { params: { id: before!.id } })
  const acknowledged = await standing()
  job = watchExceptions()
  expect(await judged('09:00:05')).toEqual(acknowledged)
})

// covers: EXC-96
test('a zone’s own rule holds there alone, and one that is off raises nothing', async () => {
  await town.vehicle('Van 1', { from: '09:00' })
  await setRule({ kind: 'not_signed_on', watch: null, soon: 10, urgent: 20 })
  expect(await judged('08:59:59')).toEqual([])
  expect(shown(await judged('09:05:00'))).toEqual(['not_signed_on soon'])
  expect(shown(await judged('09:10:00'))).toEqual(['not_signed_on urgent'])
  await setRule({ kind: 'not_signed_on', enabled: false, watch: null, soon: 10, urgent: 20 })
  await judged('09:10:05')
  expect(await judged('09:11:05')).toEqual([])
})

test('what does not change is not written again', async () => {
  await town.vehicle('Van 1', { from: '09:00' })
  await judged('09:00:00')
  const { db } = server.deps
  const last = () =>
    db
      .selectFrom('live_events')
      .select((e) => e.fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
  const before = await last()
  await judged('09:00:05')
  expect(await last()).toEqual(before)
})

import { describe, expect, test } from 'vitest'
import { api, type ServiceException } from '@ambit/contract'
import { bearing, destination, type LngLat } from '@ambit/geo'
import { updateEtas } from '../../planning/upkeep/update-etas.ts'
import { stopPoint } from '../../testing/small-town.ts'
import { shown, startWatching } from '../../testing/watching.ts'

const world = startWatching()
const { at, watch, judged, standing, signOn, seen, book, setRule } = world

describe('a vehicle on the road', () => {
  // covers: EXC-12
  test('that has not left when it had to is raised 5 and 10 min after, until it has moved 150 m', async () => {
    const van = await world.town.vehicle('Van 1')
    await book('Ann Berg', 'Market', 'School', '08:20')
    await signOn(van)
    await seen(van)
    const stand = async (time: string) => {
      at(time)
      await seen(van)
      await updateEtas(world.server.deps, world.town.zone_id)
      await watch()
      return shown(await standing()).filter((one) => one.startsWith('pull_out'))
    }
    const { scheduled_at } = await world.server.deps.db
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
    const van = await world.town.vehicle('Van 1')
    await book('Ann Berg', 'Market', 'School', '09:00')
    await signOn(van)
    await seen(van)
    const between = destination(stopPoint('Harbour'), 500, 90)
    const stand = async (time: string, place: LngLat = between) => {
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

  // covers: EXC-21
  test('that is more than 250 m off its way for 3 min is raised where it arrives 3 and 6 min later for it', async () => {
    const { db } = world.server.deps
    const van = await world.town.vehicle('Van 1')
    await book('Ann Berg', 'Market', 'School', '09:00')
    await signOn(van)
    const first = await db
      .selectFrom('trip_stops')
      .where('trip_id', '=', van.trip_id)
      .orderBy('location_index')
      .select(['id', 'scheduled_at'])
      .executeTakeFirstOrThrow()
    const away = bearing(stopPoint('Harbour'), stopPoint('Market')) + 90
    const drive = async (time: string, metres: number, later: number) => {
      at(time)
      await seen(van, destination(stopPoint('Harbour'), metres, away))
      const eta = new Date(first.scheduled_at.getTime() + later * 60_000)
      await db.updateTable('trip_stops').set({ eta }).where('id', '=', first.id).execute()
      await watch()
      return shown(await standing()).filter((one) => one.startsWith('off_route'))
    }
    expect(await drive('08:00:30', 0, 0)).toEqual([])
    expect(await drive('08:01:00', 240, 1)).toEqual([])
    expect(await drive('08:02:00', 300, 4)).toEqual([])
    expect(await drive('08:04:59', 300, 4)).toEqual([])
    expect(await drive('08:05:00', 300, 3.9)).toEqual([])
    expect(await drive('08:05:05', 300, 4)).toEqual(['off_route watch'])
    expect(await drive('08:06:00', 300, 7)).toEqual(['off_route soon'])
    await van.client.call(api.driver.manualNavigation, { params: { id: van.trip_id }, body: { enabled: true } })
    await drive('08:07:00', 300, 7)
    expect(await drive('08:08:00', 300, 7)).toEqual([])
  })

  // covers: EXC-19
  test('that stands too long at a stop is raised 5 and 10 min after it could have left, where it is needed soon elsewhere', async () => {
    const van = await world.town.vehicle('Van 1')
    await book('Ann Berg', 'Market', 'School', '08:20')
    await signOn(van)
    await seen(van)
    const { data: trip } = await van.client.call(api.driver.trip, { params: { id: van.trip_id } })
    const [pickup, dropoff] = trip.trip_stops
    at('08:19:00')
    await seen(van, stopPoint('Market'))
    await van.client.call(api.driver.arrive, { params: { id: pickup!.id } })
    const { db } = world.server.deps
    const leaves = '2026-11-23T08:20:00+10:00'
    const { waits } = await db
      .selectFrom('service_requests')
      .where('pickup_trip_stop_id', '=', pickup!.id)
      .select('promised_pickup_lower_bound as waits')
      .executeTakeFirstOrThrow()
    // It waits for three minutes from the beginning of the window, and its departure is planned before that.
    await db.updateTable('trip_stops').set({ scheduled_departure_at: leaves }).where('id', '=', pickup!.id).execute()
    const could = Math.max(waits.getTime() + 3 * 60_000, Date.parse('2026-11-23T08:22:00+10:00'))
    const after = (minutes: number) => new Date(could + minutes * 60_000 + 10 * 3_600_000).toISOString().slice(11, 19)
    const needed = (minutes: number) =>
      db
        .updateTable('trip_stops')
        .set({ scheduled_at: new Date(could + minutes * 60_000) })
        .where('id', '=', dropoff!.id)
        .execute()
    const stand = async (minutes: number) => {
      at(after(minutes))
      await seen(van, stopPoint('Market'))
      await watch()
      return shown(await standing()).filter((one) => one.startsWith('stop_overlong'))
    }
    await needed(60)
    expect(await stand(6)).toEqual([])
    await needed(20)
    expect(await stand(4.9)).toEqual([])
    expect(await stand(5)).toEqual(['stop_overlong soon'])
    expect(await stand(9.9)).toEqual(['stop_overlong soon'])
    expect(await stand(10)).toEqual(['stop_overlong urgent'])
  })

  // covers: EXC-22
  test('that stands idle outside of its zone is raised after 5 and 15 min', async () => {
    const van = await world.town.vehicle('Van 1')
    await signOn(van)
    await seen(van)
    const far = destination(stopPoint('Harbour'), 9000, 0)
    const stand = async (time: string, place: LngLat) => {
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
    const van = await world.town.vehicle('Van 1')
    await book('Ann Berg', 'Market', 'School', '17:30')
    await signOn(van)
    const ends = async (minutes: number, time: string) => {
      const eta = new Date(Date.parse('2026-11-23T18:00:00+10:00') + minutes * 60_000)
      await world.server.deps.db.updateTable('trip_stops').set({ eta }).where('trip_id', '=', van.trip_id).execute()
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
    const stamps = { created_at: world.server.deps.clock.now(), updated_at: world.server.deps.clock.now() }
    await world.server.deps.db
      .insertInto('service_plans')
      .values({
        zone_id: world.town.zone_id,
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
    await world.town.vehicle('Van 1')
    const { id, pickup } = await book('Ann Berg', 'Market', 'School', '12:00')
    const { db } = world.server.deps
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

  // covers: MSG-78, EXC-24
  test('a driver’s message without an answer is soon after 3 and urgent after 8 min, and ends with the answer', async () => {
    const van = await world.town.vehicle('Van 1')
    await signOn(van)
    await seen(van)
    const now = world.server.deps.clock.now()
    const message = { trip_id: van.trip_id, driver_id: van.driver_id, text: 'Where?', written_at: now, created_at: now }
    await world.server.deps.db
      .insertInto('driver_messages')
      .values({ ...message, sender: 'driver' } as never)
      .execute()
    const asked = (rows: readonly ServiceException[]) => shown(rows).filter((one) => one.startsWith('message'))
    expect(asked(await judged('08:02:59'))).toEqual([])
    expect(asked(await judged('08:03:00'))).toEqual(['message_unanswered soon'])
    expect(asked(await judged('08:08:00'))).toEqual(['message_unanswered urgent'])
    await world.server.deps.db
      .insertInto('driver_messages')
      .values({ ...message, sender: 'dispatch' } as never)
      .execute()
    await judged('08:08:05')
    expect(asked(await judged('08:09:05'))).toEqual([])
  })

  // covers: EXC-24
  test('a passenger’s SMS that nobody has read is watched after 10 min and soon after 30, and ends when it is read', async () => {
    await world.town.vehicle('Van 1')
    const { id } = await book('Ann Berg', 'Market', 'School', '12:00')
    const { db } = world.server.deps
    const { traveler_id } = await db
      .selectFrom('service_requests')
      .where('id', '=', id)
      .select('traveler_id')
      .executeTakeFirstOrThrow()
    const write = (time: string, kind: 'other' | 'where', text: string) => {
      const received_at = new Date(`2026-11-23T${time}+10:00`)
      const from = { number: '+61412345678', traveler_id, region_id: world.town.region_id }
      return db
        .insertInto('sms_replies')
        .values({ ...from, kind, text, received_at })
        .returning('id')
        .executeTakeFirstOrThrow()
    }
    const asked = async (time: string) => {
      const found = (await judged(time)).filter(({ kind }) => kind === 'reply_unanswered')
      return found.map(({ severity, zone_id, passenger, facts }) => [
        severity,
        zone_id,
        passenger?.traveler_name,
        facts.minutes,
      ])
    }
    const { zone_id } = world.town
    await write('08:00:00', 'where', 'Where?')
    expect(await asked('08:30:00')).toEqual([])
    const first = await write('08:30:00', 'other', 'Which gate?')
    expect(await asked('08:39:59')).toEqual([])
    expect(await asked('08:40:00')).toEqual([['watch', zone_id, 'Ann B.', 10]])
    expect(await asked('09:00:00')).toEqual([['soon', zone_id, 'Ann B.', 30]])
    await setRule({ kind: 'reply_unanswered', watch: 40, soon: 50 })
    await asked('09:00:05')
    expect(await asked('09:01:05')).toEqual([])
    expect(await asked('09:10:00')).toEqual([['watch', zone_id, 'Ann B.', 40]])
    await world.town.dispatcher.call(api.smsReplies.read, { params: { id: first.id } })
    await asked('09:10:05')
    expect(await asked('09:11:05')).toEqual([])
    await db.deleteFrom('sms_replies').where('traveler_id', '=', traveler_id).execute()
  })

  // covers: EXC-28
  test('a break that cannot begin in its window is soon from 45 and urgent from 15 min before its last start', async () => {
    const rest = { minutes: 30, from: '11:00', until: '13:00' }
    const van = await world.town.vehicle('Van 1', { rest })
    await signOn(van)
    const breaks = async (time: string) => {
      at(time)
      await seen(van)
      await watch()
      return shown(await standing()).filter((one) => one.startsWith('break'))
    }
    const { db } = world.server.deps
    const begins = (eta: string) =>
      db
        .updateTable('trip_stops')
        .set({ eta: `2026-11-23T${eta}+10:00` })
        .where('trip_id', '=', van.trip_id)
        .where('kind', '=', 'break')
        .execute()
    await begins('12:30:00')
    expect(await breaks('12:20:00')).toEqual([])
    await begins('12:31:00')
    expect(await breaks('11:44:59')).toEqual([])
    expect(await breaks('11:45:00')).toEqual(['break_at_risk soon'])
    expect(await breaks('12:15:00')).toEqual(['break_at_risk urgent'])
  })

  // covers: EXC-32
  test('a snooze ends at its time, and nobody is asked to approve for more than ten minutes', async () => {
    const van = await world.town.vehicle('Van 1')
    const body = { text: 'Look', severity: 'soon' as const, zone_id: world.town.zone_id }
    const { data } = await world.server.client('operations_manager').call(api.exceptions.create, { body })
    const params = { id: data.id }
    const until = '2026-11-23T08:05:00+10:00'
    await world.town.dispatcher.call(api.exceptions.snooze, { params, body: { ends: 'time', until } })
    const approval = { kind: 'approval' as const, subject: 'no_show:1', severity: 'soon' as const }
    await world.server.deps.db
      .insertInto('exceptions')
      .values({
        ...approval,
        zone_id: world.town.zone_id,
        trip_id: van.trip_id,
        opened_at: world.server.deps.clock.now(),
      } as never)
      .execute()
    const told = (rows: readonly ServiceException[]) =>
      rows.filter(({ kind }) => ['by_hand', 'approval'].includes(kind)).map(({ kind, state }) => `${kind} ${state}`)
    expect(told(await judged('08:04:59')).toSorted()).toEqual(['approval open', 'by_hand snoozed'])
    expect(told(await judged('08:05:00')).toSorted()).toEqual(['approval open', 'by_hand open'])
    expect(told(await judged('08:10:00'))).toEqual(['by_hand open'])
  })
})

// covers: EXC-42, EXC-110
test('a server that starts again neither loses nor repeats 20 that were open, with owners, snoozes and ages', async () => {
  await world.town.vehicle('Van 1', { from: '09:00' })
  const [before] = await judged('09:00:00')
  const boss = world.server.client('operations_manager')
  const body = { text: 'Look', severity: 'watch' as const, zone_id: world.town.zone_id }
  const ids = [before!.id]
  while (ids.length < 20) ids.push((await boss.call(api.exceptions.create, { body })).data.id)
  const until = '2026-11-23T09:30:00+10:00'
  for (const [index, id] of ids.entries()) {
    if (index % 3 !== 1) await world.town.dispatcher.call(api.exceptions.acknowledge, { params: { id } })
    if (index % 3 === 2)
      await world.town.dispatcher.call(api.exceptions.snooze, { params: { id }, body: { ends: 'time', until } })
  }
  const stood = await standing()
  expect(stood.filter(({ parent_id }) => parent_id === null).length).toBeGreaterThanOrEqual(10)
  world.restart()
  const again = await judged('09:00:05')
  expect(again).toEqual(stood)
  expect(again.filter(({ id }) => ids.includes(id))).toHaveLength(20)
  expect(new Set(again.map(({ state }) => state))).toEqual(new Set(['acknowledged', 'open', 'snoozed']))
})

// covers: EXC-96
test('a zone’s own rule holds there alone, and one that is off raises nothing', async () => {
  await world.town.vehicle('Van 1', { from: '09:00' })
  await setRule({ kind: 'not_signed_on', watch: null, soon: 10, urgent: 20 })
  expect(await judged('08:59:59')).toEqual([])
  expect(shown(await judged('09:05:00'))).toEqual(['not_signed_on soon'])
  expect(shown(await judged('09:10:00'))).toEqual(['not_signed_on urgent'])
  await setRule({ kind: 'not_signed_on', enabled: false, watch: null, soon: 10, urgent: 20 })
  await judged('09:10:05')
  expect(await judged('09:11:05')).toEqual([])
})

test('what does not change is not written again', async () => {
  await world.town.vehicle('Van 1', { from: '09:00' })
  await judged('09:00:00')
  const { db } = world.server.deps
  const last = () =>
    db
      .selectFrom('live_events')
      .select((e) => e.fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
  const before = await last()
  await judged('09:00:05')
  expect(await last()).toEqual(before)
})

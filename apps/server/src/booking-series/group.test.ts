import { api, createClient } from '@ambit/contract'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { people } from '../testing/groups.ts'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { refusal } from '../testing/refusal.ts'
import {
  later,
  legAt,
  legsOn,
  makeGroupOf,
  makeNow,
  type SeriesGroupInput,
  seriesGroupOf,
  statesOf,
  vehicleOn,
} from '../testing/series.ts'
import { startSeriesTown } from '../testing/series-town.ts'
import { clockOf } from '../testing/small-town.ts'

const w = startSeriesTown()

const [FIRST, SECOND, THIRD] = ['2026-11-23', '2026-11-30', '2026-12-07'] as const
const MONDAYS = [FIRST, SECOND, THIRD]
const run = () => makeNow(w.server)
const vehicle = (seats = 8) => vehicleOn(w.server, w.town, 'Bus', MONDAYS, { seats })

const made = async (count: number, more: Partial<SeriesGroupInput> = {}) => {
  const who = await people(w.town, count)
  return (await makeGroupOf(w.chris, who, more)).map(({ id }) => id)
}
const bookingsOn = async (ids: readonly number[], date: string, leg = 1) => {
  const found = []
  for (const id of ids) {
    const booked = (await legsOn(w.chris, id, date)).find((one) => one.leg === leg)?.service_request_id ?? null
    if (booked === null) continue
    found.push((await w.town.dispatcher.call(api.serviceRequests.show, { params: { id: booked } })).data)
  }
  return found
}
const states = async (ids: readonly number[], date: string) =>
  Promise.all(ids.map(async (id) => (await legsOn(w.chris, id, date)).map(({ state }) => state).join()))
const failures = async (ids: readonly number[]) => {
  const { rows } = await sql<{ series: number; dates: string[] }>`
    select (facts ->> 'booking_series_id')::int as series, facts -> 'dates' as dates from exceptions
    where kind = 'series_failed' and state <> 'resolved' and (facts ->> 'booking_series_id')::int = any(${ids}::int[])
    order by 1`.execute(w.server.deps.db)
  return rows
}
const promised = ({ pickup, dropoff }: Awaited<ReturnType<typeof bookingsOn>>[number]) => [
  clockOf(pickup.promised_lower_bound ?? ''),
  clockOf(pickup.promised_upper_bound ?? ''),
  clockOf(dropoff.promised_upper_bound ?? ''),
]
const wrong = async (body: object) => {
  const { status, errors } = await refusal(
    w.chris.call(api.bookingSeries.createGroup, { body: body as SeriesGroupInput }), // what is wrong is wrong in its types too
  )
  return [status, ...errors.map(({ source, detail }) => [source?.pointer, detail])]
}

describe('a group that travels again and again', () => {
  // @test-tag long
  test('has a series of each member, whose rides of a date are one group in one vehicle', async () => {
    await vehicle()
    await vehicleOn(w.server, w.town, 'Van', MONDAYS, { seats: 2 })
    const ids = await made(4, { comment: 'With scores' })
    await run()
    for (const date of MONDAYS) {
      const bookings = await bookingsOn(ids, date)
      expect(bookings.map(({ vehicle_number, status }) => [vehicle_number, status])).toEqual(
        ids.map(() => ['Bus', 'assigned']),
      )
      expect(new Set(bookings.map(({ group }) => group?.id)).size).toBe(1)
      expect(bookings[0]).toMatchObject({ group: { name: 'Harbour choir' }, comment: 'With scores', series: { date } })
      const { data } = await w.town.dispatcher.call(api.serviceRequests.history, {
        params: { id: bookings[1]?.id ?? 0 },
      })
      expect(data.flatMap(({ reasons }) => reasons.map(({ code }) => code))).toContain('from_series')
    }
    const { data } = await w.chris.call(api.bookingSeries.show, { params: { id: ids[0] ?? 0 } })
    const group = { id: expect.any(Number), name: 'Harbour choir', seating: 'together', all_or_none: true }
    expect(data.group).toEqual(group)
    await nothingBroken(w.server)
  })

  // @test-tag long
  test('rides there and back as one group each, from one place to many', async () => {
    await vehicle()
    const who = await people(w.town, 3)
    const places = ['School', 'Hospital', 'Station'] as const
    const body = seriesGroupOf(who)
    const members = body.members.map((member, index) => {
      const { origin, destination } = legAt('Market', places[index] ?? 'Station', '10:00')
      return { ...member, origin, destination }
    })
    const ways = [
      { time: '10:00', departing: true },
      { time: '15:00', departing: false },
    ]
    const ids = (await makeGroupOf(w.chris, who, { members, ways })).map(({ id }) => id)
    await run()
    for (const leg of [1, 2]) {
      const bookings = await bookingsOn(ids, SECOND, leg)
      expect(bookings.map((one) => (leg === 1 ? one.destination : one.origin).name)).toEqual(places)
      expect(new Set(bookings.map(({ group }) => group?.id)).size).toBe(1)
      expect(new Set(bookings.map(({ trip_id }) => trip_id)).size).toBe(1)
    }
  })

  // covers: JRN-47
  // @test-tag long
  test('rides on unchanged for all others while one member pauses, and with who comes back after it', async () => {
    await vehicle()
    const ids = await made(4)
    const [first = 0, ...others] = ids
    await w.chris.call(api.bookingSeries.pause, { params: { id: first }, body: { from: SECOND, to: SECOND } })
    await run()
    expect(await states(ids, SECOND)).toEqual(['left_out', 'booked', 'booked', 'booked'])
    const [before, paused, after] = [
      await bookingsOn(ids, FIRST),
      await bookingsOn(others, SECOND),
      await bookingsOn(ids, THIRD),
    ]
    expect(before).toHaveLength(4)
    // At the same place and time; who waits for one passenger fewer is there no later.
    for (const [index, one] of paused.entries()) {
      const [opens, ...closes] = promised(one)
      const [opened, ...closed] = promised(before[index + 1]!) // the same three
      expect(opens).toBe(opened)
      expect(closes.every((time, place) => time <= (closed[place] ?? ''))).toBe(true)
    }
    expect(new Set(paused.map(({ group, trip_id }) => `${group?.id} ${trip_id}`)).size).toBe(1)
    expect([...paused, ...after].map(({ group }) => group?.name)).toEqual(Array(7).fill('Harbour choir'))
    expect(after.map(promised)).toEqual(before.map(promised))
    // Nor does one who pauses after the rides are booked.
    const own = (await bookingsOn([first], THIRD)).map(({ id }) => id)
    await w.chris.call(api.bookingSeries.pause, {
      params: { id: first },
      body: { from: THIRD, to: THIRD, cancel: own },
    })
    await run()
    const rest = await bookingsOn(others, THIRD)
    expect(rest.map(({ status, vehicle_number }) => [status, vehicle_number])).toEqual(
      others.map(() => ['assigned', 'Bus']),
    )
    expect(rest.map(promised)).toEqual(after.slice(1).map(promised))
    await nothingBroken(w.server)
  })

  test('is an ordinary ride of the only member who travels on a date, and of those who have not ended', async () => {
    await vehicle()
    const [first = 0, second = 0, third = 0] = await made(3)
    await w.chris.call(api.bookingSeries.end, { params: { id: third }, body: {} })
    await w.chris.call(api.bookingSeries.setDate, { params: { id: second }, body: { date: SECOND, is: 'left_out' } })
    await run()
    expect((await bookingsOn([first, second, third], SECOND)).map(({ group }) => group)).toEqual([null])
    const two = await bookingsOn([first, second, third], THIRD)
    expect(two.map(({ group }) => group?.name)).toEqual(['Harbour choir', 'Harbour choir'])
  })

  test('fails as a whole on a date that cannot be had, and staff are asked once', async () => {
    await vehicle(3)
    const ids = await made(4)
    await run()
    expect(await states(ids, FIRST)).toEqual(ids.map(() => 'failed'))
    expect((await legsOn(w.chris, ids[3] ?? 0, FIRST))[0]?.reasons[0]?.text).toContain('4 seats')
    expect(await failures(ids)).toEqual([{ series: ids[0], dates: MONDAYS }])
    await run()
    expect(await failures(ids)).toHaveLength(1)
  })

  // @test-tag long
  test('is booked without those who have no seat where not all have to travel', async () => {
    await vehicle(3)
    const ids = await made(4, { all_or_none: false })
    await run()
    const now = (await states(ids, FIRST)).toSorted()
    expect(now.filter((state) => state === 'booked')).toHaveLength(3)
    expect(await failures(ids)).toHaveLength(1)
  })

  // @test-tag long
  test('goes on without the second series of a passenger whose records were merged', async () => {
    await vehicle()
    const [first = 0, second = 0, third = 0] = await made(3)
    await sql`update booking_series set traveler_id = (select traveler_id from booking_series where id = ${first})
      where id = ${third}`.execute(w.server.deps.db)
    await run()
    const [one, other, twice] = await states([first, second, third], FIRST)
    expect([one, other]).toEqual(['booked', 'booked'])
    expect(twice).not.toBe('booked')
    expect(await failures([first, second, third])).toEqual([{ series: third, dates: MONDAYS }])
  })

  test('is gone with the last of its series', async () => {
    const [first = 0, second = 0] = await made(2)
    const { db } = w.server.deps
    const { group } = (await w.chris.call(api.bookingSeries.show, { params: { id: first } })).data
    const groups = () =>
      db
        .selectFrom('series_groups')
        .where('id', '=', group?.id ?? 0)
        .select('name')
        .execute()
    await db.deleteFrom('booking_series').where('id', '=', first).execute()
    expect(await groups()).toEqual([{ name: 'Harbour choir' }])
    await db.deleteFrom('booking_series').where('id', '=', second).execute()
    expect(await groups()).toEqual([])
  })

  // @test-tag long
  test('is booked once by two runs at once', async () => {
    await vehicle()
    const ids = await made(3)
    await Promise.all([run(), run()])
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from service_requests r
      join booking_series b on b.traveler_id = r.traveler_id where b.id = any(${ids}::int[])`.execute(w.server.deps.db)
    expect(rows[0]?.count).toBe(9)
    for (const id of ids) expect(await statesOf(w.chris, id, THIRD)).toEqual(MONDAYS.map((date) => [date, 'booked']))
    expect(await failures(ids)).toEqual([])
  })

  test('refuses another time or place of one member in words, and lets one change how it is paid for and until when', async () => {
    const [id = 0] = await made(2)
    const change = (body: object) =>
      refusal(w.chris.call(api.bookingSeries.change, { params: { id }, body: { scope: 'all', ...body } }))
    for (const body of [
      { legs: [{ time: '11:00' }] },
      { legs: [{ destination: legAt('Market', 'School', '10:00').destination }] },
      { legs: [{}, legAt('Station', 'Market', '15:00')] },
      { scope: 'only_this', date: FIRST, legs: [{ time: '11:00' }] },
    ]) {
      const { status, errors } = await change(body)
      expect([status, errors[0]?.detail]).toEqual([
        409,
        expect.stringContaining('travels with the group Harbour choir'),
      ])
    }
    const body = { scope: 'following' as const, date: THIRD, ends_on: THIRD, legs: [{}] }
    const { data } = await w.chris.call(api.bookingSeries.change, { params: { id }, body })
    expect(data).toMatchObject({ follows_id: id, group: { name: 'Harbour choir' } })
  })

  test('says at its field what is wrong, and makes no series then', async () => {
    const who = await people(w.town, 2)
    const body = seriesGroupOf(who)
    const [one, other] = body.members
    expect(await wrong({ ...body, name: '', members: [one] })).toMatchObject([
      422,
      ['/name', expect.any(String)],
      ['/members', expect.any(String)],
    ])
    expect(await wrong({ ...body, ends_on: '2026-11-01' })).toMatchObject([422, ['/ends_on', expect.any(String)]])
    expect(await wrong({ ...body, starts_on: '2026-11-01' })).toMatchObject([422, ['/starts_on', expect.any(String)]])
    expect(await wrong({ ...body, members: [one, { ...other, traveler_id: 999_999 }] })).toEqual([
      422,
      ['/members/1/traveler_id', 'There is no such passenger'],
    ])
    const far = { name: 'Far', point: [150, -30] }
    expect(await wrong({ ...body, members: [one, { ...other, destination: far }] })).toMatchObject([
      422,
      ['/members/1/destination', expect.any(String)],
    ])
    expect(await wrong({ ...body, members: [one, { ...other, mobility_support: 2 }] })).toMatchObject([
      422,
      ['/members/1/mobility_support', expect.any(String)],
    ])
    const { rows } = await sql`select from booking_series where traveler_id = any(${who}::int[])`.execute(
      w.server.deps.db,
    )
    expect(rows).toEqual([])
  })

  test('asks for the permissions to make series and to make groups', async () => {
    const body = seriesGroupOf(await people(w.town, 2))
    const keys = ['TravellerManagement:series:canCreate', 'TravellerManagement:group:canCreate'] as const
    for (const key of keys) {
      const token = await w.server.token({ permissions: [key] })
      const caller = createClient({ origin: w.server.url, token: () => token })
      const { status } = await refusal(caller.call(api.bookingSeries.createGroup, { body }))
      expect(status).toBe(403)
    }
    const token = await w.server.token({ permissions: keys })
    const caller = createClient({ origin: w.server.url, token: () => token })
    expect((await caller.call(api.bookingSeries.createGroup, { body })).data).toHaveLength(2)
  })

  // @test-tag long
  test('waits for its share of the seats as a whole', async () => {
    await vehicle(8)
    await w.server.deps.db
      .updateTable('regions')
      .set({ series_share_max: 40 })
      .where('id', '=', w.town.region_id)
      .execute()
    const ids = await made(4)
    const state = async () =>
      Promise.all(ids.map(async (id) => (await w.chris.call(api.bookingSeries.show, { params: { id } })).data.state))
    expect(await state()).toEqual(ids.map(() => 'waiting'))
    await w.server.deps.db
      .updateTable('regions')
      .set({ series_share_max: 50 })
      .where('id', '=', w.town.region_id)
      .execute()
    const [clerk] = await later(w.server, '2026-11-23T00:30:00+10:00', 'customer_service')
    w.chris = clerk!
    await run()
    expect(await state()).toEqual(ids.map(() => 'active'))
  })
})

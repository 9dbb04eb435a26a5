import { api } from '@ambit/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { people } from '../testing/groups.ts'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { legsOn, makeGroupOf, makeNow, type SeriesGroupInput, vehicleOn } from '../testing/series.ts'
import { startSeriesTown } from '../testing/series-town.ts'
import { clockOf } from '../testing/small-town.ts'
import { sentStep } from '../testing/suspensions.ts'

const w = startSeriesTown()

const [FIRST, SECOND, THIRD] = ['2026-11-23', '2026-11-30', '2026-12-07'] as const
const MONDAYS = [FIRST, SECOND, THIRD]
const run = () => makeNow(w.server)
const vehicle = (name: string, seats: number) => vehicleOn(w.server, w.town, name, MONDAYS, { seats })

let who: number[]
let ids: number[]
const made = async (count: number, more: Partial<SeriesGroupInput> = {}) => {
  who = await people(w.town, count)
  ids = (await makeGroupOf(w.chris, who, more)).map(({ id }) => id)
}
const legOn = async (id: number, date: string) => (await legsOn(w.chris, id, date))[0]
const states = (date: string) => Promise.all(ids.map(async (id) => (await legOn(id, date))?.state))
const bookingOf = async (id: number, date: string) => {
  const booked = (await legOn(id, date))?.service_request_id ?? 0
  return (await w.town.dispatcher.call(api.serviceRequests.show, { params: { id: booked } })).data
}
const onDate = (date: string) => Promise.all(ids.map((id) => bookingOf(id, date)))
const pause = async (index: number, from: string, to = from) => {
  const { data } = await w.chris.call(api.bookingSeries.pause, { params: { id: ids[index] ?? 0 }, body: { from, to } })
  return data.pauses.at(-1)?.id ?? 0
}
const comeBack = async (index: number, pause_id: number) => {
  await w.chris.call(api.bookingSeries.endPause, { params: { id: ids[index] ?? 0, pause_id } })
  await run()
}
const reasonsOf = async (id: number) => {
  const { data } = await w.town.dispatcher.call(api.serviceRequests.history, { params: { id } })
  return data.flatMap(({ reasons }) => reasons.map(({ code }) => code))
}

describe('a member who may not travel on a date', () => {
  beforeEach(() => vehicle('Bus', 8))

  // covers: JRN-47, JRN-110
  // @test-tag long
  test('as of a suspension is left out of it with the reason, and the others ride together', async () => {
    await made(4)
    const days = { begins_on: SECOND, ends_on: SECOND }
    await sentStep(w.server, { traveler_id: who[1] ?? 0, region_id: w.town.region_id, ...days })
    await run()
    expect(await states(SECOND)).toEqual(['booked', 'failed', 'booked', 'booked'])
    expect((await legOn(ids[1] ?? 0, SECOND))?.reasons).toMatchObject([
      { text: expect.stringContaining('Suspended until') },
    ])
    ids.splice(1, 1)
    const others = await onDate(SECOND)
    expect(new Set(others.map(({ group }) => group?.id)).size).toBe(1)
    expect(others.map(({ vehicle_number }) => vehicle_number)).toEqual(['Bus', 'Bus', 'Bus'])
    const [then, before] = [await onDate(THIRD), await onDate(FIRST)]
    expect(then.map(({ pickup }) => clockOf(pickup.lower_bound))).toEqual(
      before.map(({ pickup }) => clockOf(pickup.lower_bound)),
    )
    await nothingBroken(w.server)
  })

  test('as of another ride at that time is left out too, and so is one of two, who leaves the other an ordinary ride', async () => {
    await made(2)
    await w.town.book({ who: who[0] ?? 0, from: 'School', to: 'Hospital', at: '10:00' })
    await run()
    expect(await states(FIRST)).toEqual(['failed', 'booked'])
    expect((await bookingOf(ids[1] ?? 0, FIRST)).group).toBeNull()
    expect(await states(SECOND)).toEqual(['booked', 'booked'])
  })
})

describe('a member who comes back on a date that is booked', () => {
  // covers: JRN-47
  // @test-tag long
  test('rides with the group, in its vehicle, as one of it', async () => {
    await vehicle('Bus', 8)
    await vehicle('Van', 8)
    await made(4)
    const away = await pause(2, SECOND)
    await run()
    expect(await states(SECOND)).toEqual(['booked', 'booked', 'left_out', 'booked'])
    const before = await bookingOf(ids[0] ?? 0, SECOND)
    await comeBack(2, away)
    const all = await onDate(SECOND)
    expect(new Set(all.map(({ group, trip_id }) => `${group?.id} ${trip_id}`)).size).toBe(1)
    expect(all[0]?.group?.id).toBe(before.group?.id)
    expect(all[0]?.pickup.promised_upper_bound).toEqual(before.pickup.promised_upper_bound)
    expect(await reasonsOf(all[2]?.id ?? 0)).not.toContain('apart_from_group')
    await nothingBroken(w.server)
  })

  // @test-tag long
  test('rides with the only other one, who is a group with them from then on', async () => {
    await vehicle('Bus', 8)
    await vehicle('Van', 8)
    await made(2)
    const away = await pause(0, SECOND)
    await run()
    expect((await bookingOf(ids[1] ?? 0, SECOND)).group).toBeNull()
    await comeBack(0, away)
    const both = await onDate(SECOND)
    expect(both.map(({ group }) => group?.name)).toEqual(['Harbour choir', 'Harbour choir'])
    expect(new Set(both.map(({ trip_id }) => trip_id)).size).toBe(1)
    await nothingBroken(w.server)
  })

  // @test-tag long
  test('rides apart from it where its vehicle has no room, and that is said at the date and in the history', async () => {
    await vehicle('Bus', 3)
    await made(4)
    const away = await pause(3, SECOND)
    await run()
    expect(await states(SECOND)).toEqual(['booked', 'booked', 'booked', 'left_out'])
    await vehicle('Van', 3)
    await comeBack(3, away)
    expect(await states(SECOND)).toEqual(['booked', 'booked', 'booked', 'booked'])
    const own = await bookingOf(ids[3] ?? 0, SECOND)
    expect([own.vehicle_number, own.group]).toEqual(['Van', null])
    expect(await reasonsOf(own.id)).toContain('apart_from_group')
    expect((await legOn(ids[3] ?? 0, SECOND))?.reasons).toMatchObject([
      { text: 'Apart from the group Harbour choir, whose vehicle has no room' },
    ])
    const searched = await w.server.deps.db
      .selectFrom('service_availability_searches')
      .where('traveler_id', '=', who[3] ?? 0)
      .where('status', '=', 'no_offerings')
      .where('created_at', '>', w.server.deps.clock.now())
      .select('id')
      .execute()
    expect(searched).toEqual([])
    await nothingBroken(w.server)
  })

  // @test-tag long
  test('is one of the group in any vehicle where it takes as few as possible', async () => {
    await vehicle('Bus', 3)
    await made(4, { seating: 'fewest' })
    const away = await pause(3, SECOND)
    await run()
    await vehicle('Van', 3)
    await comeBack(3, away)
    const all = await onDate(SECOND)
    expect(new Set(all.map(({ group }) => group?.id)).size).toBe(1)
    await nothingBroken(w.server)
  })
})

import { api, type SeriesChange } from '@ambit/contract'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { aidOf } from '../testing/mobility-aid.ts'
import { refusal } from '../testing/refusal.ts'
import { legAt, legsOn, makeNow, makeSeriesOf, type SeriesInput, vehicleOn } from '../testing/series.ts'
import { startSeriesTown } from '../testing/series-town.ts'
import { clockOf } from '../testing/small-town.ts'

const w = startSeriesTown()
const MONDAYS = ['2026-11-23', '2026-11-30', '2026-12-07']

/** With rides on three Mondays that are booked. */
const booked = async (more: Partial<SeriesInput> = {}): Promise<number> => {
  await vehicleOn(w.server, w.town, 'Van 1', MONDAYS)
  const { id } = await makeSeriesOf(w.chris, w.maria, more)
  await run()
  return id
}
const run = () => makeNow(w.server)
type ChangeBody = z.input<typeof SeriesChange>
const send = async (id: number, body: ChangeBody) =>
  (await w.chris.call(api.bookingSeries.change, { params: { id }, body })).data
const stored = (id: number) =>
  w.server.deps.db
    .selectFrom('booking_series')
    .where('id', '=', id)
    .select(['legs', 'needs', 'agreed'])
    .executeTakeFirstOrThrow()
const bookingOn = async (id: number, date: string, leg: number) => {
  const ride = (await legsOn(w.chris, id, date)).find((one) => one.leg === leg)
  return (await w.town.dispatcher.call(api.serviceRequests.show, { params: { id: ride?.service_request_id ?? 0 } }))
    .data
}

const there = legAt('Market', 'Station', '10:00')
const back = legAt('Station', 'Market', '14:00')

// @test-tag long
test('a change of the way back alone keeps the needs of both ways, and what is agreed and booked of the way there', async () => {
  const aid = await aidOf(w.server, w.town.region_id)
  await w.server.deps.db
    .updateTable('travelers')
    .set({ mobility_aids: [aid] })
    .where('id', '=', w.maria)
    .execute()
  const own_times = { load_s: 90, unload_s: 60 }
  const id = await booked({ legs: [there, { ...back, aids: [], own_times }] })
  const before = await stored(id)
  const kept = await bookingOn(id, '2026-11-30', 1)
  await send(id, { scope: 'all', legs: [{}, { time: '15:00' }] })
  const after = await stored(id)
  expect(after.needs).toEqual(before.needs)
  expect(after.needs).toMatchObject([{ aids: null }, { aids: [], own_times }])
  expect(after.legs).toEqual([before.legs[0], { ...before.legs[1], time: '15:00' }])
  expect(after.agreed).toEqual([before.agreed[0], null])
  await run()
  expect(await bookingOn(id, '2026-11-30', 1)).toEqual(kept)
  const moved = await bookingOn(id, '2026-11-30', 2)
  expect([clockOf(moved.pickup.lower_bound), moved.aids]).toEqual(['15:00', []])
  await send(id, { scope: 'all', legs: [{}, { aids: null }] })
  expect((await stored(id)).needs).toMatchObject([{ aids: null }, { aids: null, own_times }])
})

test('a further way lacks nothing that a new series requires, and fewer ways drop the way back', async () => {
  const id = await booked()
  const refused = await refusal(send(id, { scope: 'all', legs: [{}, { time: '14:00', departing: true }] }))
  expect([refused.status, ...refused.errors.map(({ source }) => source?.pointer)]).toEqual([
    422,
    '/legs/1/passengers',
    '/legs/1/origin',
    '/legs/1/destination',
  ])
  expect((await send(id, { scope: 'all', legs: [{}, back] })).legs.map(({ time }) => time)).toEqual(['10:00', '14:00'])
  const crowded = await refusal(send(id, { scope: 'all', legs: [{}, { mobility_support: 2 }] }))
  expect(crowded.errors.map(({ source }) => source?.pointer)).toEqual(['/legs/1/mobility_support'])
  expect((await send(id, { scope: 'all', legs: [{ time: '11:00' }] })).legs.map(({ time }) => time)).toEqual(['11:00'])
})

test('who does not see doors or needs changes what is shown of a way, and is refused the rest at its field', async () => {
  const id = await booked({ legs: [{ ...there, mobility_support: 1 }] })
  const before = await stored(id)
  const masked = w.server.client({
    permissions: ['TravellerManagement:series:canRead', 'TravellerManagement:series:canUpdate'],
  })
  const change = (leg: NonNullable<ChangeBody['legs']>[number]) =>
    masked.call(api.bookingSeries.change, { params: { id }, body: { scope: 'all', legs: [leg] } })
  const refused = await refusal(change({ time: '11:00', origin: there.origin, aids: null, own_times: null }))
  expect(refused.status).toBe(422)
  expect(refused.errors.map(({ source }) => source?.pointer)).toEqual([
    '/legs/0/origin',
    '/legs/0/aids',
    '/legs/0/own_times',
  ])
  await change({ time: '11:00' })
  expect(await stored(id)).toMatchObject({ legs: [{ ...before.legs[0], time: '11:00' }], needs: before.needs })
})

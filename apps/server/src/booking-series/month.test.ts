import { api, type Client } from '@ambit/contract'
import { addDays } from '@ambit/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eraseTraveler } from '../erasures/erase.ts'
import { removeAtNight } from '../retention/remove.ts'
import { runJob } from '../testing/run-job.ts'
import { datesOfSeries, later, legAt, makeNow, makeSeriesOf, vehicleOn } from '../testing/series.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())

// covers: JRN-15, JRN-128
test('a series keeps its clock time and promises through a month with a change of summer time, a holiday, a pause and a change', async () => {
  const town = await buildSmallTown(server)
  const { db } = server.deps
  await db.updateTable('zones').set({ time_zone: 'Australia/Sydney' }).where('id', '=', town.zone_id).execute()
  const dates = Array.from({ length: 5 }, (_, week) => [
    addDays('2027-03-22', 7 * week),
    addDays('2027-03-25', 7 * week),
  ])
  await vehicleOn(server, town, 'Van 1', dates.flat())
  let [chris, olivia] = await later(server, '2027-03-22T06:00:00+11:00', 'customer_service', 'operations_manager')
  const maria = await town.passenger('Maria Silva')
  const day = { date: '2027-04-05', name: 'Easter Monday', hours: [] }
  await olivia!.call(api.specialDays.create, { params: { id: town.zone_id }, body: day })
  const { id } = await makeSeriesOf(chris!, maria, {
    pattern: { repeat: 'weekly', every: 1, weekdays: ['MO', 'TH'] },
    starts_on: '2027-03-22',
    ends_on: '2027-04-22',
  })
  const params = { id }
  await chris!.call(api.bookingSeries.pause, { params, body: { from: '2027-04-10', to: '2027-04-13' } })
  await chris!.call(api.bookingSeries.change, {
    params,
    body: { scope: 'only_this', date: '2027-04-15', legs: [legAt('Market', 'Station', '11:30')] },
  })
  const promises = async () => {
    const rows = await db
      .selectFrom('service_requests')
      .where('traveler_id', '=', maria)
      .select(['id', 'promised_pickup_lower_bound', 'promised_dropoff_upper_bound', 'pickup_lower_bound'])
      .execute()
    return new Map(rows.map((row) => [row.id, row]))
  }
  await makeNow(server)
  const made = await promises()
  for (let night = 1; night <= 30; night += 1) {
    server.deps.clock.set(new Date(Date.parse('2027-03-22T00:30:00+11:00') + night * 86_400_000 + 3_600_000))
    await makeNow(server)
    const now = await promises()
    for (const [known, row] of made) expect(now.get(known)).toEqual(row)
    for (const [known, row] of now) made.set(known, row)
  }
  ;[chris] = await later(server, '2027-04-22T09:00:00+10:00', 'customer_service')
  const told = (await datesOfSeries(chris!, id, '2027-03-01')).map(({ date, legs: [leg] }) => [
    date,
    leg?.state === 'left_out' ? leg.left_out?.text : leg?.pickup?.lower_bound,
  ])
  expect(told).toEqual([
    ['2027-03-22', '2027-03-21T23:00:00.000Z'],
    ['2027-03-25', '2027-03-24T23:00:00.000Z'],
    ['2027-03-29', '2027-03-28T23:00:00.000Z'],
    ['2027-04-01', '2027-03-31T23:00:00.000Z'],
    ['2027-04-05', 'Easter Monday, no service'],
    ['2027-04-08', '2027-04-08T00:00:00.000Z'],
    ['2027-04-12', 'Paused'],
    ['2027-04-15', '2027-04-15T01:30:00.000Z'],
    ['2027-04-19', '2027-04-19T00:00:00.000Z'],
    ['2027-04-22', '2027-04-22T00:00:00.000Z'],
  ])
})

const seriesRows = (traveler: number) =>
  server.deps.db.selectFrom('booking_series').where('traveler_id', '=', traveler).select(['id', 'ended_at']).execute()
const ended = async (client: Client, id: number) => client.call(api.bookingSeries.end, { params: { id }, body: {} })

test('a series goes with its passenger, and two years after its end', async () => {
  const town = await buildSmallTown(server)
  const [chris] = await later(server, '2026-11-23T08:00:00+10:00', 'customer_service')
  const [erased, kept] = [await town.passenger('Ann Berg'), await town.passenger('Bob Cole')]
  const theirs = await makeSeriesOf(chris!, erased)
  const { id } = await makeSeriesOf(chris!, kept)
  await makeNow(server)
  const { db, clock } = server.deps
  await db.transaction().execute((tx) => eraseTraveler(tx, erased, 'A test', clock.now()))
  expect([await seriesRows(erased), await seriesRows(kept)]).toMatchObject([[], [{ id }]])
  const events = await db
    .selectFrom('audit_events')
    .where('record_kind', '=', 'booking_series')
    .where('record_id', '=', String(theirs.id))
    .select('changes')
    .execute()
  expect(JSON.stringify(events)).not.toContain('Market')
  await ended(chris!, id)
  clock.set('2028-11-20T03:00:00+10:00')
  await runJob(server.deps, removeAtNight)
  expect(await seriesRows(kept)).toHaveLength(1)
  clock.set('2028-11-25T03:00:00+10:00')
  await runJob(server.deps, removeAtNight)
  expect(await seriesRows(kept)).toEqual([])
})

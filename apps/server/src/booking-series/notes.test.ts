import { api } from '@ambit/contract'
import { expect, test } from 'vitest'
import { legAt, legsOn, makeNow, makeSeriesOf, vehicleOn } from '../testing/series.ts'
import { startSeriesTown } from '../testing/series-town.ts'

const w = startSeriesTown()

const DATE = '2026-11-23'
const there = legAt('Market', 'Station', '10:00', { pickup_note: 'Blue gate', dropoff_note: 'Platform 2' })
const back = legAt('Station', 'Market', '12:00', { pickup_note: 'Taxi rank' })
const change = async (id: number, legs: object[], more: { scope?: 'all' | 'only_this'; date?: string } = {}) => {
  const body = { scope: 'all' as const, legs, ...more }
  return (await w.chris.call(api.bookingSeries.change, { params: { id }, body })).data
}
const noted = ({ pickup_note, dropoff_note }: { pickup_note: string | null; dropoff_note: string | null }) => [
  pickup_note,
  dropoff_note,
]
const bookedNotes = async (id: number) => {
  const ids = (await legsOn(w.chris, id, DATE)).map(({ service_request_id }) => service_request_id ?? 0)
  const shown = ids.map((one) => w.town.dispatcher.call(api.serviceRequests.show, { params: { id: one } }))
  return (await Promise.all(shown)).map(({ data }) => noted(data))
}

test('the rides of a recurring journey have the notes of their way', async () => {
  await vehicleOn(w.server, w.town, 'Van 1', [DATE])
  const made = await makeSeriesOf(w.chris, w.maria, { legs: [there, back] })
  expect(made.legs.map(noted)).toEqual([
    ['Blue gate', 'Platform 2'],
    ['Taxi rank', null],
  ])
  await makeNow(w.server)
  expect(await bookedNotes(made.id)).toEqual([
    ['Blue gate', 'Platform 2'],
    ['Taxi rank', null],
  ])
})

test('a recurring journey that begins elsewhere keeps the note of its other end alone, and so do its booked rides', async () => {
  await vehicleOn(w.server, w.town, 'Van 1', [DATE])
  const { id } = await makeSeriesOf(w.chris, w.maria, { legs: [there] })
  await makeNow(w.server)
  const { origin } = legAt('School', 'Station', '10:00')
  expect((await change(id, [{ origin }])).legs.map(noted)).toEqual([[null, 'Platform 2']])
  await makeNow(w.server)
  expect(await bookedNotes(id)).toEqual([[null, 'Platform 2']])
})

test('one date that is changed by itself before it is booked has no note for a place that it does not go to', async () => {
  const { id } = await makeSeriesOf(w.chris, w.maria, { legs: [there] })
  const { destination } = legAt('Market', 'Hospital', '10:00')
  await change(id, [{ destination }], { scope: 'only_this', date: DATE })
  await vehicleOn(w.server, w.town, 'Van 1', [DATE])
  await makeNow(w.server)
  expect(await bookedNotes(id)).toEqual([['Blue gate', null]])
})

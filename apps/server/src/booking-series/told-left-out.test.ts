import { api } from '@ambit/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { later, makeNow, makeSeriesOf, statesOf, vehicleOn } from '../testing/series.ts'
import { startSeriesTown } from '../testing/series-town.ts'

const w = startSeriesTown()

const mail = async (host: string | null): Promise<void> => {
  const value = JSON.stringify({ host, port: 25, security: 'none' })
  await w.server.deps.db
    .insertInto('settings')
    .values({ key: 'mail', value })
    .onConflict((on) => on.column('key').doUpdateSet({ value }))
    .execute()
}
beforeEach(async () => {
  const { db } = w.server.deps
  await db.deleteFrom('exceptions').execute()
  await db.deleteFrom('outbox_mails').execute()
  await mail('mail.example.org')
  await db.updateTable('travelers').set({ email: 'maria@example.org' }).where('id', '=', w.maria).execute()
  const MONDAYS = ['2026-11-23', '2026-11-30', '2026-12-07', '2026-12-14']
  await vehicleOn(w.server, w.town, 'Van 1', MONDAYS)
  await special('2026-11-30', [{ from: 9 * 60, until: 12 * 60 }])
  await special('2026-12-07', [])
  await special('2026-12-14', [{ from: 12 * 60, until: 15 * 60 }])
})
afterEach(() => mail(null))

const special = (date: string, hours: { from: number; until: number }[]) =>
  w.server.client('superadmin').call(api.specialDays.create, {
    params: { id: w.town.zone_id },
    body: { date, name: 'Town Feast', hours },
  })
const night = async (date: string): Promise<void> => {
  const [clerk, dispatcher] = await later(w.server, `${date}T00:30:10+10:00`, 'customer_service', 'dispatcher')
  w.chris = clerk!
  w.town = { ...w.town, dispatcher: dispatcher! }
  await makeNow(w.server)
}
const mails = () =>
  w.server.deps.db.selectFrom('outbox_mails').select(['to', 'subject', 'text', 'traveler_id']).orderBy('id').execute()
const asked = async () => {
  const { data } = await w.town.dispatcher.call(api.exceptions.list, { query: { filter: { zone: [w.town.zone_id] } } })
  return data.filter(({ kind }) => kind === 'passenger_call').map(({ facts, series }) => [facts.dates, series?.id])
}
const region = (series_left_out: 'tell' | 'ask') =>
  w.server.deps.db.updateTable('regions').set({ series_left_out }).where('id', '=', w.town.region_id).execute()

// covers: JRN-17
test('a ride is left out on a date without service, and on one with other hours kept only where it fits', async () => {
  const { id } = await makeSeriesOf(w.chris, w.maria)
  await makeNow(w.server)
  await night('2026-12-01')
  expect(await statesOf(w.chris, id, '2026-12-14')).toEqual([
    ['2026-11-23', 'booked'],
    ['2026-11-30', 'booked'],
    ['2026-12-07', 'left_out'],
    ['2026-12-14', 'left_out'],
  ])
})

// covers: JRN-17
test('the passenger is told of a date that is left out seven days before it, once, and of no other date', async () => {
  await makeSeriesOf(w.chris, w.maria)
  await makeNow(w.server)
  await night('2026-11-29')
  expect(await mails()).toEqual([])
  await night('2026-11-30')
  const [told, ...others] = await mails()
  expect(others).toEqual([])
  expect(told).toMatchObject({ to: 'maria@example.org', traveler_id: w.maria })
  expect(told?.subject).toBe('A ride of yours does not take place')
  expect(told?.text).toContain('Monday 7 December, leaving at 10:00 am (Town Feast)')
  expect(told?.text).not.toContain('30 November')
  await night('2026-12-01')
  expect(await mails()).toHaveLength(1)
  await night('2026-12-07')
  expect((await mails()).map(({ text }) => /Monday \d+ December/.exec(text ?? '')?.[0])).toEqual([
    'Monday 7 December',
    'Monday 14 December',
  ])
  expect(await asked()).toEqual([])
})

// covers: JRN-17
test('a region that wants to be asked has staff ask about the date, sends nothing, and needs no answer once the ride takes place', async () => {
  await region('ask')
  const { id } = await makeSeriesOf(w.chris, w.maria)
  await makeNow(w.server)
  await night('2026-11-29')
  expect(await asked()).toEqual([])
  await night('2026-11-30')
  expect([await asked(), await mails()]).toEqual([[[['2026-12-07'], id]], []])
  await w.server.deps.db.deleteFrom('special_days').where('zone_id', '=', w.town.zone_id).execute()
  await night('2026-12-01')
  expect(await asked()).toEqual([])
})

test('nobody is to be called any more about a date that is left out by choice, or of a series that has ended', async () => {
  await region('ask')
  const [left, ended] = [await makeSeriesOf(w.chris, w.maria), await makeSeriesOf(w.chris, w.maria)]
  await makeNow(w.server)
  await night('2026-11-30')
  expect(await asked()).toHaveLength(2)
  const date = { date: '2026-12-07', is: 'left_out' as const }
  await w.chris.call(api.bookingSeries.setDate, { params: { id: left.id }, body: date })
  expect(await asked()).toEqual([[['2026-12-07'], ended.id]])
  await w.chris.call(api.bookingSeries.end, { params: { id: ended.id }, body: {} })
  expect(await asked()).toEqual([])
})

test('a call about a left-out date is asked for with the series that has the date once another one goes on from it', async () => {
  await region('ask')
  const { id } = await makeSeriesOf(w.chris, w.maria)
  await makeNow(w.server)
  await night('2026-11-30')
  const body = { scope: 'following' as const, date: '2026-12-07', legs: [{ time: '11:00' }] }
  const { data: next } = await w.chris.call(api.bookingSeries.change, { params: { id }, body })
  expect(next.id).not.toBe(id)
  expect(await asked()).toEqual([[['2026-12-07'], next.id]])
  await night('2026-12-01')
  expect(await asked()).toEqual([[['2026-12-07'], next.id]])
})

test('who cannot be told by e-mail is to be called about the date', async () => {
  await w.server.deps.db.updateTable('travelers').set({ low_tech: true }).where('id', '=', w.maria).execute()
  const { id } = await makeSeriesOf(w.chris, w.maria)
  await makeNow(w.server)
  await night('2026-11-30')
  expect([await asked(), await mails()]).toEqual([[[['2026-12-07'], id]], []])
})

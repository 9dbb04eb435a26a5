import { api } from '@ambit/contract'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { serveNow } from '../testing/waitlist.ts'

let server: TestServer
let town: SmallTown
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())

const at = (time: string): string => `2026-11-23T${time}:00+10:00`
const mail = async (host: string | null): Promise<void> => {
  const value = JSON.stringify({ host, port: 25, security: 'none' })
  await server.deps.db
    .insertInto('settings')
    .values({ key: 'mail', value })
    .onConflict((on) => on.column('key').doUpdateSet({ value }))
    .execute()
}
beforeEach(async () => {
  const { db, clock } = server.deps
  clock.set(at('08:00'))
  const ended_at = new Date(0)
  await db.updateTable('waitlist_entries').set({ state: 'withdrawn', ended_at }).execute()
  await db.deleteFrom('exceptions').execute()
  await db.deleteFrom('outbox_mails').execute()
  await mail('mail.example.org')
  town = await buildSmallTown(server)
  const contact = { contact_phone: '+61 7 5550 0100' }
  await db.updateTable('regions').set(contact).where('id', '=', town.region_id).execute()
})
afterEach(() => mail(null))

/** Waits for four seats at ten; the only vehicle comes at a quarter to twelve. */
const waiting = async (who: number): Promise<number> => {
  await town.vehicle('Van 1', { seats: 4, from: '11:45', until: '14:00' })
  const search = await town.search({ who, from: 'Market', to: 'Station', at: '10:00' })
  const { data } = await town.dispatcher.call(api.waitlistEntries.create, {
    body: {
      service_availability_search_id: search.id,
      earliest_at: at('09:30'),
      latest_at: at('11:00'),
      payment_method: 'cash',
    },
  })
  return data.id
}
const passenger = async (more: { locale?: 'de' | 'es'; low_tech?: boolean; email?: string | null } = {}) => {
  const who = await town.passenger('Ann Berg')
  const set = { email: 'ann@example.org', ...more }
  await server.deps.db.updateTable('travelers').set(set).where('id', '=', who).execute()
  return who
}
const mails = () =>
  server.deps.db.selectFrom('outbox_mails').select(['to', 'subject', 'text', 'traveler_id']).orderBy('id').execute()
const calls = async () => {
  const { data } = await town.dispatcher.call(api.exceptions.list, { query: { filter: { zone: [town.zone_id] } } })
  return data.filter(({ kind }) => kind === 'passenger_call').map(({ waiting: one }) => one)
}
const stateOf = async (id: number) =>
  (await town.dispatcher.call(api.waitlistEntries.show, { params: { id } })).data.state

// covers: JRN-65
test('an entry is given up so many minutes before its latest time, and its passenger gets a mail with the nearest time that works', async () => {
  const who = await passenger()
  await server.deps.db
    .updateTable('zones')
    .set({ waitlist_give_up_minutes: 90 })
    .where('id', '=', town.zone_id)
    .execute()
  const id = await waiting(who)
  server.deps.clock.set(at('09:29'))
  await serveNow(server)
  expect([await stateOf(id), await mails()]).toEqual(['waiting', []])
  server.deps.clock.set(at('09:30'))
  await serveNow(server)
  expect(await stateOf(id)).toBe('given_up')
  const [told, ...others] = await mails()
  expect(others).toEqual([])
  expect(told).toMatchObject({ to: 'ann@example.org', traveler_id: who, subject: 'We found no ride for you' })
  expect(told?.text).toContain('You asked for a ride on Monday 23 November, leaving at 10:00 am.')
  expect(told?.text).toMatch(/At this time it works now: leaving on Monday 23 November at 11:4\d am\./)
  expect(told?.text).toContain('please call +61 7 5550 0100')
  expect(told?.text).not.toMatch(/Market|Station/)
  expect(await calls()).toEqual([])
})

// covers: JRN-65
test('one that is taken off the list tells its passenger as well, in their language', async () => {
  const id = await waiting(await passenger({ locale: 'de' }))
  await town.dispatcher.call(api.waitlistEntries.withdraw, { params: { id } })
  expect(await stateOf(id)).toBe('withdrawn')
  const [told] = await mails()
  expect(told?.subject).toBe('Ihre Fahrt steht nicht mehr auf der Warteliste')
  expect(told?.text).toMatch(/Zu dieser Zeit geht es jetzt: Abfahrt am Montag, 23\. November um 11:4\d\./)
})

// covers: JRN-65
test('who has no address or no smartphone is to be called with the nearest time, and everybody is while no mail can leave', async () => {
  const cases = [{ email: null }, { low_tech: true }, {}]
  for (const [index, more] of cases.entries()) {
    if (index === 2) await mail(null)
    await server.deps.db.deleteFrom('exceptions').execute()
    town = await buildSmallTown(server)
    const id = await waiting(await passenger(more))
    await town.dispatcher.call(api.waitlistEntries.withdraw, { params: { id } })
    expect([index, await mails()]).toEqual([index, []])
    const [call] = await calls()
    expect([index, call?.traveler_name, call?.ended]).toEqual([index, 'Ann B.', true])
    expect(Date.parse(call?.fits_at ?? '')).toBeGreaterThanOrEqual(Date.parse(at('11:40')))
  }
})

test('an entry that was to be booked is asked about first, and the other way round, while it waits', async () => {
  const id = await waiting(await passenger())
  const params = { id }
  const { data } = await town.dispatcher.call(api.waitlistEntries.update, { params, body: { mode: 'ask' } })
  expect(data).toMatchObject({ id, mode: 'ask', state: 'waiting' })
  await town.dispatcher.call(api.waitlistEntries.withdraw, { params })
  const late = await refusal(town.dispatcher.call(api.waitlistEntries.update, { params, body: { mode: 'book' } }))
  expect([late.status, late.message]).toEqual([409, 'This journey is no longer on the waiting list'])
})

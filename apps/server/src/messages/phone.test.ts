import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { DEMO_MARK } from '../settings/demo.ts'
import { refusal } from '../testing/refusal.ts'
import { sendWaitingMessages } from '../testing/send-messages.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
let who: number
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
  town = await buildSmallTown(server)
  await town.vehicle('Van 1')
  who = await town.passenger('Maria Silva')
  await town.book({ who, from: 'Market', to: 'Hospital', at: '09:00' })
  await sendWaitingMessages(server)
})
afterAll(() => server.close())

const phone = (as = town.dispatcher) => as.call(api.messages.phone, { query: { traveler_id: who } })
const asDemo = () => server.deps.db.insertInto('settings').values({ key: DEMO_MARK, value: 'true' }).execute()

// covers: MSG-67
test('in a demo a passenger’s phone shows what was captured, with links that open and codes, and nowhere else', async () => {
  expect((await refusal(phone())).status).toBe(404)
  await asDemo()
  const { db, clock } = server.deps
  const now = clock.now()
  await db
    .insertInto('outbox_mails')
    .values({ to: '+61412345678', subject: 'Code', text: 'Your code is 123456', traveler_id: who, created_at: now })
    .execute()
  const { data } = await phone()
  expect(data.map(({ channel }) => channel).toSorted()).toEqual(['email', 'sms'])
  expect(data.map(({ text }) => text).join('\n')).toContain('Your code is 123456')
  const code = /\/t\/(\w{10})/.exec(data.map(({ text }) => text).join('\n'))?.[1] ?? ''
  const opened = await fetch(`${server.url}/t/${code}`, { redirect: 'manual' })
  expect(opened.headers.get('location')).toMatch(/Ride/)
  const masked = server.client({ permissions: ['Messaging:message:canRead'] })
  expect((await phone(masked)).data.map(({ text }) => text)).toEqual([null, null])
  const elsewhere = server.client({ permissions: ['Messaging:message:canRead'], region_ids: [] })
  expect((await refusal(phone(elsewhere))).status).toBe(404)
})

test('in a demo the phone of who answers for a household shows what was captured about its rides too', async () => {
  const { db } = server.deps
  const lena = await town.passenger('Lena Silva')
  await db.updateTable('travelers').set({ email: null, phone_number: null }).where('id', '=', lena).execute()
  const now = server.deps.clock.now()
  const stamps = { accepted_at: now, created_at: now, updated_at: now }
  const link = { traveler_id: lena, helper_id: who, household: true, rights: ['book' as const, 'follow' as const] }
  await db
    .insertInto('traveler_helpers')
    .values({ ...link, ...stamps })
    .execute()
  const { length } = (await phone()).data
  await town.book({ who: lena, from: 'Market', to: 'Hospital', at: '11:00' })
  await sendWaitingMessages(server)
  expect((await phone()).data).toHaveLength(length + 1)
})

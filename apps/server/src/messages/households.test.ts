import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { writeMessages } from '../planning/change/messages.ts'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { queueMessage } from '../testing/queue-message.ts'
import { openToApps } from '../testing/rides.ts'
import { sendWaitingMessages } from '../testing/send-messages.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, clockOf, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
let hanna: number
beforeAll(async () => {
  const sms = {
    kind: 'http' as const,
    url: 'http://127.0.0.1:9',
    method: 'POST' as const,
    headers: {},
    body: '{}',
    idPath: null,
    from: 'Sunline',
    hookSecret: null,
  }
  server = await startTestServer({ streets: straightStreets(), config: { sms } })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.deps.db.deleteFrom('messages').execute()
  town = await buildSmallTown(server)
  await openToApps(town)
  await town.vehicle('Van 1')
  hanna = await town.passenger('Hanna Helper')
})
afterEach(() => nothingBroken(server))

const say = (body: object) =>
  server.client('customer_service').call(api.travelers.update, { params: { id: hanna }, body })
/** A member of the helper's household, who has no contact, with a ride. */
const child = async (first_name: string, at: string) => {
  const body = { first_name, last_name: 'Young' }
  const { helped } = (await server.passengerClient(hanna).call(api.ride.addMember, { body })).data
  const { traveler_id } = helped.find(({ name }) => name.startsWith(first_name))!
  const { id } = await town.book({ who: traveler_id, from: 'Market', to: 'Hospital', at })
  return { traveler_id, service_request_id: id, region_id: town.region_id }
}

test('what can wait about a member of a household does so in the quiet hours of who answers for them', async () => {
  const { db, clock } = server.deps
  await say({ quiet_hours: { from: '20:00', until: '09:00' } })
  const { service_request_id } = await child('Lena', '09:00')
  await db.updateTable('service_requests').set({ total_price: 4 }).where('id', '=', service_request_id).execute()
  clock.set('2026-11-23T20:30:00+10:00')
  await writeMessages(db, [{ event: 'receipt', service_request_id }], { now: clock.now(), wait_minutes: 5 })
  const { due_at } = await db
    .selectFrom('messages')
    .where('event', '=', 'receipt')
    .select('due_at')
    .executeTakeFirstOrThrow()
  expect(clockOf(due_at.toISOString())).toBe('09:00')
})

test('who answers for a household gets ten SMS in 24 hours in all, whoever of it they are about', async () => {
  await say({ phone_number: '0412 345 678' })
  const [lena, otto] = [await child('Lena', '09:00'), await child('Otto', '11:00')]
  await server.deps.db.deleteFrom('messages').execute()
  const write = async (whose: typeof lena, count: number) => {
    for (let n = 1; n <= count; n++) await queueMessage(server, { event: 'running_late', once: `${n}`, ...whose })
    await sendWaitingMessages(server)
  }
  await write(lena, 4)
  await write(otto, 4)
  await queueMessage(server, { event: 'arriving', ...lena, traveler_id: hanna })
  await queueMessage(server, { event: 'arriving', ...otto, helper_id: hanna })
  await queueMessage(server, { event: 'not_served', ...lena })
  await sendWaitingMessages(server)
  const told = await server.deps.db.selectFrom('messages').select(['channel', 'reason']).orderBy('id').execute()
  const sms = { channel: 'sms', reason: null }
  expect(told).toEqual([
    ...Array.from({ length: 10 }, () => sms),
    { channel: 'email', reason: 'more than 10 SMS in 24 hours' },
  ])
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api, type MessageEvent } from '@ambit/contract'
import { warnSuperadmins } from '../../room/warn.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { buildSmallTown, type SmallTown } from '../../testing/small-town.ts'
import { straightStreets } from '../../testing/straight-streets.ts'
import { prepareMessages } from '../prepare.ts'
import { partsToday, takeParts } from './quota.ts'

const LIMIT = 10

let server: TestServer
let town: SmallTown
beforeAll(async () => {
  server = await startTestServer({
    streets: straightStreets(),
    config: {
      messages: { mode: 'send', allowed: [] },
      smsLimits: { parts: LIMIT, countries: ['+64'] },
      sms: {
        kind: 'http',
        url: 'http://127.0.0.1:9',
        method: 'POST',
        headers: {},
        body: '{"to":"{to}","text":"{text}"}',
        idPath: null,
        from: 'Sunline',
        hookSecret: null,
      },
    },
  })
  town = await buildSmallTown(server)
  await town.vehicle('Van 1')
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.deps.db.deleteFrom('messages').execute()
  await server.deps.db.deleteFrom('sms_days').execute()
})

const used = () => partsToday(server.deps.db, server.deps.clock.now())
const fill = (parts: number) =>
  server.deps.db
    .insertInto('sms_days')
    .values({ day: server.deps.clock.now().toISOString().slice(0, 10), parts })
    .onConflict((known) => known.column('day').doUpdateSet({ parts }))
    .execute()

let people = 0
/** Of a passenger whom only SMS, or SMS and e-mail, reach. */
const told = async (event: MessageEvent, phone_number: string, email = true) => {
  const { db } = server.deps
  const who = await town.passenger(`Maria ${(people += 1)}`)
  await db
    .updateTable('travelers')
    .set({ phone_number, message_channels: JSON.stringify({ [event]: 'sms' }) })
    .$if(!email, (one) => one.set({ email: `none-${who}@removed.invalid` }))
    .where('id', '=', who)
    .execute()
  const { id } = await town.book({ who, from: 'Market', to: 'Hospital', at: '09:00' })
  await db.updateTable('messages').set({ event }).where('service_request_id', '=', id).execute()
  await prepareMessages(server.deps)
  return db
    .selectFrom('messages')
    .select(['channel', 'state', 'reason'])
    .where('service_request_id', '=', id)
    .executeTakeFirstOrThrow()
}
const SPENT = 'the installation has sent its SMS of the day'

// covers: MSG-53
test('at the limit of the day only what is urgent goes by SMS, a fifth beyond it nothing, and both then go another way', async () => {
  expect(await told('reminder', '0412 345 678')).toEqual({ channel: 'sms', state: 'queued', reason: null })
  expect(await used()).toBe(1)
  await fill(LIMIT)
  expect(await told('reminder', '0412 345 678')).toEqual({ channel: 'email', state: 'sending', reason: SPENT })
  expect(await told('reminder', '0412 345 678', false)).toEqual({ channel: null, state: 'suppressed', reason: SPENT })
  expect(await told('not_served', '0412 345 678')).toEqual({ channel: 'sms', state: 'queued', reason: null })
  await fill(12)
  expect(await told('not_served', '0412 345 678')).toEqual({ channel: 'email', state: 'sending', reason: SPENT })
  expect(await told('not_served', '0412 345 678', false)).toEqual({ channel: 'call', state: 'queued', reason: SPENT })
  expect(await used()).toBe(12)
  const tomorrow = new Date(server.deps.clock.now().getTime() + 24 * 3600_000)
  expect(await partsToday(server.deps.db, tomorrow)).toBe(0)
})

test('processes that send at the same time together stay within the limit, and long texts count by their parts', async () => {
  const { db, clock, config } = server.deps
  const take = (text: string, urgent: boolean) => takeParts(db, config.smsLimits, { text, urgent }, clock.now())
  const taken = await Promise.all(Array.from({ length: 30 }, () => take('Your ride is booked', false)))
  expect(taken.filter(Boolean)).toHaveLength(LIMIT)
  expect(await take('x'.repeat(400), true)).toBe(false)
  expect([await take('x', true), await take('x', true), await take('x', true)]).toEqual([true, true, false])
  await fill(0)
  expect(await take('x'.repeat(400), false)).toBe(true)
  expect(await used()).toBe(3)
})

// covers: MSG-53
test('codes for signing in count as well, and are sent up to a fifth beyond the limit', async () => {
  const ask = async (contact: string) => {
    await fetch(`${server.url}/api/v2/ride/sign_ins`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ contact }),
    })
  }
  await fill(LIMIT)
  await ask('0498 765 432')
  await expect.poll(used).toBe(LIMIT + 1)
  await ask('+64 21 345 6789')
  await expect.poll(used).toBe(LIMIT + 2)
  await fill(LIMIT)
  await ask('+49 170 1234567')
  await ask('0498 765 433')
  await expect.poll(used).toBe(LIMIT + 1)
})

// covers: MSG-31
test('numbers of other countries than the installation’s and the listed ones get no SMS, and staff see why', async () => {
  expect(await told('reminder', '+64 21 345 6789')).toMatchObject({ channel: 'sms' })
  expect(await told('reminder', '+49 170 1234567')).toEqual({
    channel: 'email',
    state: 'sending',
    reason: 'not_allowed',
  })
  expect(await told('reminder', '+49 170 1234567', false)).toEqual({
    channel: null,
    state: 'suppressed',
    reason: 'not_allowed',
  })
})

// covers: MSG-53
test('superadmins are told once by mail when four fifths of the day are sent', async () => {
  const mails = async () =>
    (await server.client('superadmin').call(api.outbox.list, { query: { search: 'SMS of the day' } })).data.map(
      ({ subject }) => subject,
    )
  await server.token('superadmin')
  await fill(7)
  await warnSuperadmins(server.deps)
  expect(await mails()).toEqual([])
  await fill(8)
  await warnSuperadmins(server.deps)
  const first = await mails()
  expect(new Set(first)).toEqual(new Set(['The SMS of the day are nearly used up']))
  await warnSuperadmins(server.deps)
  expect(await mails()).toEqual(first)
})

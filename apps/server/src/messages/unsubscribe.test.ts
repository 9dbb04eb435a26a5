import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MessageEvent } from '@ambit/contract'
import { deliverMail } from '../mail/deliver.ts'
import { writeMessages } from '../planning/change/messages.ts'
import { publicUrlOf } from '../settings/public-url.ts'
import { type MailServer, startMailServer } from '../testing/mail-server.ts'
import { runJob } from '../testing/run-job.ts'
import { sendWaitingMessages } from '../testing/send-messages.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let mail: MailServer
let server: TestServer
let who: number
let booking: number
beforeAll(async () => {
  mail = await startMailServer()
  const config = { messages: { mode: 'send' as const, allowed: [] }, smtpUrl: mail.url }
  server = await startTestServer({ streets: straightStreets(), config })
  const town = await buildSmallTown(server)
  await town.vehicle('Van 1')
  who = await town.passenger('Maria Silva')
  booking = (await town.book({ who, from: 'Market', to: 'Hospital', at: '09:00' })).id
  await server.deps.db.deleteFrom('messages').execute()
})
afterAll(async () => {
  await server.close()
  await mail.close()
})

/** The whole mail, with each header in one line. */
const mailed = async (event: MessageEvent): Promise<string> => {
  const { db, clock } = server.deps
  const told = { event, service_request_id: booking }
  await db.transaction().execute((tx) => writeMessages(tx, [told], { now: clock.now(), wait_minutes: 5 }))
  await sendWaitingMessages(server)
  await runJob(server.deps, deliverMail)
  return (mail.received.at(-1) ?? '').replaceAll(/\r\n\s/g, ' ')
}
const wanted = async () => {
  const passenger = server.deps.db.selectFrom('travelers').where('id', '=', who)
  return (await passenger.select('message_channels').executeTakeFirstOrThrow()).message_channels
}

// covers: MSG-23, MSG-83
test('a mail that can be switched off says how, and its address ends that event alone, without signing in', async () => {
  await server.deps.db
    .updateTable('travelers')
    .set({ phone_number: null, message_channels: '{"receipt":"email"}' })
    .where('id', '=', who)
    .execute()
  const whole = await mailed('booking_confirmed')
  expect(whole).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  const [, told, token = ''] = /^List-Unsubscribe: <(.*)\/hooks\/unsubscribe\/([^>]+)>/m.exec(whole) ?? []
  expect(told).toBe(publicUrlOf(server.deps.config))
  const address = `${server.url}/hooks/unsubscribe/${token}`
  // Mail programs look at addresses by themselves: looking ends nothing.
  expect(await (await fetch(address)).text()).toContain('Do you want no more messages of this kind?')
  expect(await wanted()).toEqual({ receipt: 'email' })
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  for (let times = 0; times < 2; times += 1) expect((await fetch(address, { method: 'POST', body })).status).toBe(200)
  expect(await wanted()).toEqual({ receipt: 'email', booking_confirmed: 'none' })
  for (const wrong of [`${token.slice(0, -2)}AA`, '1', `${token}x`])
    expect((await fetch(`${server.url}/hooks/unsubscribe/${wrong}`, { method: 'POST', body })).status).toBe(404)
  expect(await mailed('not_served')).not.toContain('List-Unsubscribe')
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, type MessageEvent } from '@ambit/contract'
import { deliverMail } from '../mail/deliver.ts'
import { writeMessages } from '../planning/change/messages.ts'
import { publicUrlOf } from '../settings/public-url.ts'
import { type MailServer, startMailServer } from '../testing/mail-server.ts'
import { runJob } from '../testing/run-job.ts'
import { sendWaitingMessages } from '../testing/send-messages.ts'
import { openToApps } from '../testing/rides.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let mail: MailServer
let server: TestServer
let town: SmallTown
let who: number
let booking: number
beforeAll(async () => {
  mail = await startMailServer()
  const config = { messages: { mode: 'send' as const, allowed: [] }, smtpUrl: mail.url }
  server = await startTestServer({ streets: straightStreets(), config })
  town = await buildSmallTown(server)
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
const mailed = async (event: MessageEvent, service_request_id = booking): Promise<string> => {
  const { db, clock } = server.deps
  const told = { event, service_request_id }
  await db.transaction().execute((tx) => writeMessages(tx, [told], { now: clock.now(), wait_minutes: 5 }))
  await sendWaitingMessages(server)
  await runJob(server.deps, deliverMail)
  return (mail.received.at(-1) ?? '').replaceAll(/\r\n\s/g, ' ')
}
const tokenIn = (whole: string): string =>
  /^List-Unsubscribe: <.*\/hooks\/unsubscribe\/([^>]+)>/m.exec(whole)?.[1] ?? ''
const wanted = async (id = who) => {
  const passenger = server.deps.db.selectFrom('travelers').where('id', '=', id)
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

test('who answers for a household ends mails about its rides for themself, not for who answers next', async () => {
  const { db } = server.deps
  await openToApps(town)
  const [mum, dad] = [await town.passenger('Mona Silva'), await town.passenger('Dario Silva')]
  const body = { first_name: 'Lena', last_name: 'Silva', wheelchair: false }
  const { helped } = (await server.passengerClient(mum).call(api.ride.addMember, { body })).data
  const [link] = helped
  const ride = await town.book({ who: link!.traveler_id, from: 'Market', to: 'Hospital', at: '09:30' })
  const post = async (token: string) =>
    (await fetch(`${server.url}/hooks/unsubscribe/${token}`, { method: 'POST' })).status
  const reminded = tokenIn(await mailed('reminder', ride.id))
  expect(await post(reminded)).toBe(200)
  expect(await wanted(mum)).toEqual({ reminder: 'none' })
  expect(await wanted(link!.traveler_id)).toEqual({})
  const once = { event: 'reminder', service_request_id: ride.id, once: 'again' } as const
  await writeMessages(db, [once], { now: server.deps.clock.now(), wait_minutes: 5 })
  await sendWaitingMessages(server)
  const states = db.selectFrom('messages').where('service_request_id', '=', ride.id).where('event', '=', 'reminder')
  expect((await states.select('state').orderBy('id').execute()).map(({ state }) => state)).toEqual([
    'sent',
    'suppressed',
  ])
  await db.updateTable('traveler_helpers').set({ helper_id: dad }).where('id', '=', link!.id).execute()
  expect(await post(reminded)).toBe(404)
  expect(await wanted(dad)).toEqual({})
})

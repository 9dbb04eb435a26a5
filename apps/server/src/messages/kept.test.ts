import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { pruneAccess } from '../access/prune.ts'
import { deliverMail } from '../mail/deliver.ts'
import { removeAtNight } from '../retention/remove.ts'
import { startMailServer, type MailServer } from '../testing/mail-server.ts'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { queueMessage } from '../testing/queue-message.ts'
import { runJob } from '../testing/run-job.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { sendMessages } from './send.ts'

let mail: MailServer
let server: TestServer
let town: SmallTown
let who: number
let booking: number
beforeAll(async () => {
  mail = await startMailServer()
  const config = { messages: { mode: 'send' as const, allowed: [] }, smtpUrl: mail.url }
  server = await startTestServer({ streets: straightStreets(), config })
})
afterAll(async () => {
  await server.close()
  await mail.close()
})
beforeEach(async () => {
  town = await buildSmallTown(server)
  await town.vehicle('Van 1')
  who = await town.passenger('Maria Silva')
  booking = (await town.book({ who, from: 'Market', to: 'Hospital', at: '09:00' })).id
  await server.deps.db.deleteFrom('outbox_mails').execute()
  await server.deps.db.deleteFrom('messages').execute()
})
afterEach(() => nothingBroken(server))

const MINUTE = 60_000
const queue = (more: object = {}) =>
  queueMessage(server, {
    event: 'booking_confirmed',
    service_request_id: booking,
    traveler_id: who,
    region_id: town.region_id,
    ...more,
  })

// covers: MSG-21
// @test-tag long
test('a message by e-mail is a mail of the outbox with its number, tried twelve times after ever longer pauses', async () => {
  const { db, clock } = server.deps
  const id = await queue({ sense_until: new Date(clock.now().getTime() + 1e10) })
  await runJob(server.deps, sendMessages())
  const mails = () =>
    db.selectFrom('outbox_mails').select(['attempts', 'sent_at']).where('message_id', '=', id).execute()
  expect(await mails()).toEqual([{ attempts: 0, sent_at: null }])
  mail.refuse(true)
  await runJob(server.deps, deliverMail)
  for (let tried = 1; tried < 12; tried += 1) {
    clock.advance(Math.min(MINUTE * 2 ** (tried - 1), 360 * MINUTE) - 1000)
    await runJob(server.deps, deliverMail)
    expect((await mails())[0]?.attempts).toBe(tried)
    clock.advance(1000)
    await runJob(server.deps, deliverMail)
    expect((await mails())[0]?.attempts).toBe(tried + 1)
  }
  clock.advance(24 * 60 * MINUTE)
  await runJob(server.deps, deliverMail)
  expect(await mails()).toEqual([{ attempts: 12, sent_at: null }])
  mail.refuse(false)
})

// covers: MSG-21
test('mails about the password of staff are no messages, and stay as they are', async () => {
  const { db } = server.deps
  await server.token('dispatcher')
  const { email } = await db.selectFrom('users').select('email').limit(1).executeTakeFirstOrThrow()
  await server.publicClient().call(api.passwords.forgot, { body: { email } })
  const mails = () => db.selectFrom('outbox_mails').select(['message_id', 'text']).where('to', '=', email).execute()
  await expect.poll(mails).toHaveLength(1)
  expect((await mails())[0]).toMatchObject({ message_id: null, text: expect.stringContaining('http') })
  expect(await db.selectFrom('messages').select('id').execute()).toEqual([])
})

// covers: MSG-65
test('messages and threads are kept for six months unless set otherwise, and the text of a code until it is used or over', async () => {
  const { db, clock } = server.deps
  const before = (months: number, days: number): Date => {
    const date = clock.now()
    date.setUTCMonth(date.getUTCMonth() - months)
    return new Date(date.getTime() - days * 24 * 60 * MINUTE)
  }
  const trip = await db.selectFrom('trips').select(['id', 'driver_id']).limit(1).executeTakeFirstOrThrow()
  const thread = (created_at: Date) => ({
    trip_id: trip.id,
    driver_id: trip.driver_id,
    sender: 'driver' as const,
    user_id: null,
    answer_to: null,
    delivered_at: created_at,
    text: 'Hello',
    written_at: created_at,
    created_at,
  })
  const made = [before(5, 0), before(6, 3)]
  const ids: number[] = []
  for (const [n, created_at] of made.entries()) ids.push(await queue({ created_at, once: String(n), state: 'sent' }))
  await db.insertInto('driver_messages').values(made.map(thread)).execute()
  await sql`truncate retention_runs, retention_marks`.execute(db)
  await runJob(server.deps, removeAtNight)
  const left = await db.selectFrom('messages').select('id').where('id', 'in', ids).execute()
  expect(left).toEqual([{ id: ids[0] }])
  expect(await db.selectFrom('driver_messages').select('id').where('trip_id', '=', trip.id).execute()).toHaveLength(1)
  const codes = async (contact: string) =>
    db.selectFrom('outbox_mails').select('text').where('to', '=', contact).execute()
  const ask = async (contact: string) => {
    const { data } = await server.publicClient().call(api.ride.askForCode, { body: { contact } })
    await expect.poll(() => codes(contact)).toHaveLength(1)
    return { id: data.id, code: /\b\d{6}\b/.exec((await codes(contact))[0]?.text ?? '')?.[0] ?? '' }
  }
  const used = await ask('used@example.org')
  await server.publicClient().call(api.ride.signIn, {
    params: { challenge: used.id },
    body: { code: used.code, profile: { first_name: 'Nina', last_name: 'Moreau', terms: true } },
  })
  expect(await codes('used@example.org')).toEqual([{ text: null }])
  await ask('late@example.org')
  clock.advance(11 * MINUTE)
  await runJob(server.deps, pruneAccess)
  expect(await codes('late@example.org')).toEqual([{ text: null }])
})

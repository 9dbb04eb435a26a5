import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, createClient, ErrorEnvelope, type SignInOutcome } from '@ambit/contract'
import { pruneAccess } from '../access/prune.ts'
import { runJob } from '../testing/run-job.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const forward = (ms: number) => server.deps.clock.advance(ms)

type Answer = {
  status: number
  data: unknown
  error: string | undefined
  pointer: string | undefined
  headers: Headers
}

const post = async (path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> => {
  const response = await fetch(`${server.url}/api/v2/ride${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const answer: unknown = await response.json()
  const [refused] = ErrorEnvelope.safeParse(answer).data?.errors ?? []
  const data: unknown = refused === undefined ? (answer as { data: unknown }).data : null
  return {
    status: response.status,
    data,
    error: refused?.detail,
    pointer: refused?.source?.pointer,
    headers: response.headers,
  }
}

/** Of other households, so that no test uses up another one's codes. */
const ask = (contact: string, more: object = {}) => post('/sign_ins', { contact, ...more })
const give = async (id: string, body: object) => {
  const answer = await post(`/sign_ins/${id}`, body)
  return { ...answer, data: answer.data as SignInOutcome | null } // checked by the server against the contract
}

const textTo = async (contact: string): Promise<string> => {
  const { db } = server.deps
  const mails = () =>
    db.selectFrom('outbox_mails').selectAll().where('to', '=', contact).orderBy('id', 'desc').execute()
  await expect.poll(async () => (await mails())[0]?.text ?? null).not.toBeNull()
  return (await mails())[0]?.text ?? ''
}

/** A challenge and its code, an hour after whatever was asked for before. */
const begin = async (contact: string, sentTo = contact.toLowerCase()) => {
  forward(HOUR)
  await server.deps.db.deleteFrom('outbox_mails').where('to', '=', sentTo).execute()
  const { data } = await ask(contact)
  const { id } = data as { id: string }
  return { id, code: /\b\d{6}\b/.exec(await textTo(sentTo))?.[0] ?? '' }
}

let number = 0
const enrol = async (fields: object = {}): Promise<{ id: number; email: string }> => {
  number += 1
  const username = `passenger${number}`
  const email = `${username}@example.org`
  const token = await server.token('superadmin')
  const sam = createClient({ origin: server.url, token: () => token })
  const { data } = await sam.call(api.travelers.create, {
    body: { first_name: 'Nina', last_name: 'Moreau', username, email, ...fields },
  })
  return { id: data.id, email }
}
const block = (id: number) =>
  server.deps.db.updateTable('travelers').set({ status: 'blocked' }).where('id', '=', id).execute()
const other = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** Users' sessions end while hours pass. */
const staff = async () => {
  const token = await server.token('superadmin')
  return (path: string) => fetch(`${server.url}/api/v2/ops${path}`, { headers: { authorization: `Bearer ${token}` } })
}

describe('a code', () => {
  // covers: RIDE-18
  test('begins the session once, within ten minutes, with its own challenge alone', async () => {
    const { id: passenger, email } = await enrol()
    const first = await begin(email)
    forward(10 * MINUTE)
    expect(await give(first.id, { code: first.code })).toMatchObject({
      status: 422,
      error: 'Please ask for a new code.',
    })
    const second = await begin(email)
    const third = await begin(email)
    const crossed = await give(third.id, { code: second.code === third.code ? other(third.code) : second.code })
    expect(crossed).toMatchObject({ status: 422, error: 'This code is not right', pointer: '/code' })
    forward(10 * MINUTE - 1000)
    const answers = await Promise.all([1, 2, 3].map(() => give(third.id, { code: third.code })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422])
    expect(answers.find(({ status }) => status === 200)?.data).toMatchObject({
      outcome: 'signed_in',
      passenger: { id: passenger, email, email_verified: true },
    })
    expect(await give(third.id, { code: third.code })).toMatchObject({ error: 'Please ask for a new code.' })
    expect(await give(crypto.randomUUID(), { code: third.code })).toMatchObject({ error: 'Please ask for a new code.' })
  })

  // covers: RIDE-18
  test('ends with the fifth wrong guess, also when all guesses arrive at once', async () => {
    const { email } = await enrol()
    const one = await begin(email)
    for (let guess = 1; guess < 5; guess += 1)
      expect(await give(one.id, { code: other(one.code) })).toMatchObject({ error: 'This code is not right' })
    expect(await give(one.id, { code: other(one.code) })).toMatchObject({ error: 'Please ask for a new code.' })
    expect(await give(one.id, { code: one.code })).toMatchObject({ status: 422, error: 'Please ask for a new code.' })
    const two = await begin(email)
    const guesses = await Promise.all(Array.from({ length: 12 }, () => give(two.id, { code: other(two.code) })))
    expect(guesses.filter(({ error }) => error === 'This code is not right')).toHaveLength(4)
    expect(await give(two.id, { code: two.code })).toMatchObject({ status: 422, error: 'Please ask for a new code.' })
  })

  // covers: RIDE-19
  test('may be asked for again after a minute, five times an hour and ten a day', async () => {
    const contact = 'often@example.org'
    forward(24 * HOUR)
    const all = await Promise.all([1, 2, 3, 4].map(() => ask(contact)))
    expect(all.map(({ status }) => status).toSorted()).toEqual([202, 429, 429, 429])
    const refused = all.find(({ status }) => status === 429)
    expect([refused?.headers.get('retry-after'), refused?.error]).toEqual([
      '60',
      'Please wait 60 seconds and try again',
    ])
    const { data } = all.find(({ status }) => status === 202) as { data: { again_at: string } }
    expect(new Date(data.again_at).getTime()).toBe(server.deps.clock.wall().getTime() + MINUTE)
    for (let code = 2; code <= 5; code += 1) {
      forward(MINUTE)
      expect((await ask(contact.toUpperCase())).status).toBe(202)
    }
    forward(MINUTE)
    const sixth = await ask(contact)
    expect([sixth.status, sixth.headers.get('retry-after')]).toEqual([429, String(55 * 60)])
    for (let code = 6; code <= 10; code += 1) {
      forward(HOUR)
      expect((await ask(contact)).status).toBe(202)
    }
    forward(HOUR)
    const eleventh = await ask(contact)
    expect([eleventh.status, eleventh.headers.get('retry-after')]).toEqual([429, String(18 * 3600 - 5 * 60)])
  })

  // covers: RIDE-19
  test('may be asked for twenty times an hour from one network address', async () => {
    forward(24 * HOUR)
    const asked = await Promise.all(Array.from({ length: 22 }, (_, at) => ask(`neighbour${at}@example.org`)))
    expect(asked.filter(({ status }) => status === 202)).toHaveLength(20)
    const refused = asked.filter(({ status }) => status === 429)
    expect(refused.map(({ headers }) => headers.get('retry-after'))).toEqual(['3600', '3600'])
    forward(HOUR)
    expect((await ask('neighbour23@example.org')).status).toBe(202)
  })

  // covers: RIDE-20
  test('is kept as a hash that needs the key, leaves the outbox when it ends, and stands in no log and on no page', async () => {
    const { id: traveler, email } = await enrol()
    const { id, code } = await begin(email)
    const challenge = () =>
      server.deps.db.selectFrom('sign_in_challenges').selectAll().where('id', '=', id).executeTakeFirst()
    expect(JSON.stringify(await challenge())).not.toContain(code)
    expect((await challenge())?.code_hash).toMatch(/^[\w-]{43}$/)
    const read = await staff()
    const pages = [
      await read(api.outbox.list.path),
      await read(api.messages.list.path),
      await read(api.auditEvents.list.path),
      await read(`/travelers/${traveler}`),
    ]
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const texts = await Promise.all(pages.map((page) => page.text()))
    expect(texts[0]).toContain(email)
    for (const text of texts) expect(text).not.toContain(code)
    expect(JSON.stringify(server.logged)).not.toContain(code)
    forward(11 * MINUTE)
    await runJob(server.deps, pruneAccess)
    const mails = await server.deps.db.selectFrom('outbox_mails').select('text').where('to', '=', email).execute()
    expect(mails).toEqual([{ text: null }])
    forward(25 * HOUR)
    await runJob(server.deps, pruneAccess)
    expect(await challenge()).toBeUndefined()
  })
})

describe('a phone number', () => {
  // covers: RIDE-24
  test('is read with the installation’s prefix, kept as E.164, and refused with an example where it is none', async () => {
    for (const typed of ['12', 'Nina', '0445 98x 907', '+', '+61 44598490744598490'])
      expect(await ask(typed)).toMatchObject({
        status: 422,
        pointer: '/contact',
        error: 'Please enter a phone number such as +61 412 345 678',
      })
    const profile = { first_name: 'Omar', last_name: 'Haddad', email: 'omar@example.org', terms: true }
    const { id, code } = await begin('(0445) 984-907', '+61445984907')
    expect(await give(id, { code })).toMatchObject({ data: { outcome: 'profile_needed', channel: 'sms' } })
    const { data } = await give(id, { code, profile })
    expect(data).toMatchObject({ passenger: { phone_number: '+61445984907', phone_verified: true } })
    const again = await begin('0061 445 984 907', '+61445984907')
    expect((await give(again.id, { code: again.code })).data).toMatchObject({ outcome: 'signed_in' })
  })

  // covers: RIDE-23
  test('gets a text whose last line binds the code to the host of the app', async () => {
    const { code } = await begin('0445 222 333', '+61445222333')
    expect((await textTo('+61445222333')).split('\n').at(-1)).toBe(`@127.0.0.1 #${code}`)
  })

  // covers: RIDE-22
  test('that was not signed in with for twelve months asks for the last name too', async () => {
    const { id: passenger } = await enrol({ phone_number: '0445 333 444', last_name: 'Élan' })
    const first = await begin('+61 445 333 444', '+61445333444')
    expect((await give(first.id, { code: first.code })).data).toEqual({ outcome: 'last_name_needed' })
    const wrong = await give(first.id, { code: first.code, last_name: 'Moreau' })
    expect(wrong).toMatchObject({ status: 422, pointer: '/last_name' })
    expect((await give(first.id, { code: first.code, last_name: ' élan ' })).data).toMatchObject({
      outcome: 'signed_in',
      passenger: { id: passenger, phone_number: '+61445333444' },
    })
    forward(364 * 24 * HOUR)
    const soon = await begin('0445 333 444', '+61445333444')
    expect((await give(soon.id, { code: soon.code })).data).toMatchObject({ outcome: 'signed_in' })
    forward(366 * 24 * HOUR)
    const late = await begin('0445 333 444', '+61445333444')
    expect((await give(late.id, { code: late.code })).data).toEqual({ outcome: 'last_name_needed' })
    for (let guess = 1; guess < 5; guess += 1) await give(late.id, { code: late.code, last_name: 'Moreau' })
    expect(await give(late.id, { code: late.code, last_name: 'Moreau' })).toMatchObject({
      error: 'Please ask for a new code.',
    })
    expect((await give(late.id, { code: late.code, last_name: 'Élan' })).status).toBe(422)
  })

  // covers: RIDE-25
  test('of several passengers asks with their first names who is travelling', async () => {
    const one = await enrol({ first_name: 'Ada', phone_number: '0445 444 555' })
    const two = await enrol({ first_name: 'Ben', phone_number: '+61 445 444 555' })
    const three = await enrol({ first_name: 'Cleo', last_name: 'Other', phone_number: '0445444555' })
    const first = await begin('0445 444 555', '+61445444555')
    const named = { code: first.code, last_name: 'Moreau' }
    expect((await give(first.id, named)).data).toEqual({
      outcome: 'who_is_travelling',
      people: [
        { id: one.id, first_name: 'Ada' },
        { id: two.id, first_name: 'Ben' },
      ],
    })
    expect((await give(first.id, { ...named, traveler_id: three.id })).data).toMatchObject({
      outcome: 'who_is_travelling',
    })
    expect((await give(first.id, { ...named, traveler_id: two.id })).data).toMatchObject({
      outcome: 'signed_in',
      passenger: { id: two.id, first_name: 'Ben' },
    })
    const again = await begin('0445 444 555', '+61445444555')
    expect((await give(again.id, { code: again.code })).data).toMatchObject({
      people: [{ first_name: 'Ada' }, { first_name: 'Ben' }, { first_name: 'Cleo' }],
    })
  })
})

describe('signing up', () => {
  // covers: RIDE-26
  test('asks for the names and the terms, takes another contact, and makes a username', async () => {
    const { id, code } = await begin('Iris@Example.org')
    expect((await give(id, { code })).data).toEqual({ outcome: 'profile_needed', channel: 'email' })
    const profile = { first_name: 'Iris', last_name: 'Novak', phone_number: '0445 555 666', terms: true }
    const lacking = await give(id, { code, profile: { ...profile, first_name: ' ', terms: false } })
    expect([lacking.status, lacking.pointer]).toEqual([422, '/profile/first_name'])
    expect(await give(id, { code, profile: { ...profile, phone_number: '12' } })).toMatchObject({
      pointer: '/profile/phone_number',
    })
    const { data } = await give(id, { code, profile })
    expect(data).toMatchObject({
      outcome: 'signed_in',
      passenger: {
        first_name: 'Iris',
        email: 'iris@example.org',
        email_verified: true,
        phone_number: '+61445555666',
        phone_verified: false,
        booking_refused: null,
      },
    })
    const account = await server.deps.db
      .selectFrom('travelers')
      .selectAll()
      .where('email', '=', 'iris@example.org')
      .executeTakeFirstOrThrow()
    expect(account.username).toMatch(/^r-[a-z2-9]{8}$/)
    expect(account.status).toBe('active')
    const events = await server.deps.db
      .selectFrom('audit_events')
      .select(['actor_kind', 'actor_id', 'actor_name', 'kind', 'operation', 'via', 'action'])
      .where('record_kind', '=', 'travelers')
      .where('record_id', '=', String(account.id))
      .orderBy('id')
      .execute()
    const who = { actor_kind: 'passenger', actor_id: account.id, actor_name: 'Iris Novak', via: 'passenger app' }
    expect(events).toEqual([
      { ...who, kind: 'change', operation: 'created', action: 'ride.signIn' },
      { ...who, kind: 'sign_in', operation: null, action: 'ride.signIn' },
    ])
  })

  // covers: RIDE-27
  test('by phone asks for no e-mail address, and refuses one that another passenger has', async () => {
    const { email } = await enrol()
    const { id, code } = await begin('0445 666 777', '+61445666777')
    const profile = { first_name: 'Juan', last_name: 'Ortega', terms: true }
    const taken = await give(id, { code, profile: { ...profile, email: email.toUpperCase() } })
    expect([taken.status, taken.pointer]).toEqual([422, '/profile/email'])
    expect((await give(id, { code, profile })).data).toMatchObject({
      outcome: 'signed_in',
      passenger: { email: null, phone_number: '+61445666777', phone_verified: true },
    })
    const again = await begin('0445 666 777', '+61445666777')
    expect((await give(again.id, { code: again.code })).data).toMatchObject({ outcome: 'signed_in' })
    // An address that was only typed in could be of another person, who does not get into an account by it.
    const ana = await begin('0445 666 888', '+61445666888')
    const given = { ...profile, first_name: 'Ana', email: 'ana@example.org' }
    await give(ana.id, { code: ana.code, profile: given })
    const other = await begin('ana@example.org')
    expect((await give(other.id, { code: other.code })).data).toEqual({ outcome: 'last_name_needed' })
  })

  // covers: RIDE-28
  test('is open, waits for staff, or is closed, as the app says', async () => {
    const { db } = server.deps
    const set = (sign_up: 'open' | 'approval' | 'closed') =>
      db
        .updateTable('consumer_apps')
        .set({ sign_up, phone_number: '07 3000 0000' })
        .where('is_default', '=', true)
        .execute()
    const profile = { first_name: 'Kim', last_name: 'Sato', terms: true }
    try {
      await set('approval')
      const waiting = await begin('kim@example.org')
      const { data } = await give(waiting.id, { code: waiting.code, profile })
      const sentence = 'Your account cannot book at the moment. Please call 07 3000 0000.'
      expect(data).toMatchObject({ outcome: 'signed_in', passenger: { booking_refused: sentence } })
      await db.updateTable('travelers').set({ status: 'active' }).where('email', '=', 'kim@example.org').execute()
      const approved = await begin('kim@example.org')
      expect((await give(approved.id, { code: approved.code })).data).toMatchObject({
        passenger: { booking_refused: null },
      })
      await set('closed')
      forward(HOUR)
      const answer = await ask('late@example.org')
      expect([answer.status, Object.keys(answer.data as object)]).toEqual([
        202,
        ['id', 'channel', 'ends_at', 'again_at'],
      ])
      const known = await begin('kim@example.org')
      expect((await give(known.id, { code: known.code })).data).toMatchObject({ outcome: 'signed_in' })
      expect(await db.selectFrom('outbox_mails').select('id').where('to', '=', 'late@example.org').execute()).toEqual(
        [],
      )
    } finally {
      await set('open')
    }
  })

  // covers: RIDE-29
  test('of a blocked passenger goes on to the account, which says that it cannot book', async () => {
    const { id: passenger, email } = await enrol()
    await block(passenger)
    const { id, code } = await begin(email)
    expect((await give(id, { code })).data).toMatchObject({
      outcome: 'signed_in',
      passenger: { booking_refused: expect.stringMatching(/^Your account cannot book at the moment\. Please call /) },
    })
  })
})

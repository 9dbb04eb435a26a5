import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, bearerOf, type Client, createClient } from '@ambit/contract'
import { codeAt, enrolApp, insertFactor } from '../testing/authenticator.ts'
import { type Browser, openBrowser } from '../testing/browser.ts'
import { insertProvider } from '../testing/insert-provider.ts'
import { insertPasskey } from '../testing/passkey-device.ts'
import { refusal } from '../testing/refusal.ts'
import { createTestUser, startTestServer, TEST_PASSWORD, type TestServer } from '../testing/server.ts'
import { pruneAccess } from './prune.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const signIn = async (email: string, password = TEST_PASSWORD) =>
  (await server.publicClient().call(api.sessions.create, { body: { email, password } })).data
const signInBy = async (browser: Browser, email: string): Promise<void> =>
  expect((await browser.call('POST', '/sessions', { email, password: TEST_PASSWORD })).status).toBe(201)
const clientWith = (token: string): Client => createClient({ origin: server.url, token: () => token })
const notMe = (token: string) => server.publicClient().call(api.passwords.notMe, { body: { token } })

/** The newest first. */
const mailsTo = (address: string) =>
  server.deps.db
    .selectFrom('outbox_mails')
    .select(['subject', 'text', 'expires_at', 'user_id'])
    .where('to', '=', address)
    .orderBy('id', 'desc')
    .execute()
const subjectsTo = async (name: string) => (await mailsTo(`${name}@example.org`)).map(({ subject }) => subject)
const linkIn = (text: string | null | undefined, page: 'NotMe' | 'ResetPassword'): string =>
  new RegExp(`/Admin/${page}/([\\w-]+)`).exec(text ?? '')?.[1] ?? ''
/** Of the newest mail. */
const linkTo = async (address: string) => linkIn((await mailsTo(address))[0]?.text, 'NotMe')

const NEW_DEVICE = 'A sign-in from a new device'
const AFTER_FAILURES = 'A sign-in after failed ones'
const WRONG_FACTOR = 'A wrong second step after your password'

describe('a device that was not seen for 90 days', () => {
  // covers: OPS-32
  test('is told by mail with time and network address, but for the first one of an account', async () => {
    await createTestUser(server.deps, 'dispatcher', 'dora')
    const laptop = openBrowser(server)
    await signInBy(laptop, 'dora')
    await signInBy(laptop, 'dora')
    expect(await subjectsTo('dora')).toEqual([])
    await signInBy(openBrowser(server), 'dora')
    const [mail] = await mailsTo('dora@example.org')
    expect(mail?.subject).toBe(NEW_DEVICE)
    expect(mail?.text).toContain('Time: 2026-11-22 22:00 UTC, from the network address 127.0.0.1.')
    expect(mail?.text).toMatch(/This was not me: http\S+\/Admin\/NotMe\/[\w-]{40,}\n/)
    server.deps.clock.advance(89 * DAY)
    await pruneAccess.run(server.deps, new AbortController().signal)
    await signInBy(laptop, 'dora')
    expect(await subjectsTo('dora')).toEqual([NEW_DEVICE])
    server.deps.clock.advance(90 * DAY)
    await pruneAccess.run(server.deps, new AbortController().signal)
    await signInBy(laptop, 'dora')
    expect(await subjectsTo('dora')).toEqual([NEW_DEVICE, NEW_DEVICE])
  })

  test('is known by a random cookie of which a hash is stored, another one for each account', async () => {
    const ids = [
      await createTestUser(server.deps, 'dispatcher', 'one'),
      await createTestUser(server.deps, 'analyst', 'two'),
    ]
    const browser = openBrowser(server)
    for (const name of ['one', 'two']) await signInBy(browser, name)
    const cookie = browser.cookies().get('ambit_device') ?? ''
    expect(cookie.length).toBeGreaterThanOrEqual(40)
    const rows = await server.deps.db.selectFrom('known_devices').selectAll().where('user_id', 'in', ids).execute()
    expect(new Set(rows.map(({ device_hash }) => device_hash)).size).toBe(2)
    expect(JSON.stringify(rows)).not.toContain(cookie)
    const answer = await fetch(`${server.url}/api/v2/ops/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'ambit-session': 'none' },
      body: JSON.stringify({ email: 'one', password: TEST_PASSWORD }),
    })
    const line = answer.headers.getSetCookie().find((one) => one.startsWith('ambit_device='))
    expect(line).toMatch(/Max-Age=7776000; Path=\/; HttpOnly; SameSite=Strict/)
  })

  test('is the network of a program, which keeps no cookies', async () => {
    await createTestUser(server.deps, 'dispatcher', 'program')
    await signIn('program')
    await signIn('program')
    expect(await subjectsTo('program')).toEqual([])
    await signInBy(openBrowser(server), 'program')
    expect(await subjectsTo('program')).toEqual([NEW_DEVICE])
  })

  test('is forgotten beyond the hundred used last', async () => {
    const user_id = await createTestUser(server.deps, 'dispatcher', 'many')
    const rows = Array.from({ length: 120 }, (_, at) => ({
      user_id,
      device_hash: `device ${at}`,
      last_at: new Date(server.deps.clock.wall().getTime() - at * MINUTE),
    }))
    await server.deps.db.insertInto('known_devices').values(rows).execute()
    await signIn('many')
    const left = await server.deps.db
      .selectFrom('known_devices')
      .select('device_hash')
      .where('user_id', '=', user_id)
      .execute()
    expect(left).toHaveLength(100)
    expect(left.map(({ device_hash }) => device_hash)).toContain('device 98')
  })
})

// covers: OPS-32
// @test-tag long
test('A second factor that is added is told by mail, and so is a right password with a wrong one, once in an hour', async () => {
  await createTestUser(server.deps, 'dispatcher', 'wanda')
  const { secret } = await enrolApp(clientWith(bearerOf(await signIn('wanda'))), server.deps.clock.wall())
  const [added] = await mailsTo('wanda@example.org')
  expect(added?.subject).toBe('Your account has changed')
  expect(added?.text).toMatch(/An authenticator app was added.*network address 127\.0\.0\.1.*This was not me: http/s)
  const second = async (password: string, code: string) => {
    const { meta } = await refusal(signIn('wanda', password))
    return server.publicClient().call(api.sessions.secondStep, { body: { ticket: String(meta?.['ticket']), code } })
  }
  const told = async () => (await subjectsTo('wanda')).filter((subject) => subject === WRONG_FACTOR).length
  await refusal(second('a wrong one', '000000'))
  await refusal(second(TEST_PASSWORD, '000000'))
  await expect.poll(told).toBe(1)
  expect((await mailsTo('wanda@example.org'))[0]?.text).toContain('from the network address 127.0.0.1')
  server.deps.clock.advance(59 * MINUTE)
  await refusal(second(TEST_PASSWORD, '000001'))
  server.deps.clock.advance(MINUTE)
  await refusal(second(TEST_PASSWORD, '000002'))
  await expect.poll(told).toBe(2)
  server.deps.clock.advance(MINUTE)
  await second(TEST_PASSWORD, codeAt(secret, server.deps.clock.wall()))
  expect(await told()).toBe(2)
})

// covers: OPS-32
// @test-tag long
test('A sign-in after five refused ones is told by mail, and not after four', async () => {
  await createTestUser(server.deps, 'dispatcher', 'fay')
  const fail = async (times: number) => {
    for (let guess = 0; guess < times; guess += 1) await refusal(signIn('fay', `guess ${guess}`))
  }
  await fail(4)
  await signIn('fay')
  expect(await subjectsTo('fay')).toEqual([])
  await fail(5)
  await signIn('fay')
  expect(await subjectsTo('fay')).toEqual([AFTER_FAILURES])
  expect((await mailsTo('fay@example.org'))[0]?.text).toContain('after 5 attempts that were refused')
  await fail(6)
  await signIn('fay')
  expect(await subjectsTo('fay')).toEqual([AFTER_FAILURES])
  server.deps.clock.advance(60 * MINUTE)
  await fail(5)
  await signIn('fay')
  expect(await subjectsTo('fay')).toEqual([AFTER_FAILURES, AFTER_FAILURES])
})

describe('a change of the account', () => {
  // covers: OPS-32
  test('of the e-mail address is told at both addresses, each with a link of its own', async () => {
    const id = await createTestUser(server.deps, 'dispatcher', 'emil')
    await server.client('superadmin').call(api.users.update, {
      params: { id },
      body: { email: 'emil.new@example.org' },
      version: 1,
    })
    const [before, after] = [await mailsTo('emil@example.org'), await mailsTo('emil.new@example.org')]
    for (const [mail] of [before, after]) {
      expect(mail?.subject).toBe('Your e-mail address was changed')
      expect(mail?.text).toContain('from the network address 127.0.0.1')
    }
    expect(linkIn(before[0]?.text, 'NotMe')).not.toBe(linkIn(after[0]?.text, 'NotMe'))
  })

  test('of an address that nobody could sign in with yet is told at the new one alone', async () => {
    const admin = server.client('superadmin')
    const body = { first_name: 'New', last_name: 'User', username: 'newcomer', email: 'mistyped@example.org' }
    const { data } = await admin.call(api.users.create, { body })
    await admin.call(api.users.update, {
      params: { id: data.id },
      body: { email: 'right@example.org' },
      version: data.version,
    })
    expect((await mailsTo('mistyped@example.org')).map(({ subject }) => subject)).toEqual(['Your new account'])
    expect((await mailsTo('right@example.org')).map(({ subject }) => subject)).toEqual([
      'Your e-mail address was changed',
    ])
  })

  // covers: OPS-32
  test('of the password is told, whoever changes it', async () => {
    const id = await createTestUser(server.deps, 'dispatcher', 'paul')
    const CHANGED = 'Your password was changed'
    const password = 'five boxing wizards'
    await clientWith(bearerOf(await signIn('paul'))).call(api.passwords.change, {
      body: { present_password: TEST_PASSWORD, password, password_confirmation: password, end_others: false },
    })
    expect(await subjectsTo('paul')).toEqual([CHANGED])
    await server.client('superadmin').call(api.users.changePassword, {
      params: { id },
      body: { password: TEST_PASSWORD, password_confirm: TEST_PASSWORD },
    })
    expect(await subjectsTo('paul')).toEqual([CHANGED, CHANGED])
    await resetByMail('paul')
    expect((await subjectsTo('paul')).slice(0, 2)).toEqual([CHANGED, 'Reset your password'])
  })
})

const resetByMail = async (name: string, address = `${name}@example.org`) => {
  const before = (await mailsTo(address)).length
  await server.publicClient().call(api.passwords.forgot, { body: { email: address } })
  await expect.poll(async () => (await mailsTo(address)).length).toBe(before + 1)
  const token = linkIn((await mailsTo(address))[0]?.text, 'ResetPassword')
  return server.publicClient().call(api.passwords.reset, {
    body: { reset_password_token: token, password: TEST_PASSWORD, password_confirmation: TEST_PASSWORD },
  })
}

/** An account that was signed in to from a browser, a program and a browser that is somebody else's. */
const intruded = async (name: string) => {
  const id = await createTestUser(server.deps, 'dispatcher', name)
  const [own, theirs] = [openBrowser(server), openBrowser(server)]
  await signInBy(own, name)
  const program = clientWith(bearerOf(await signIn(name)))
  await signInBy(theirs, name)
  const token = await linkTo(`${name}@example.org`)
  return { id, token, clients: [own.client, program, theirs.client] }
}
/** What an intruder leaves behind to sign in with, or to keep the owner out. */
const ways: Record<string, (user_id: number) => Promise<unknown>> = {
  'an authenticator app': (user_id) => insertFactor(server.deps, user_id),
  'a passkey': (user_id) => insertPasskey(server.deps, user_id, 'Laptop'),
  'recovery codes': (user_id) =>
    server.deps.db
      .insertInto('recovery_codes')
      .values({ user_id, code_hash: 'none', created_at: server.deps.clock.wall() })
      .execute(),
  'a provider': async (user_id) => {
    const provider_id = await insertProvider(server, `https://${user_id}.example.org`)
    const created_at = server.deps.clock.wall()
    const identity = { user_id, provider_id, subject: 'them', created_at }
    await server.deps.db.insertInto('user_identities').values(identity).execute()
  },
}
const BLOCKED = { status: 403, errors: [{ code: 'sign_in_blocked' }] }
const WRONG = { status: 401, errors: [{ code: 'wrong_credentials' }] }

describe('This was not me', () => {
  // covers: OPS-32
  test('ends all sessions and blocks sign-in until the password is reset by mail', async () => {
    const { token, clients, id } = await intruded('ines')
    await notMe(token)
    for (const client of clients) expect((await refusal(client.call(api.sessions.current))).status).toBe(401)
    expect(await refusal(signIn('ines'))).toMatchObject(BLOCKED)
    // Who does not know the password learns nothing.
    expect(await refusal(signIn('ines', 'a wrong one'))).toMatchObject(WRONG)
    expect((await resetByMail('ines')).data.message).toContain('You can login now')
    await signIn('ines')
    const events = await server.deps.db
      .selectFrom('audit_events')
      .select(['changes', 'actor_kind', 'actor_id'])
      .where('kind', '=', 'sign_in')
      .where('record_id', '=', String(id))
      .execute()
    const outcomes = events.map(({ changes }) => changes['outcome']?.after)
    expect(outcomes).toEqual(
      expect.arrayContaining(['blocked: this was not me', 'refused: blocked by its owner', 'no longer blocked']),
    )
    const blocked = events.find(({ changes }) => changes['outcome']?.after === 'blocked: this was not me')
    expect(blocked).toMatchObject({ actor_kind: 'user', actor_id: id })
  })

  test('is good once and for seven days, and says the same of every link that is not', async () => {
    const { token } = await intruded('olaf')
    const stored = await server.deps.db.selectFrom('not_me_links').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(token)
    const late = await intruded('late')
    server.deps.clock.advance(7 * DAY - MINUTE)
    await notMe(token)
    server.deps.clock.advance(MINUTE)
    const refused = [
      await refusal(notMe(token)),
      await refusal(notMe(late.token)),
      await refusal(notMe('x'.repeat(43))),
    ]
    expect(new Set(refused.map(({ status, errors }) => JSON.stringify([status, errors]))).size).toBe(1)
    expect(refused[0]).toMatchObject({ status: 422, errors: [{ detail: 'This link is no longer valid' }] })
    await signIn('late')
  })

  test('does nothing where a mail scanner opens its address', async () => {
    const { token } = await intruded('scan')
    for (const method of ['GET', 'HEAD'])
      await fetch(`${server.url}/api/v2/ops/passwords/not_me?token=${token}`, { method })
    await fetch(`${server.url}/Admin/NotMe/${token}`)
    await signIn('scan')
  })

  test('ends links for a new password, and the one that a given password would be answered', async () => {
    const { id, token } = await intruded('gina')
    await server.publicClient().call(api.passwords.forgot, { body: { email: 'gina@example.org' } })
    await expect.poll(async () => (await subjectsTo('gina'))[0]).toBe('Reset your password')
    const reset = linkIn((await mailsTo('gina@example.org'))[0]?.text, 'ResetPassword')
    await server.deps.db.updateTable('users').set({ must_change_password: true }).where('id', '=', id).execute()
    await notMe(token)
    expect(await refusal(signIn('gina'))).toMatchObject(BLOCKED)
    const body = { reset_password_token: reset, password: TEST_PASSWORD, password_confirmation: TEST_PASSWORD }
    expect((await refusal(server.publicClient().call(api.passwords.reset, { body }))).status).toBe(422)
  })

  test('from a former address is lifted by an administrator alone, as the new address may be a stranger’s', async () => {
    const id = await createTestUser(server.deps, 'dispatcher', 'frieda')
    const params = { id }
    const admin = clientWith(await server.token('superadmin'))
    await admin.call(api.users.update, { params, body: { email: 'stranger@example.org' }, version: 1 })
    await notMe(await linkTo('frieda@example.org'))
    expect((await resetByMail('frieda', 'stranger@example.org')).data.message).toContain('stays blocked')
    const refused = await refusal(signIn('frieda'))
    expect(refused).toMatchObject(BLOCKED)
    expect(refused.errors[0]?.detail).toContain('Ask an administrator')
    expect((await admin.call(api.users.signInBlock, { params })).data).toMatchObject({ reset_lifts: false })
    await admin.call(api.users.liftSignInBlock, { params })
    expect((await admin.call(api.users.signInBlock, { params })).data).toBeNull()
    await signIn('frieda')
    expect((await refusal(admin.call(api.users.liftSignInBlock, { params }))).status).toBe(409)
  })

  test('from a mail that went to the address before it was changed is lifted by an administrator alone too', async () => {
    const { id, token } = await intruded('fritz')
    const admin = clientWith(await server.token('superadmin'))
    await admin.call(api.users.update, { params: { id }, body: { email: 'thief@example.org' }, version: 1 })
    await notMe(token)
    expect((await resetByMail('fritz', 'thief@example.org')).data.message).toContain('stays blocked')
  })

  test.each(Object.keys(ways))('is lifted by an administrator alone after %s came within the week', async (way) => {
    const { clock } = server.deps
    const week = 7 * DAY
    const resetAfter = async (name: string, ago: number) => {
      const { id, token } = await intruded(name)
      clock.advance(-ago)
      await ways[way]?.(id)
      clock.advance(ago + week - MINUTE)
      await notMe(token)
      return { params: { id }, told: (await resetByMail(name)).data.message }
    }
    const name = way.replaceAll(/\W/g, '-')
    // The mail may tell of what came later, or of a sign-in long before it is read.
    expect((await resetAfter(`${name}-since`, -week + 2 * MINUTE)).told).toContain('stays blocked')
    expect((await resetAfter(`${name}-old`, week + MINUTE)).told).toContain('You can login now')
    const { params, told } = await resetAfter(name, week - MINUTE)
    expect(told).toContain('stays blocked')
    const admin = clientWith(await server.token('superadmin'))
    expect((await admin.call(api.users.signInBlock, { params })).data).toMatchObject({ reset_lifts: false })
    await admin.call(api.users.liftSignInBlock, { params })
  })

  test('is seen and lifted by who may change the user, not of superiors and not long after signing in', async () => {
    const { id, token } = await intruded('uwe')
    await notMe(token)
    const params = { id }
    expect((await refusal(server.client('dispatcher').call(api.users.liftSignInBlock, { params }))).status).toBe(403)
    const above = { id: await createTestUser(server.deps, 'superadmin', 'above') }
    const admin = clientWith(await server.token('administrator'))
    expect((await refusal(admin.call(api.users.liftSignInBlock, { params: above }))).status).toBe(403)
    server.deps.clock.advance(11 * MINUTE)
    expect((await refusal(admin.call(api.users.liftSignInBlock, { params }))).errors[0]?.code).toBe('proof_needed')
    await admin.call(api.sessions.prove, { body: { password: TEST_PASSWORD } })
    await admin.call(api.users.changePassword, {
      params,
      body: { password: 'five boxing wizards', password_confirm: 'five boxing wizards' },
    })
    expect((await refusal(signIn('uwe', 'five boxing wizards'))).errors[0]?.code).toBe('password_to_change')
  })

  test('is in mails whose text nobody reads in the outbox', async () => {
    await intruded('otis')
    const admin = clientWith(await server.token('superadmin'))
    const { data } = await admin.call(api.outbox.list, { query: { search: 'otis@' } })
    expect(data.map(({ subject }) => subject)).toEqual([NEW_DEVICE, NEW_DEVICE])
    expect(data.map(({ text }) => text)).toEqual([null, null])
  })
})

import { verify } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { api, bearerOf, createClient } from '@ambit/contract'
import { refusal } from '../testing/refusal.ts'
import { setupCode } from './setup-code.ts'
import { startTestServer, TEST_PASSWORD, createTestUser, type TestServer } from '../testing/server.ts'

vi.mock('@node-rs/argon2', { spy: true })

const HOUR = 3600_000
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await createTestUser(server.deps, 'dispatcher', 'mina')
})
afterAll(() => server.close())

const signIn = (email: string, password: string) =>
  server.publicClient().call(api.sessions.create, { body: { email, password } })
const clientWith = (token: string | null) => createClient({ origin: server.url, token: () => token })

describe('signing in', () => {
  // covers: AUTH-32, AUTH-34, AUTH-36, AUTH-37, API-01, PERM-08
  test('works by email address or username in any case, and the token has the user and its expiry', async () => {
    for (const login of ['mina@example.org', 'MINA@example.org', 'mina', ' Mina ']) {
      const { data } = await signIn(login, TEST_PASSWORD)
      expect(data.user).toMatchObject({ full_name: 'Test mina', email: 'mina@example.org', roles: ['dispatcher'] })
      expect(data.user.permissions['LiveBooking:booking:canCreate']).toBe(true)
      expect(data.user.permissions['Settings:settings:canUpdate']).toBe(false)
      const payload = JSON.parse(Buffer.from(bearerOf(data).split('.')[1] ?? '', 'base64url').toString())
      expect(payload).toMatchObject({ fullName: 'Test mina', email: 'mina@example.org', roles: ['dispatcher'] })
      expect(payload.exp).toBe(Date.parse(data.expires_at) / 1000)
      expect(payload).not.toHaveProperty('password')
      const { data: current } = await clientWith(data.token).call(api.sessions.current)
      expect(current).toEqual(data.user)
    }
  })

  // covers: OPS-33
  test('an unknown account, a wrong password and a blocked account are refused in the same words', async () => {
    const blocked = await createTestUser(server.deps, 'analyst', 'blocked-bob')
    await server.deps.db.updateTable('users').set({ status: 'blocked' }).where('id', '=', blocked).execute()
    const refusals = await Promise.all([
      refusal(signIn('nobody@example.org', TEST_PASSWORD)),
      refusal(signIn('mina', 'a wrong password')),
      refusal(signIn('blocked-bob', TEST_PASSWORD)),
    ])
    expect(refusals.map(({ status }) => status)).toEqual([401, 401, 401])
    expect(new Set(refusals.map(({ errors }) => JSON.stringify(errors))).size).toBe(1)
    expect(refusals[0]?.errors[0]).toMatchObject({ code: 'wrong_credentials' })
  })

  // Nearly all the time goes into the hash: its number and its costs are what can be told apart from outside.
  // covers: OPS-33
  test('an unknown account, and one without a password, takes as long to refuse as a wrong password', async () => {
    await createTestUser(server.deps, 'analyst', 'known')
    await createTestUser(server.deps, 'analyst', 'invited')
    await server.deps.db.updateTable('users').set({ password_hash: null }).where('username', '=', 'invited').execute()
    const work: unknown[] = []
    for (const login of ['known', 'known@example.org', 'nobody', 'nobody@example.org', 'invited']) {
      vi.mocked(verify).mockClear()
      await refusal(signIn(login, 'a wrong password'))
      // algorithm, version, memory, passes and lanes come before the salt
      work.push(vi.mocked(verify).mock.calls.map(([stored]) => String(stored).split('$').slice(1, 4)))
    }
    expect(work).toEqual(Array.from({ length: 5 }, () => [['argon2id', 'v=19', 'm=19456,t=2,p=1']]))
  })

  test('after ten failures an account is locked for a quarter of an hour, even with the right password', async () => {
    await createTestUser(server.deps, 'analyst', 'guessed')
    for (let guess = 0; guess < 10; guess += 1)
      expect((await refusal(signIn('guessed', `guess ${guess}`))).status).toBe(401)
    const refused = await fetch(`${server.url}/api/v2/ops/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'GUESSED', password: TEST_PASSWORD }),
    })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800)
    server.deps.clock.advance(HOUR / 4)
    expect((await signIn('guessed', TEST_PASSWORD)).data.user.roles).toEqual(['analyst'])
  })
})

describe('ending a session', () => {
  // covers: AUTH-34, AUTH-53
  test('signing out revokes the token at once, and no other', async () => {
    const [laptop, phone] = [await signIn('mina', TEST_PASSWORD), await signIn('mina', TEST_PASSWORD)]
    await clientWith(laptop.data.token).call(api.sessions.destroy)
    expect((await refusal(clientWith(laptop.data.token).call(api.sessions.current))).errors[0]?.code).toBe(
      'unauthenticated',
    )
    expect((await clientWith(phone.data.token).call(api.sessions.current)).data.email).toBe('mina@example.org')
  })

  test('a session ends at its exp, and when the account is blocked', async () => {
    const { data } = await signIn('mina', TEST_PASSWORD)
    server.deps.clock.set(new Date(Date.parse(data.expires_at) - 1000))
    await clientWith(data.token).call(api.sessions.current)
    server.deps.clock.advance(1000)
    expect((await refusal(clientWith(data.token).call(api.sessions.current))).errors[0]?.code).toBe('token_expired')
    const next = await signIn('mina', TEST_PASSWORD)
    await server.deps.db.updateTable('users').set({ status: 'blocked' }).where('username', '=', 'mina').execute()
    expect((await refusal(clientWith(next.data.token).call(api.sessions.current))).status).toBe(401)
    await server.deps.db.updateTable('users').set({ status: 'active' }).where('username', '=', 'mina').execute()
  })

  test('refuses a token that was not signed by the server', async () => {
    const { data } = await signIn('mina', TEST_PASSWORD)
    const [header, payload, signature] = bearerOf(data).split('.')
    const forged = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')
    const other = Buffer.from(String(payload), 'base64url').toString().replace('dispatcher', 'superadmin')
    for (const token of [
      `${forged}.${payload}.`,
      `${header}.${Buffer.from(other).toString('base64url')}.${signature}`,
      'nonsense',
    ]) {
      expect((await refusal(clientWith(token).call(api.sessions.current))).status).toBe(401)
    }
  })
})

describe('resetting a forgotten password', () => {
  const mailTo = async (address: string) => {
    for (let look = 0; look < 40; look += 1) {
      const mail = await server.deps.db
        .selectFrom('outbox_mails')
        .selectAll()
        .where('to', '=', address)
        .orderBy('id', 'desc')
        .executeTakeFirst()
      if (mail !== undefined) return mail
      await new Promise((done) => setTimeout(done, 25))
    }
    throw new Error(`no mail to ${address}`)
  }
  const tokenIn = (text: string | null): string => /ResetPassword\/([\w-]+)/.exec(text ?? '')?.[1] ?? ''
  const forgot = (email: string, kind: 'admin' | 'traveller' = 'admin') =>
    server.publicClient().call(api.passwords.forgot, { body: { email, kind } })
  const reset = (token: string, password: string, kind: 'admin' | 'traveller' = 'admin') =>
    server.publicClient().call(api.passwords.reset, {
      body: { reset_password_token: token, password, password_confirmation: password, kind },
    })

  // covers: AUTH-62, AUTH-63, AUTH-85, AUTH-86, AUTH-87, AUTH-88
  test('a link in the mail works once, ends the user’s sessions and sets the new password', async () => {
    const before = await signIn('mina', TEST_PASSWORD)
    await forgot('Mina@example.org')
    const mail = await mailTo('mina@example.org')
    const token = tokenIn(mail.text)
    expect(mail.text).toContain('/Admin/ResetPassword/')
    const { rows: stored } = { rows: await server.deps.db.selectFrom('password_resets').selectAll().execute() }
    expect(JSON.stringify(stored)).not.toContain(token)
    const done = await reset(token, 'a new and better one')
    expect(done.data.message).toBe('Your password has been successfully reset. You can login now.')
    expect((await refusal(clientWith(before.data.token).call(api.sessions.current))).status).toBe(401)
    expect((await refusal(signIn('mina', TEST_PASSWORD))).status).toBe(401)
    expect((await signIn('mina', 'a new and better one')).data.user.email).toBe('mina@example.org')
    const again = await refusal(reset(token, 'yet another one'))
    expect(again.status).toBe(422)
    expect(again.errors[0]?.source?.pointer).toBe('/reset_password_token')
  })

  test('an unknown address gets the same answer as a known one, and no mail', async () => {
    const known = await forgot('mina@example.org')
    const unknown = await forgot('nobody@example.org')
    expect(unknown).toEqual(known)
    const mails = await server.deps.db
      .selectFrom('outbox_mails')
      .select('to')
      .where('to', '=', 'nobody@example.org')
      .execute()
    expect(mails).toEqual([])
  })

  test('the link that went to a former address of a user or a passenger sets no password any more', async () => {
    const admin = server.client('administrator')
    const refused = async (token: string, kind: 'admin' | 'traveller') => {
      const { status, errors } = await refusal(reset(token, 'chosen by a stranger', kind))
      expect([status, errors[0]?.source?.pointer]).toEqual([422, '/reset_password_token'])
    }
    const wrong = { first_name: 'Wanda', last_name: 'Wrong', username: 'wanda.wrong', email: 'wanda@example.com' }
    const { data: user } = await admin.call(api.users.create, { body: wrong })
    const invitation = tokenIn((await mailTo('wanda@example.com')).text)
    await admin.call(api.users.update, { params: { id: user.id }, body: { email: 'wanda@example.org' } })
    await refused(invitation, 'admin')

    const other = { first_name: 'Petra', last_name: 'Wrong', username: 'petra.wrong', email: 'petra@example.com' }
    const { data: passenger } = await admin.call(api.travelers.create, { body: other })
    await forgot('petra@example.com', 'traveller')
    const token = tokenIn((await mailTo('petra@example.com')).text)
    await admin.call(api.travelers.update, { params: { id: passenger.id }, body: { email: 'petra@example.org' } })
    await refused(token, 'traveller')
  })

  test('the link is valid for an hour', async () => {
    await createTestUser(server.deps, 'analyst', 'late-lena')
    await forgot('late-lena@example.org')
    const token = tokenIn((await mailTo('late-lena@example.org')).text)
    server.deps.clock.advance(HOUR)
    expect((await refusal(reset(token, 'much too late now'))).status).toBe(422)
  })

  // covers: AUTH-78, AUTH-81, AUTH-84
  test('short passwords, unequal ones and short tokens are refused field by field', async () => {
    const refused = await refusal(
      server.publicClient().call(api.passwords.reset, {
        body: { reset_password_token: '12345', password: 'short', password_confirmation: 'short' },
      }),
    )
    expect(refused.errors.map(({ source }) => source?.pointer)).toEqual(['/reset_password_token', '/password'])
    const unequal = await refusal(
      server.publicClient().call(api.passwords.reset, {
        body: { reset_password_token: '123456', password: 'long enough', password_confirmation: 'long enouhg' },
      }),
    )
    expect(unequal.errors).toEqual([
      expect.objectContaining({ detail: "Your passwords don't match", source: { pointer: '/password_confirmation' } }),
    ])
  })
})

describe('an empty installation', () => {
  test('refuses the eleventh guess of its code from one address', async () => {
    const bare = await startTestServer()
    const guess = () =>
      refusal(
        bare.publicClient().call(api.setup.firstAdministrator, {
          body: {
            code: 'ABCD-EFGH-JKLM',
            first_name: 'Eve',
            last_name: 'First',
            username: 'eve',
            email: 'eve@example.org',
            password: TEST_PASSWORD,
            password_confirmation: TEST_PASSWORD,
          },
        }),
      )
    const statuses = await Promise.all(Array.from({ length: 11 }, async () => (await guess()).status))
    expect(statuses.filter((status) => status === 422)).toHaveLength(10)
    expect(statuses).toContain(429)
    await bare.close()
  })

  test('gets exactly one first administrator, who knows its code, however many requests arrive at once', async () => {
    const bare = await startTestServer()
    const anybody = bare.publicClient()
    expect((await anybody.call(api.settings.show)).data.setup_needed).toBe(true)
    const code = await setupCode(bare.deps)
    const ask = (name: string, typed = code) =>
      anybody.call(api.setup.firstAdministrator, {
        body: {
          code: typed,
          first_name: name,
          last_name: 'First',
          username: name,
          email: `${name}@example.org`,
          password: TEST_PASSWORD,
          password_confirmation: TEST_PASSWORD,
        },
      })
    const guess = await refusal(ask('eve', 'ABCD-EFGH-JKLM'))
    expect([guess.status, guess.errors[0]?.source]).toEqual([422, { pointer: '/code' }])
    const results = await Promise.allSettled([
      ask('ada', code.toLowerCase().replaceAll('-', '')),
      ask('ben'),
      ask('cleo'),
    ])
    const made = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.data] : []))
    expect(made).toHaveLength(1)
    expect(made[0]?.user.roles).toEqual(['superadmin'])
    expect((await refusal(ask('dora'))).status).toBe(409)
    expect((await anybody.call(api.settings.show)).data.setup_needed).toBe(false)
    await bare.close()
  })
})

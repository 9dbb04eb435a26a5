import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Secret } from 'otpauth'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { api, type ApiError, bearerOf, type Client, createClient } from '@ambit/contract'
import { decryptSecret, encryptSecret } from '../access/secrets.ts'
import { codeAt, enrolApp } from '../testing/authenticator.ts'
import { refusal } from '../testing/refusal.ts'
import { createTestUser, startTestServer, TEST_PASSWORD, type TestServer } from '../testing/server.ts'

const MINUTE = 60_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
// Codes hold for half a minute: each story has codes of its own.
afterEach(() => server.deps.clock.advance(60 * MINUTE))

const first = (email: string, password = TEST_PASSWORD) =>
  server.publicClient().call(api.sessions.create, { body: { email, password } })
const ticketOf = ({ meta }: ApiError): string => String(meta?.['ticket'])
const second = (ticket: string, code: string) =>
  server.publicClient().call(api.sessions.secondStep, { body: { ticket, code } })
const clientWith = (token: string): Client => createClient({ origin: server.url, token: () => token })
const codeNow = (secret: string): string => codeAt(secret, server.deps.clock.wall())
const mailsTo = (name: string) =>
  server.deps.db
    .selectFrom('outbox_mails')
    .select(['subject', 'text'])
    .where('to', '=', `${name}@example.org`)
    .orderBy('id', 'desc')
    .execute()

/** A user with an app, whose first code is used up. */
const enrolled = async (name: string) => {
  const id = await createTestUser(server.deps, 'dispatcher', name)
  const client = clientWith(bearerOf((await first(name)).data))
  const { id: factor, secret, uri, codes } = await enrolApp(client, server.deps.clock.wall())
  server.deps.clock.advance(MINUTE)
  return { id, client, factor, secret, uri, codes }
}
const asked = async (name: string, password = TEST_PASSWORD) => ticketOf(await refusal(first(name, password)))
const wrong = {
  status: 401,
  errors: [{ code: 'wrong_credentials', detail: 'Your login details are incorrect. Please try again!' }],
}

describe('an authenticator app', () => {
  // covers: OPS-16
  test('is set up by its first code, named and dated, and is asked for from then on', async () => {
    const { client, secret, uri } = await enrolled('anna')
    expect(Secret.fromBase32(secret).bytes).toHaveLength(20)
    const told = new URL(uri)
    expect([told.protocol, told.searchParams.get('secret'), told.searchParams.get('issuer')]).toEqual([
      'otpauth:',
      secret,
      'Ambit',
    ])
    expect(['algorithm', 'digits', 'period'].map((rule) => told.searchParams.get(rule))).toEqual(['SHA1', '6', '30'])
    const [factor] = (await client.call(api.secondFactors.list)).data
    expect(factor).toMatchObject({ kind: 'authenticator app', name: 'Phone' })
    const refused = await refusal(first('anna'))
    expect([refused.status, refused.errors[0]?.code]).toEqual([401, 'second_step'])
    const { data } = await second(ticketOf(refused), codeNow(secret))
    const [session] = (await clientWith(bearerOf(data)).call(api.sessions.list)).data
    expect(session).toMatchObject({ method: 'password', factors: ['authenticator app'] })
    expect((await mailsTo('anna')).map(({ subject }) => subject)).toEqual(['Your account has changed'])
  })

  test('does not count before a right code of it was shown', async () => {
    await createTestUser(server.deps, 'dispatcher', 'begun')
    const client = clientWith(bearerOf((await first('begun')).data))
    const { data } = await client.call(api.secondFactors.create, { body: { name: 'Phone' } })
    const confirm = client.call(api.secondFactors.confirm, { params: { id: data.id }, body: { code: '000000' } })
    expect((await refusal(confirm)).errors[0]?.source?.pointer).toBe('/code')
    expect((await client.call(api.secondFactors.list)).data).toEqual([])
    await first('begun')
  })

  // covers: OPS-16
  test('has codes that are good a step before and after, and once', async () => {
    const { secret } = await enrolled('otto')
    const at = (seconds: number) => codeAt(secret, new Date(server.deps.clock.wall().getTime() + seconds * 1000))
    for (const far of [-60, 60]) expect(await refusal(second(await asked('otto'), at(far)))).toMatchObject(wrong)
    await second(await asked('otto'), at(-30))
    await second(await asked('otto'), at(30))
    expect(await refusal(second(await asked('otto'), at(30)))).toMatchObject(wrong)
    // What is from before the last one may have been read over a shoulder.
    expect(await refusal(second(await asked('otto'), at(0)))).toMatchObject(wrong)
  })

  test('takes one of two requests with the same code', async () => {
    const { secret } = await enrolled('twice')
    const ticket = await asked('twice')
    const code = codeNow(secret)
    const answers = await Promise.allSettled([second(ticket, code), second(ticket, code)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('is removed only soon after showing who one is, and takes the recovery codes along', async () => {
    const { client, factor } = await enrolled('remo')
    server.deps.clock.advance(11 * MINUTE)
    const remove = () => client.call(api.secondFactors.destroy, { params: { id: factor } })
    expect((await refusal(remove())).errors[0]?.code).toBe('proof_needed')
    const prove = (password: string) => client.call(api.sessions.prove, { body: { password } })
    expect((await refusal(prove('a wrong one'))).errors[0]?.source?.pointer).toBe('/password')
    expect((await refusal(remove())).status).toBe(403)
    await prove(TEST_PASSWORD)
    await remove()
    expect((await client.call(api.recoveryCodes.show)).data.left).toBe(0)
    await first('remo')
  })
})

describe('the first step', () => {
  // covers: OPS-17
  test('reads the same after a right and a wrong password, and so does the second after a wrong code', async () => {
    const { secret } = await enrolled('sara')
    const [right, bad] = [await refusal(first('sara')), await refusal(first('sara', 'a wrong one'))]
    const shape = ({ status, errors, meta }: ApiError) => [
      status,
      errors,
      Object.keys(meta ?? {}),
      ticketOf({ meta } as ApiError).length,
    ] // only meta is read
    expect(shape(bad)).toEqual(shape(right))
    expect(await refusal(second(ticketOf(bad), codeNow(secret)))).toMatchObject(wrong)
    expect(await refusal(second(ticketOf(right), '000000'))).toMatchObject(wrong)
    // The code was not used up by whoever did not know the password.
    await second(ticketOf(right), codeNow(secret))
  })

  // @test-tag long
  test('asks for more after names of nobody as often as after those of somebody', async () => {
    const rows = await server.deps.db.selectFrom('users').select('username').execute()
    let known = 0
    for (const { username } of rows) {
      const { errors } = await refusal(first(username, 'a wrong one'))
      if (errors[0]?.code === 'second_step') known += 1
    }
    const share = known / rows.length
    const names = Array.from({ length: 60 }, (_, at) => `nobody${at}`)
    const answers = new Map<string, string | undefined>()
    for (const name of names) answers.set(name, (await refusal(first(name))).errors[0]?.code)
    const unknown = [...answers.values()].filter((code) => code === 'second_step').length / names.length
    expect(Math.abs(unknown - share)).toBeLessThan(0.25)
    // A name is answered alike each time, and is told no more by the second step.
    const name = names.find((one) => answers.get(one) === 'second_step') ?? ''
    expect(await refusal(second(await asked(name), '123456'))).toMatchObject(wrong)
  })

  test('holds for five minutes', async () => {
    const { secret } = await enrolled('late')
    const ticket = await asked('late')
    server.deps.clock.advance(5 * MINUTE)
    expect((await refusal(second(ticket, codeNow(secret)))).errors[0]?.code).toBe('token_expired')
    expect((await refusal(second('nonsense', '123456'))).errors[0]?.code).toBe('token_expired')
  })
})

// covers: OPS-17
test('Five wrong codes hold the second step up for a quarter of an hour, whatever the password', async () => {
  const { secret } = await enrolled('held')
  for (const password of [TEST_PASSWORD, 'a wrong one']) {
    const ticket = await asked('held', password)
    for (let guess = 0; guess < 5; guess += 1) {
      expect((await refusal(second(ticket, `00000${guess}`))).status).toBe(401)
      server.deps.clock.advance(10_000)
    }
    expect((await refusal(second(ticket, codeNow(secret)))).status).toBe(429)
    // From the fifth on.
    server.deps.clock.advance(15 * MINUTE - 20_000)
    expect((await refusal(second(await asked('held', password), codeNow(secret)))).status).toBe(429)
    server.deps.clock.advance(20_000)
  }
  await second(await asked('held'), codeNow(secret))
})

describe('recovery codes', () => {
  // covers: OPS-19
  test('are ten of ten characters, stored hashed, each good once; using one is mailed with how many are left', async () => {
    const { id, codes } = await enrolled('rita')
    expect(codes).toHaveLength(10)
    for (const code of codes) expect(code).toMatch(/^[A-Z2-9]{5}-[A-Z2-9]{5}$/)
    const rows = await server.deps.db.selectFrom('recovery_codes').selectAll().where('user_id', '=', id).execute()
    expect(rows.map(({ code_hash }) => code_hash.startsWith('$argon2id$'))).toEqual(Array(10).fill(true))
    const { data } = await second(await asked('rita'), (codes[3] ?? '').toLowerCase().replace('-', ''))
    expect(data.recovery_codes_left).toBe(9)
    const [session] = (await clientWith(bearerOf(data)).call(api.sessions.list)).data
    expect(session?.factors).toEqual(['recovery code'])
    const [mail] = await mailsTo('rita')
    expect([mail?.subject, mail?.text]).toEqual(['A recovery code was used', expect.stringContaining('9 are left')])
    expect(await refusal(second(await asked('rita'), codes[3] ?? ''))).toMatchObject(wrong)
  })

  // @test-tag long
  test('are made anew in place of the old ones', async () => {
    const { client, codes } = await enrolled('renew')
    const { data } = await client.call(api.recoveryCodes.create)
    expect(data.codes.filter((code) => codes.includes(code))).toEqual([])
    expect(await refusal(second(await asked('renew'), codes[0] ?? ''))).toMatchObject(wrong)
    await second(await asked('renew'), data.codes[0] ?? '')
  })
})

// covers: OPS-21
test('A lost factor is taken away by another administrator, with a reason that is mailed; all sessions end', async () => {
  const { id, client } = await enrolled('lost')
  const params = { id }
  const as = async (role: 'administrator' | 'operations_manager') => clientWith(await server.token(role))
  const alex = await as('administrator')
  const reason = 'The phone fell into the harbour'
  expect((await refusal((await as('operations_manager')).call(api.users.takeFactors, { params, reason }))).status).toBe(
    403,
  )
  expect((await alex.call(api.users.secondFactors, { params })).data.map(({ name }) => name)).toEqual(['Phone'])
  expect((await refusal(alex.call(api.users.takeFactors, { params }))).errors[0]?.source?.pointer).toBe('/x-reason')
  const own = { id: (await alex.call(api.sessions.current)).data.id }
  expect((await refusal(alex.call(api.users.takeFactors, { params: own, reason }))).status).toBe(403)
  const superior = await createTestUser(server.deps, 'superadmin', 'above')
  expect((await refusal(alex.call(api.users.takeFactors, { params: { id: superior }, reason }))).status).toBe(403)
  server.deps.clock.advance(11 * MINUTE)
  expect((await refusal(alex.call(api.users.takeFactors, { params, reason }))).errors[0]?.code).toBe('proof_needed')
  await alex.call(api.sessions.prove, { body: { password: TEST_PASSWORD } })
  await alex.call(api.users.takeFactors, { params, reason })
  expect((await refusal(client.call(api.sessions.current))).status).toBe(401)
  expect((await mailsTo('lost'))[0]?.text).toContain(reason)
  await first('lost')
  expect((await refusal(alex.call(api.users.takeFactors, { params, reason }))).status).toBe(409)
})

// covers: OPS-22
test('A password that was reset by mail does not go round the second factor', async () => {
  const { secret } = await enrolled('reset')
  await server.publicClient().call(api.passwords.forgot, { body: { email: 'reset@example.org' } })
  const link = async () => /ResetPassword\/(\S+)/.exec((await mailsTo('reset'))[0]?.text ?? '')?.[1]
  await expect.poll(link).toBeDefined()
  const password = 'a new one altogether'
  const body = { reset_password_token: (await link()) ?? '', password, password_confirmation: password }
  await server.publicClient().call(api.passwords.reset, { body })
  const ticket = await asked('reset', password)
  await second(ticket, codeNow(secret))
})

test('Every step of signing in is told in the audit, without what was typed', async () => {
  const { id, secret } = await enrolled('told')
  await refusal(second(await asked('told', 'a wrong one'), '123456'))
  await second(await asked('told'), codeNow(secret))
  const rows = await server.deps.db
    .selectFrom('audit_events')
    .select('changes')
    .where('kind', '=', 'sign_in')
    .where('record_id', '=', String(id))
    .orderBy('id')
    .execute()
  const said = rows.map(({ changes }) =>
    Object.fromEntries(Object.entries(changes).map(([word, { after }]) => [word, after])),
  )
  expect(said.slice(-4)).toEqual([
    { outcome: 'asked for a second step', password: 'wrong' },
    { outcome: 'refused', password: 'wrong', factor: 'wrong' },
    { outcome: 'asked for a second step', password: 'right' },
    { outcome: 'signed in', method: 'password', factor: 'authenticator app' },
  ])
})

describe('secrets', () => {
  // covers: OPS-23
  test('are encrypted for their owner alone, with a key that every server of the installation must have', async () => {
    const { id, secret } = await enrolled('seal')
    const row = await server.deps.db
      .selectFrom('second_factors')
      .select('secret')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.secret).not.toContain(secret)
    expect(await decryptSecret(server.deps, row.secret, `second factor of user ${id}`)).toBe(secret)
    await expect(decryptSecret(server.deps, row.secret, `second factor of user ${id + 1}`)).rejects.toThrow()
    const other = { db: server.deps.db, config: { secretKey: Buffer.alloc(32, 1).toString('base64'), dataFolder: '' } }
    await expect(encryptSecret(other, 'x', 'y')).rejects.toThrow('another key')
  })

  // covers: OPS-23
  test('have their key in a file for its owner alone where the environment names none', async () => {
    const fresh = await startTestServer()
    const dataFolder = mkdtempSync(join(tmpdir(), 'ambit-key-'))
    try {
      const keeping = { db: fresh.deps.db, config: { secretKey: null, dataFolder } }
      const stored = await encryptSecret(keeping, 'a secret', 'somebody')
      expect(await decryptSecret(keeping, stored, 'somebody')).toBe('a secret')
      const path = join(dataFolder, 'secret.key')
      expect(statSync(path).mode & 0o777).toBe(0o600)
      expect(Buffer.from(readFileSync(path, 'utf8'), 'base64')).toHaveLength(32)
    } finally {
      rmSync(dataFolder, { recursive: true, force: true })
      await fresh.close()
    }
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, type ApiError, bearerOf, type Client, createClient } from '@ambit/contract'
import { codeAt, enrolApp } from '../testing/authenticator.ts'
import { createPasskeyDevice, enrolPasskey, type PasskeyDevice, type Tamper } from '../testing/passkey-device.ts'
import { refusal } from '../testing/refusal.ts'
import { createTestUser, startTestServer, TEST_PASSWORD, type TestServer } from '../testing/server.ts'

const MINUTE = 60_000
const ORIGIN = 'https://ambit.example.org'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ config: { publicUrl: `${ORIGIN}/`, environment: 'dev' } })
})
afterAll(() => server.close())

const visitor = () => server.publicClient()
const first = (email: string, password = TEST_PASSWORD) =>
  visitor().call(api.sessions.create, { body: { email, password } })
const ticketOf = ({ meta }: ApiError): string => String(meta?.['ticket'])
const clientWith = (token: string): Client => createClient({ origin: server.url, token: () => token })
const hire = async (name: string) => {
  const id = await createTestUser(server.deps, 'dispatcher', name)
  return { id, client: clientWith(bearerOf((await first(name)).data)) }
}
/** A user with a passkey. */
const enrolled = async (name: string) => {
  const user = await hire(name)
  const device = createPasskeyDevice(ORIGIN)
  const passkey = await enrolPasskey(user.client, device)
  return { ...user, device, passkey }
}
const options = async (ticket?: string) =>
  (await visitor().call(api.passkeys.toSignIn, { body: ticket === undefined ? {} : { ticket } })).data
const enter = async (device: PasskeyDevice, tamper: Tamper = {}) =>
  visitor().call(api.sessions.passkey, { body: { passkey: device.get(await options(), tamper) } })
const second = async (ticket: string, device: PasskeyDevice) =>
  visitor().call(api.sessions.secondStep, { body: { ticket, passkey: device.get(await options(ticket)) } })
const prove = async (client: Client, device: PasskeyDevice, tamper: Tamper = {}) => {
  const passkey = device.get((await client.call(api.passkeys.toProve)).data, tamper)
  await client.call(api.sessions.prove, { body: { passkey } })
}
const sessionOf = async (token: string) =>
  (await clientWith(token).call(api.sessions.list)).data.find(({ current }) => current)
const wrong = { status: 401, errors: [{ code: 'wrong_credentials' }] }
const eventsOf = async (id: number) => {
  const rows = await server.deps.db
    .selectFrom('audit_events')
    .select('changes')
    .where('kind', '=', 'sign_in')
    .where('record_id', '=', String(id))
    .orderBy('id')
    .execute()
  return rows.map(({ changes }) =>
    Object.fromEntries(Object.entries(changes).map(([word, { after }]) => [word, after])),
  )
}
const mailsTo = async (name: string) => {
  const mails = server.deps.db.selectFrom('outbox_mails').select('text').where('to', '=', `${name}@example.org`)
  return (await mails.orderBy('id').execute()).map(({ text }) => text ?? '')
}

describe('a passkey', () => {
  // covers: OPS-15
  test('is added with a name after a fresh proof, listed with when it was added and last used, renamed and removed', async () => {
    const { id, client } = await hire('paula')
    const device = createPasskeyDevice(ORIGIN)
    server.deps.clock.advance(11 * MINUTE)
    expect((await refusal(client.call(api.passkeys.toAdd))).errors[0]?.code).toBe('proof_needed')
    await client.call(api.sessions.prove, { body: { password: TEST_PASSWORD } })
    const added = await enrolPasskey(client, device, 'Work laptop')
    expect(added.codes).toHaveLength(10)
    const params = { id: added.id }
    const list = async () => (await client.call(api.passkeys.list)).data
    const at = server.deps.clock.wall().toISOString()
    expect(await list()).toEqual([{ ...params, name: 'Work laptop', created_at: at, last_used_at: null }])
    server.deps.clock.advance(MINUTE)
    await enter(device)
    await client.call(api.passkeys.rename, { params, body: { name: 'Old laptop' } })
    expect(await list()).toEqual([
      { ...params, name: 'Old laptop', created_at: at, last_used_at: server.deps.clock.wall().toISOString() },
    ])
    server.deps.clock.advance(10 * MINUTE)
    expect((await refusal(client.call(api.passkeys.destroy, { params }))).errors[0]?.code).toBe('proof_needed')
    await client.call(api.sessions.prove, { body: { password: TEST_PASSWORD } })
    await client.call(api.passkeys.destroy, { params })
    expect(await list()).toEqual([])
    expect((await client.call(api.recoveryCodes.show)).data.left).toBe(0)
    expect(await refusal(enter(device))).toMatchObject(wrong)
    await first('paula')
    const outcomes = (await eventsOf(id)).map(({ outcome }) => outcome)
    expect(outcomes).toEqual(
      expect.arrayContaining(['passkey added', 'passkey renamed', 'confirmed', 'passkey removed']),
    )
    const mails = await mailsTo('paula')
    expect(mails).toHaveLength(2)
    expect(mails[0]).toContain('The passkey Work laptop was added to your account')
    expect(mails[1]).toContain('The passkey Old laptop was removed from your account')
  })

  // covers: OPS-18
  test('is made for the public URL’s host, found by its device, with user verification and any attestation', async () => {
    const { client } = await hire('opta')
    const creation = (await client.call(api.passkeys.toAdd)).data
    expect(creation).toMatchObject({
      rp: { id: 'ambit.example.org' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    })
    expect(creation.user.id).not.toContain('opta')
    expect(await options()).toMatchObject({ rpId: 'ambit.example.org', userVerification: 'required' })
    await enrolPasskey(client, createPasskeyDevice(ORIGIN))
    const again = (await client.call(api.passkeys.toAdd)).data
    expect(again.excludeCredentials).toMatchObject([{ type: 'public-key', transports: ['internal'] }])
    expect(again.user.id).toBe(creation.user.id)
  })

  // covers: OPS-18
  test('signs in alone, in place of a password', async () => {
    const { id, device } = await enrolled('anton')
    const { data } = await enter(device)
    expect(data.user.id).toBe(id)
    expect(await sessionOf(bearerOf(data))).toMatchObject({ method: 'passkey', factors: [] })
    expect((await eventsOf(id)).at(-1)).toEqual({ outcome: 'signed in', method: 'passkey', factor: 'none' })
  })

  // covers: OPS-18
  test('is asked for after the password of an account without an app, and is the second step', async () => {
    const { id, device } = await enrolled('berta')
    const refused = await refusal(first('berta'))
    expect([refused.status, refused.errors[0]?.code, refused.meta?.['passkey']]).toEqual([401, 'second_step', true])
    const { data } = await second(ticketOf(refused), device)
    expect(await sessionOf(bearerOf(data))).toMatchObject({ method: 'password', factors: ['passkey'] })
    expect((await eventsOf(id)).at(-1)).toMatchObject({ method: 'password', factor: 'passkey' })
  })

  // @test-tag long
  test('stands beside an app and recovery codes, which come with the first factor and go with the last', async () => {
    const { client, device, passkey } = await enrolled('carl')
    const { id, secret, codes } = await enrolApp(client, server.deps.clock.wall())
    expect(codes).toEqual([])
    server.deps.clock.advance(MINUTE)
    const asked = async () => ticketOf(await refusal(first('carl')))
    const withCode = async (code: string) =>
      visitor().call(api.sessions.secondStep, { body: { ticket: await asked(), code } })
    await withCode(codeAt(secret, server.deps.clock.wall()))
    await second(await asked(), device)
    expect((await withCode(passkey.codes[0] ?? '')).data.recovery_codes_left).toBe(9)
    await client.call(api.secondFactors.destroy, { params: { id } })
    expect((await client.call(api.recoveryCodes.show)).data.left).toBe(9)
    const fresh = (await client.call(api.recoveryCodes.create)).data.codes
    expect(fresh).toHaveLength(10)
    await client.call(api.passkeys.destroy, { params: { id: passkey.id } })
    expect((await client.call(api.recoveryCodes.show)).data.left).toBe(0)
  })

  // covers: OPS-27
  test('is asked for again in place of the password before what protects the account changes', async () => {
    const { id, client, device, passkey } = await enrolled('doris')
    const { device: foreign } = await enrolled('eva')
    server.deps.clock.advance(11 * MINUTE)
    const remove = () => client.call(api.passkeys.destroy, { params: { id: passkey.id } })
    expect((await refusal(remove())).errors[0]?.code).toBe('proof_needed')
    for (const bad of [() => prove(client, foreign), () => prove(client, device, { verified: false })])
      expect((await refusal(bad())).errors[0]?.source?.pointer).toBe('/passkey')
    // For signing in, and of another session.
    const other = clientWith(bearerOf((await enter(device)).data))
    for (const asked of [await options(), (await other.call(api.passkeys.toProve)).data]) {
      const call = client.call(api.sessions.prove, { body: { passkey: device.get(asked) } })
      expect((await refusal(call)).errors[0]?.source?.pointer).toBe('/passkey')
    }
    expect((await refusal(remove())).status).toBe(403)
    await prove(client, device)
    expect((await eventsOf(id)).at(-1)).toEqual({ outcome: 'confirmed', method: 'passkey' })
    await remove()
  })

  // covers: OPS-15
  test('is refused as the eleventh, also of two that come at once', async () => {
    const { client } = await hire('frida')
    for (let made = 0; made < 9; made += 1) await enrolPasskey(client, createPasskeyDevice(ORIGIN), `Key ${made}`)
    const two = [createPasskeyDevice(ORIGIN), createPasskeyDevice(ORIGIN)]
    const bodies = []
    for (const device of two) {
      const asked = (await client.call(api.passkeys.toAdd)).data
      bodies.push({ name: 'At once', passkey: device.create(asked) })
    }
    const answers = await Promise.allSettled(bodies.map((body) => client.call(api.passkeys.create, { body })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await client.call(api.passkeys.list)).data).toHaveLength(10)
    expect(await refusal(client.call(api.passkeys.toAdd))).toMatchObject({
      status: 409,
      errors: [{ detail: 'You have 10 passkeys. Remove one before you add another' }],
    })
  })

  test('of somebody else is not found', async () => {
    const { client } = await hire('gerd')
    const { passkey } = await enrolled('hanna')
    const params = { id: passkey.id }
    expect((await refusal(client.call(api.passkeys.rename, { params, body: { name: 'Mine' } }))).status).toBe(404)
    expect((await refusal(client.call(api.passkeys.destroy, { params }))).status).toBe(404)
  })
})

describe('an answer of a passkey is refused', () => {
  // covers: OPS-18
  test('without user verification, of another page, of another site, in a frame and of another user', async () => {
    const { id, device } = await enrolled('ida')
    const bad: [Tamper, string][] = [
      [{ verified: false }, 'not verified'],
      [{ origin: 'https://ambit.example.org.evil.test' }, 'not asked for here'],
      [{ origin: 'http://localhost:8080' }, 'not asked for here'],
      [{ rpId: 'example.org' }, 'not verified'],
      [{ crossOrigin: true }, 'not asked for here'],
      [{ userHandle: 'c29tZWJvZHkgZWxzZQ' }, 'not verified'],
    ]
    for (const [tamper, passkey] of bad) {
      expect(await refusal(enter(device, tamper))).toMatchObject(wrong)
      expect((await eventsOf(id)).at(-1)).toEqual({ outcome: 'refused', method: 'passkey', passkey })
    }
    await enter(device)
    const { client } = await hire('iris')
    for (const [tamper] of bad.slice(0, 5)) {
      const made = createPasskeyDevice(ORIGIN).create((await client.call(api.passkeys.toAdd)).data, tamper)
      const call = client.call(api.passkeys.create, { body: { name: 'Key', passkey: made } })
      expect((await refusal(call)).errors[0]?.source?.pointer).toBe('/passkey')
    }
    expect((await client.call(api.passkeys.list)).data).toEqual([])
  })

  test('when it comes again, late, or to what another sign-in was asked', async () => {
    const { device } = await enrolled('jana')
    const body = { passkey: device.get(await options()) }
    const answers = await Promise.allSettled([0, 1].map(() => visitor().call(api.sessions.passkey, { body })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await refusal(visitor().call(api.sessions.passkey, { body }))).toMatchObject(wrong)
    const asked = await options()
    server.deps.clock.advance(5 * MINUTE)
    const late = { passkey: device.get(asked) }
    expect(await refusal(visitor().call(api.sessions.passkey, { body: late }))).toMatchObject(wrong)
    const [ticket, another] = [ticketOf(await refusal(first('jana'))), ticketOf(await refusal(first('jana')))]
    for (const of of [another, undefined]) {
      const passkey = device.get(await options(of))
      expect(await refusal(visitor().call(api.sessions.secondStep, { body: { ticket, passkey } }))).toMatchObject(wrong)
    }
    await second(ticket, device)
  })

  test('where its counter does not grow, which is told in the audit', async () => {
    const { id, device } = await enrolled('kurt')
    await enter(device, { counter: 7 })
    for (const counter of [7, 6, 0]) {
      expect(await refusal(enter(device, { counter }))).toMatchObject(wrong)
      const told = { outcome: 'refused', method: 'passkey', passkey: 'its counter went back' }
      expect((await eventsOf(id)).at(-1)).toEqual(told)
    }
    await enter(device, { counter: 8 })
    const { device: uncounted } = await enrolled('lars')
    await enter(uncounted, { counter: 0 })
    await enter(uncounted, { counter: 0 })
  })

  test('of a blocked user, and of one whose password an administrator has set before another one was chosen', async () => {
    const { id, device } = await enrolled('mia')
    const change = (values: { status: 'blocked' | 'active' } | { must_change_password: boolean }) =>
      server.deps.db.updateTable('users').set(values).where('id', '=', id).execute()
    await change({ status: 'blocked' })
    expect(await refusal(enter(device))).toMatchObject(wrong)
    await change({ status: 'active' })
    await change({ must_change_password: true })
    expect((await refusal(enter(device))).errors[0]?.code).toBe('password_to_change')
    await change({ must_change_password: false })
    await enter(device)
  })

  test('while local sign-in is off, as a password is', async () => {
    const { client, device } = await enrolled('mona')
    const ticket = ticketOf(await refusal(first('mona')))
    const { db } = server.deps
    await db
      .insertInto('settings')
      .values({ key: 'sign_in', value: JSON.stringify({ local_sign_in: false }) })
      .execute()
    try {
      expect(await refusal(enter(device))).toMatchObject(wrong)
      expect(await refusal(second(ticket, device))).toMatchObject(wrong)
      expect((await refusal(prove(client, device))).errors[0]?.detail).toContain('Local sign-in is off')
    } finally {
      await db.deleteFrom('settings').where('key', '=', 'sign_in').execute()
    }
    await enter(device)
  })

  test('after a wrong password, with the words of a wrong code', async () => {
    const { device } = await enrolled('nils')
    const { device: foreign } = await enrolled('olga')
    const [right, bad] = [await refusal(first('nils')), await refusal(first('nils', 'a wrong one'))]
    expect([bad.errors, bad.meta?.['passkey']]).toEqual([right.errors, right.meta?.['passkey']])
    expect(await refusal(second(ticketOf(bad), device))).toMatchObject(wrong)
    expect(await refusal(second(ticketOf(right), foreign))).toMatchObject(wrong)
    await second(ticketOf(right), device)
  })

  test('ten times in a quarter of an hour, and then waited for', async () => {
    const { device } = await enrolled('pete')
    for (let guess = 0; guess < 10; guess += 1) await refusal(enter(device, { verified: false }))
    expect((await refusal(enter(device))).status).toBe(429)
    server.deps.clock.advance(15 * MINUTE)
    await enter(device)
  })
})

// @test-tag long
test('Names of nobody are told of a passkey about as often as accounts with a second step', async () => {
  const names = Array.from({ length: 80 }, (_, at) => `nobody${at}`)
  const told = new Map<string, unknown>()
  for (const name of names) {
    const { errors, meta } = await refusal(first(name))
    if (errors[0]?.code === 'second_step') told.set(name, meta?.['passkey'])
  }
  expect(told.size).toBeGreaterThan(20)
  // Nearly all accounts of this file with a second step have a passkey.
  const share = [...told.values()].filter((passkey) => passkey === true).length / told.size
  expect(share).toBeGreaterThan(0.7)
  const [name] = [...told.keys()]
  expect((await refusal(first(name ?? ''))).meta?.['passkey']).toBe(told.get(name ?? ''))
})

test('An administrator takes a lost passkey away with the rest of the second step', async () => {
  const { id, client, device } = await enrolled('quentin')
  const sam = server.client('superadmin')
  const params = { id }
  expect((await sam.call(api.users.secondFactors, { params })).data).toMatchObject([
    { kind: 'passkey', name: 'Laptop' },
  ])
  await sam.call(api.users.takeFactors, { params, reason: 'The laptop was stolen' })
  expect((await refusal(client.call(api.sessions.current))).status).toBe(401)
  expect(await refusal(enter(device))).toMatchObject(wrong)
  expect((await mailsTo('quentin')).at(-1)).toContain('The laptop was stolen')
  await first('quentin')
})

describe('where the product is reached', () => {
  const at = async (publicUrl: string | null, work: (of: TestServer) => Promise<void>) => {
    const of = await startTestServer({ config: { publicUrl, environment: 'dev' } })
    try {
      await work(of)
    } finally {
      await of.close()
    }
  }

  // covers: OPS-18
  // @test-tag long
  test('at localhost without a public URL, passkeys are of localhost', async () => {
    await at(null, async (of) => {
      const device = createPasskeyDevice('http://localhost:8123')
      await enrolPasskey(of.client('superadmin'), device)
      const asked = async () => (await of.publicClient().call(api.passkeys.toSignIn, { body: {} })).data
      const sign = async (tamper: Tamper) =>
        of.publicClient().call(api.sessions.passkey, { body: { passkey: device.get(await asked(), tamper) } })
      expect((await asked()).rpId).toBe('localhost')
      await sign({})
      for (const origin of ['https://localhost.evil.test', 'http://127.0.0.1:8123', 'null'])
        expect(await refusal(sign({ origin }))).toMatchObject(wrong)
    })
  })

  // covers: OPS-18
  test('without HTTPS or a name, the server says why there are no passkeys', async () => {
    const reasons = {
      'http://ambit.example.org': 'Passkeys need HTTPS: AMBIT_PUBLIC_URL must begin with https://',
      'https://192.0.2.7': 'Passkeys belong to a name: AMBIT_PUBLIC_URL must have one in place of a network address',
    }
    for (const [publicUrl, detail] of Object.entries(reasons))
      await at(publicUrl, async (of) => {
        const call = of.client('superadmin').call(api.passkeys.toAdd)
        expect(await refusal(call)).toMatchObject({ status: 409, errors: [{ detail }] })
      })
  })
})

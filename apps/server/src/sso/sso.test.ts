import { type CryptoKey, generateKeyPair, type JWTPayload } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, ErrorEnvelope, Session, type SsoProviderInput } from '@ambit/contract'
import { codeAt, enrolApp } from '../testing/authenticator.ts'
import { type Browser, fragmentOf, openBrowser } from '../testing/browser.ts'
import { CLIENT, PUBLIC_URL, startProvider, type Tamper, type TestProvider } from '../testing/provider.ts'
import { arrive, errorOf, exchange, startOf } from '../testing/sign-on.ts'
import { insertProvider } from '../testing/insert-provider.ts'
import { insertPasskey } from '../testing/passkey-device.ts'
import { refusal } from '../testing/refusal.ts'
import { createTestUser, startTestServer, TEST_PASSWORD, type TestServer } from '../testing/server.ts'
import { discover, Unreachable } from './openid.ts'

let server: TestServer
let provider: TestProvider
let id: number
beforeAll(async () => {
  provider = await startProvider()
  server = await startTestServer({ now: new Date(), config: { publicUrl: PUBLIC_URL, environment: 'dev' } })
  id = (await sam().call(api.ssoProviders.create, { body: input() })).data.id
})
afterAll(() => Promise.all([server.close(), provider.stop()]))
// The provider goes by the machine's clock.
beforeEach(() => {
  server.deps.clock.set(new Date())
  provider.tamper = null
})

const sam = () => server.client('superadmin')
const input = (more: Partial<SsoProviderInput> = {}): SsoProviderInput => ({
  name: 'House login',
  issuer: provider.issuer,
  client_id: CLIENT.client_id,
  secret: CLIENT.secret,
  offered: true,
  ...more,
})
const change = (body: Partial<Omit<SsoProviderInput, 'issuer'>>) =>
  sam().call(api.ssoProviders.update, { params: { id }, body })

/** A user whom the provider knows by the same name. */
const hire = async (subject: string): Promise<number> => {
  const user = await createTestUser(server.deps, 'dispatcher', subject)
  provider.people.set(subject, { name: `Test ${subject}`, email: `${subject}@example.org` })
  await sam().call(api.users.joinIdentity, { params: { id: user }, body: { provider_id: id, subject } })
  return user
}

const start = (browser: Browser) => startOf(browser, `/sso/${id}/start`)
const arriveAs = (browser: Browser, subject: string) => arrive(browser, id, subject)

describe('a user who is joined to somebody at a provider', () => {
  // covers: OPS-03, OPS-04, OPS-06
  test('signs in there and has a session here, and no token of the provider reaches the browser', async () => {
    await hire('nora')
    const browser = openBrowser(server)
    const there = new URL(await start(browser))
    expect(Object.fromEntries(there.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${PUBLIC_URL}/api/v2/ops/sso/${id}/callback`,
      scope: 'openid profile email',
    })
    for (const part of ['state', 'nonce', 'code_challenge'])
      expect(there.searchParams.get(part)?.length).toBeGreaterThan(20)
    const page = await browser.follow(there.href, 'nora')
    expect(page.startsWith(`${PUBLIC_URL}/Login#sso_code=`)).toBe(true)
    const answer = await exchange(browser, fragmentOf(page)['sso_code'])
    const session = Session.parse((answer.data as { data: unknown }).data) // as the contract says
    expect([answer.status, session.user.email, session.token]).toEqual([201, 'nora@example.org', null])
    const { data } = (await browser.call('GET', '/sessions')).data as { data: { method: string }[] } // as the contract says
    expect(data.map(({ method }) => method)).toEqual(['single sign-on'])
    expect(browser.seen.filter((text) => text.includes('eyJ'))).toEqual([])
  })

  // covers: OPS-06
  test('hands in a code that is good once, for a minute, and only from the browser that began', async () => {
    await hire('otto')
    const browser = openBrowser(server)
    const { sso_code: foreign } = await arriveAs(browser, 'otto')
    expect((await exchange(openBrowser(server), foreign)).status).toBe(401)
    expect((await exchange(browser, foreign)).status).toBe(201)
    expect((await exchange(browser, foreign)).status).toBe(401)
    const { sso_code: late } = await arriveAs(browser, 'otto')
    server.deps.clock.advance(61_000)
    expect((await exchange(browser, late)).status).toBe(401)
  })

  // covers: OPS-07
  test('is known by issuer and subject, and never by an e-mail address', async () => {
    await createTestUser(server.deps, 'dispatcher', 'petra')
    provider.people.set('stranger', { email: 'petra@example.org', email_verified: true })
    const browser = openBrowser(server)
    const answer = await exchange(browser, (await arriveAs(browser, 'stranger'))['sso_code'])
    expect([answer.status, errorOf(answer)?.detail]).toEqual([403, 'Ask your administrator for access'])
  })

  test('cannot sign in once blocked', async () => {
    const user = await hire('quentin')
    await sam().call(api.users.update, {
      params: { id: user },
      body: { status: 'blocked' },
      reason: 'The board decided so',
    })
    const browser = openBrowser(server)
    expect((await exchange(browser, (await arriveAs(browser, 'quentin'))['sso_code'])).status).toBe(403)
  })
})

describe('what a provider answers', () => {
  let stranger: CryptoKey
  beforeAll(async () => {
    stranger = (await generateKeyPair('RS256')).privateKey
    await hire('rosa')
  })
  const past = (claims: JWTPayload, seconds: number): JWTPayload => {
    const now = Math.floor(Date.now() / 1000)
    return { ...claims, iat: now - 600, exp: now - seconds }
  }

  // covers: OPS-05, OPS-108
  test.each<[string, Tamper]>([
    ['another issuer', (claims) => ({ claims: { ...claims, iss: 'http://127.0.0.1:1' } })],
    ['another nonce', (claims) => ({ claims: { ...claims, nonce: 'of another sign-in' } })],
    ['no nonce', (claims) => ({ claims: { ...claims, nonce: undefined } })],
    ['another audience', (claims) => ({ claims: { ...claims, aud: 'another client' } })],
    ['a signature of another key', () => ({ key: stranger })],
    ['a weaker agreement: the client’s secret', () => ({ alg: 'HS256', key: new TextEncoder().encode(CLIENT.secret) })],
    ['an algorithm that is not taken', () => ({ alg: 'RS512' })],
    ['a token that has ended two minutes ago', (claims) => ({ claims: past(claims, 120) })],
  ])('is refused with %s, by a request id and no detail', async (_, tamper) => {
    provider.tamper = tamper
    const fragment = await arriveAs(openBrowser(server), 'rosa')
    expect(Object.keys(fragment)).toEqual(['sso_refused'])
    const logged = server.logged.filter(({ fields }) => 'request_id' in fields).at(-1)
    expect(logged?.fields).toMatchObject({ request_id: fragment['sso_refused'], provider: id })
  })

  // covers: OPS-05
  test.each<[string, Tamper]>([
    ['PS256', () => ({ alg: 'PS256' })],
    ['ES256', () => ({ alg: 'ES256' })],
    ['EdDSA', () => ({ alg: 'EdDSA' })],
    ['a clock that is half a minute off', (claims) => ({ claims: past(claims, 30) })],
  ])('is taken with %s', async (_, tamper) => {
    provider.tamper = tamper
    expect(Object.keys(await arriveAs(openBrowser(server), 'rosa'))).toEqual(['sso_code'])
  })

  /** The address that the browser comes back with, not yet followed. */
  const wayBack = async (browser: Browser): Promise<URL> => {
    let url = await start(browser)
    for (let step = 0; step < 12 && !url.startsWith(PUBLIC_URL); step += 1) url = await browser.step(url, 'rosa')
    return new URL(url)
  }
  const keysAt = async (browser: Browser, url: URL) => Object.keys(fragmentOf((await browser.comeBack(url.href)) ?? ''))

  // covers: OPS-108
  test('is refused the second time, from another browser, for another provider and from another issuer', async () => {
    const browser = openBrowser(server)
    const once = await wayBack(browser)
    expect(await keysAt(browser, once)).toEqual(['sso_code'])
    expect(await keysAt(browser, once)).toEqual(['sso_refused'])
    expect(await keysAt(openBrowser(server), await wayBack(browser))).toEqual(['sso_refused'])
    const mixed = await wayBack(browser)
    const other = await insertProvider(server, 'https://other.example.org')
    mixed.pathname = mixed.pathname.replace(`/${id}/`, `/${other}/`)
    expect(await keysAt(browser, mixed)).toEqual(['sso_refused'])
    const foreign = await wayBack(browser)
    expect(foreign.searchParams.get('iss')).toBe(provider.issuer)
    foreign.searchParams.set('iss', 'https://login.example.com')
    expect(await keysAt(browser, foreign)).toEqual(['sso_refused'])
    await server.deps.db.deleteFrom('sso_providers').where('id', '=', other).execute()
  })

  test('that nobody began leaves nothing in the audit, as anybody may open that address', async () => {
    const events = async () => (await sam().call(api.auditEvents.list)).meta.total_count
    const before = await events()
    const page = await openBrowser(server).comeBack(`${PUBLIC_URL}/api/v2/ops/sso/${id}/callback?code=a&state=b`)
    expect(Object.keys(fragmentOf(page ?? ''))).toEqual(['sso_refused'])
    expect(await events()).toBe(before)
  })

  test('is refused when it comes back after ten minutes', async () => {
    const browser = openBrowser(server)
    const late = await wayBack(browser)
    server.deps.clock.advance(11 * 60_000)
    expect(await keysAt(browser, late)).toEqual(['sso_refused'])
  })
})

describe('a provider', () => {
  // covers: OPS-02
  test('is read when it is saved, and refused with what does not fit; its secret is not shown again', async () => {
    const create = (more: Partial<SsoProviderInput>) =>
      refusal(sam().call(api.ssoProviders.create, { body: input(more) }))
    const detail = async (issuer: string) => (await create({ issuer })).errors[0]?.detail
    expect(await detail(`${provider.issuer}/`)).toContain(`it calls itself ${provider.issuer}, to the letter`)
    expect(await detail(`${provider.issuer}/jwks`)).toContain('its configuration cannot be read')
    expect(await detail('http://127.0.0.1:9')).toBe('127.0.0.1:9 cannot be reached')
    expect((await create({})).errors[0]?.detail).toBe('This issuer is a provider already')
    const { data } = await sam().call(api.ssoProviders.list)
    expect(data[0]).toMatchObject({ scopes: 'openid profile email', group_claim: 'groups', make_users: false })
    expect(JSON.stringify(data)).not.toContain(CLIENT.secret)
    const stored = await server.deps.db.selectFrom('sso_providers').select('secret').execute()
    expect(JSON.stringify(stored)).not.toContain(CLIENT.secret)
    await change({ secret: CLIENT.secret, group_claim: 'roles' })
    const { data: events } = await sam().call(api.auditEvents.list, {
      query: { filter: { record_kind: ['sso_providers'] } },
    })
    expect(events[0]?.changes).toEqual({
      secret: { before: 'changed', after: 'changed' },
      group_claim: { before: 'groups', after: 'roles' },
    })
    await change({ group_claim: 'groups' })
  })

  // covers: OPS-01
  test('is one of five at most', async () => {
    const ids: number[] = []
    for (const name of ['a', 'b', 'c', 'd']) ids.push(await insertProvider(server, `https://${name}.example.org`))
    const refused = await refusal(sam().call(api.ssoProviders.create, { body: input() }))
    expect([refused.status, refused.errors[0]?.detail]).toEqual([409, 'There are 5 providers already'])
    await server.deps.db.deleteFrom('sso_providers').where('id', 'in', ids).execute()
  })

  test.each([
    ['without HTTPS elsewhere', 'http://login.example.org', 'must begin with https'],
    ['in a network of the house', 'https://10.1.2.3', 'AMBIT_SSO_NETWORKS'],
    ['where clouds keep their keys', 'https://169.254.169.254', 'AMBIT_SSO_NETWORKS'],
    ['in such a network, by its IPv6 name', 'https://[::ffff:10.1.2.3]', 'AMBIT_SSO_NETWORKS'],
  ])('is not called %s', async (_, issuer, words) => {
    const refused = await refusal(sam().call(api.ssoProviders.create, { body: input({ issuer }) }))
    expect(refused.errors[0]?.detail).toContain(words)
  })

  // covers: OPS-04
  test('cannot be set up where nobody has said under which address people reach the product', async () => {
    server.deps.config.publicUrl = null
    try {
      expect((await refusal(change({ name: 'Other' }))).errors[0]?.detail).toContain('Set AMBIT_PUBLIC_URL first')
      expect((await server.publicClient().call(api.settings.show)).data.signOn).toEqual([])
    } finally {
      server.deps.config.publicUrl = PUBLIC_URL
    }
    expect((await server.publicClient().call(api.settings.show)).data.signOn).toEqual([{ id, name: 'House login' }])
  })

  // covers: OPS-02
  test('is tested by an administrator, who sees the claims and keeps the session', async () => {
    provider.people.set('tess', { name: 'Tess', groups: ['drivers'] })
    const browser = openBrowser(server)
    await signInByPassword(browser, 'superadmin')
    const before = new Map(browser.cookies())
    const there = await startOf(browser, `/sso_providers/${id}/test`)
    const { sso_code: code, provider: tested } = fragmentOf(await browser.follow(there, 'tess'))
    expect(tested).toBe(String(id))
    const { data } = (await browser.call('POST', `/sso_providers/${id}/test/claims`, { code })).data as {
      data: { claims: object }
    } // as the contract says
    expect(data.claims).toMatchObject({ iss: provider.issuer, sub: 'tess', name: 'Tess', groups: ['drivers'] })
    for (const [name, value] of before) if (name !== 'ambit_sso') expect(browser.cookies().get(name)).toBe(value)
    expect((await exchange(browser, code)).status).toBe(401)
  })

  test('that does not answer in time is not waited for', async () => {
    const { createServer } = await import('node:net')
    const silent = createServer(() => undefined)
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as { port: number } // it listens to a port
    const spoken = { ...input({ issuer: `http://127.0.0.1:${port}` }), secret_kind: 'secret' as const }
    await expect(discover(server.deps, spoken, 50)).rejects.toBeInstanceOf(Unreachable)
    silent.close()
  })
})

const signInByPassword = (browser: Browser, name: string) =>
  browser.call('POST', '/sessions', { email: name, password: TEST_PASSWORD })

describe('a second step', () => {
  // covers: OPS-11
  test('is asked here unless the provider counts as two factors and says that two were shown', async () => {
    const user = await hire('uma')
    const browser = openBrowser(server)
    await exchange(browser, (await arriveAs(browser, 'uma'))['sso_code'])
    await server.deps.db
      .updateTable('sessions')
      .set({ proven_at: server.deps.clock.wall() })
      .where('user_id', '=', user)
      .execute()
    const { secret } = await enrolApp(browser.client, server.deps.clock.wall())
    const enter = async () => exchange(browser, (await arriveAs(browser, 'uma'))['sso_code'])

    const asked = await enter()
    expect(errorOf(asked)?.code).toBe('second_step')
    const { ticket } = ErrorEnvelope.parse(JSON.parse(asked.text)).meta as { ticket: string } // of secondStepAsked
    server.deps.clock.advance(30_000)
    const code = codeAt(secret, server.deps.clock.wall())
    expect((await browser.call('POST', '/sessions/second_step', { ticket, code })).status).toBe(201)
    const { data } = (await browser.call('GET', '/sessions')).data as { data: { method: string; factors: string[] }[] } // as the contract says
    expect(data[0]).toMatchObject({ method: 'single sign-on', factors: ['authenticator app'] })

    server.deps.clock.set(new Date())
    await change({ counts_as_two_factors: true, two_factor_values: ['otp', 'phishing-resistant'] })
    expect(errorOf(await enter())?.code).toBe('second_step')
    provider.people.set('uma', { amr: ['pwd', 'otp'] })
    provider.tamper = (claims) => ({ claims: { ...claims, amr: ['pwd', 'otp'] } })
    expect((await enter()).status).toBe(201)
    provider.tamper = (claims) => ({ claims: { ...claims, acr: 'phishing-resistant' } })
    expect((await enter()).status).toBe(201)
    // What is not signed is no sign-in with two factors.
    provider.tamper = (claims) => ({ claims: { ...claims, amr: undefined } })
    expect(errorOf(await enter())?.code).toBe('second_step')
    provider.tamper = null
    await change({ counts_as_two_factors: false, two_factor_values: [] })
    expect(errorOf(await enter())?.code).toBe('second_step')
  })

  test('is asked for the passkey that is the only second factor here', async () => {
    await insertPasskey(server.deps, await hire('wilma'), 'Laptop')
    const browser = openBrowser(server)
    const asked = await exchange(browser, (await arriveAs(browser, 'wilma'))['sso_code'])
    expect(errorOf(asked)?.code).toBe('second_step')
    expect(ErrorEnvelope.parse(JSON.parse(asked.text)).meta).toMatchObject({ passkey: true })
  })

  // covers: OPS-11
  test('and how long ago signing in there may be are asked of the provider where it is set so', async () => {
    await change({ acr_values: 'phishing-resistant', max_age: 3600 })
    const { searchParams } = new URL(await start(openBrowser(server)))
    expect([searchParams.get('acr_values'), searchParams.get('max_age')]).toEqual(['phishing-resistant', '3600'])
    provider.tamper = (claims) => ({ claims: { ...claims, auth_time: Math.floor(Date.now() / 1000) - 3700 } })
    expect(Object.keys(await arriveAs(openBrowser(server), 'rosa'))).toEqual(['sso_refused'])
    await change({ acr_values: null, max_age: null })
  })
})

describe('a user who is signed in', () => {
  // covers: OPS-07
  test('joins somebody at the provider by signing in there, is told by mail, and leaves again', async () => {
    const user = await createTestUser(server.deps, 'dispatcher', 'vera')
    provider.people.set('vera-there', { email: 'vera@elsewhere.example' })
    const browser = openBrowser(server)
    await signInByPassword(browser, 'vera')
    const page = await browser.follow(await startOf(browser, `/sso/${id}/join`), 'vera-there')
    expect([new URL(page).pathname, fragmentOf(page)['sso_done']]).toEqual(['/Profile/Security', 'join'])
    const { data } = await sam().call(api.users.identities, { params: { id: user } })
    expect(data).toMatchObject([{ subject: 'vera-there', email: 'vera@elsewhere.example', issuer: provider.issuer }])
    const mails = await server.deps.db.selectFrom('outbox_mails').select('text').where('user_id', '=', user).execute()
    expect(mails.map(({ text }) => text).join()).toContain('can be signed in to with House login')
    const other = openBrowser(server)
    expect((await exchange(other, (await arriveAs(other, 'vera-there'))['sso_code'])).status).toBe(201)
    expect((await browser.call('DELETE', `/user_identities/${data[0]?.id}`)).status).toBe(204)
    expect((await exchange(other, (await arriveAs(other, 'vera-there'))['sso_code'])).status).toBe(403)
  })

  test('cannot join somebody who is another user', async () => {
    await createTestUser(server.deps, 'dispatcher', 'walt')
    const browser = openBrowser(server)
    await signInByPassword(browser, 'walt')
    const page = await browser.follow(await startOf(browser, `/sso/${id}/join`), 'rosa')
    expect(Object.keys(fragmentOf(page))).toEqual(['sso_refused'])
  })

  test('without a password shows who they are by signing in at the provider once more', async () => {
    const user = await hire('xena')
    await server.deps.db.updateTable('users').set({ password_hash: null }).where('id', '=', user).execute()
    const browser = openBrowser(server)
    await exchange(browser, (await arriveAs(browser, 'xena'))['sso_code'])
    // A session at the provider may be old: it is no proof.
    expect(errorOf(await browser.call('POST', '/second_factors', { name: 'App' }))?.code).toBe('proof_needed')
    const there = await startOf(browser, `/sso/${id}/proof`)
    expect(new URL(there).searchParams.get('prompt')).toBe('login')
    expect(new URL(there).searchParams.get('max_age')).toBe('0')
    expect(fragmentOf(await browser.follow(there, 'xena'))['sso_done']).toBe('proof')
    expect((await browser.call('POST', '/second_factors', { name: 'App' })).status).toBe(200)
    await createTestUser(server.deps, 'dispatcher', 'yuri')
    const other = openBrowser(server)
    await signInByPassword(other, 'yuri')
    const page = await other.follow(await startOf(other, `/sso/${id}/proof`), 'rosa')
    expect(Object.keys(fragmentOf(page))).toEqual(['sso_refused'])
  })
})

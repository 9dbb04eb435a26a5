import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, generateKeyPair } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, ErrorEnvelope, Session, type SsoProviderInput } from '@ambit/contract'
import { codeAt, enrolApp, insertFactor } from '../testing/authenticator.ts'
import { openBrowser } from '../testing/browser.ts'
import { insertProvider } from '../testing/insert-provider.ts'
import { CLIENT, PUBLIC_URL, startProvider, type TestProvider } from '../testing/provider.ts'
import { refusal } from '../testing/refusal.ts'
import { createTestUser, startTestServer, TEST_PASSWORD, type TestServer } from '../testing/server.ts'
import { errorOf, signOn } from '../testing/sign-on.ts'

let server: TestServer
let provider: TestProvider
let id: number
const groups: Record<string, number> = {}
beforeAll(async () => {
  provider = await startProvider()
  server = await startTestServer({ now: new Date(), config: { publicUrl: PUBLIC_URL, environment: 'dev' } })
  await Promise.all([server.token('dispatcher'), server.token('analyst')])
  const body = { name: 'House login', issuer: provider.issuer, client_id: CLIENT.client_id, secret: CLIENT.secret }
  id = (await sam().call(api.ssoProviders.create, { body: { ...body, offered: true } })).data.id
  for (const group of (await sam().call(api.userGroups.list, { query: { per_page: 100 } })).data)
    groups[group.name] = group.id
})
afterAll(() => server.close())
// The provider goes by the machine's clock.
beforeEach(() => {
  server.deps.clock.set(new Date())
  provider.tamper = null
})

const sam = () => server.client('superadmin')
const change = (body: Partial<Omit<SsoProviderInput, 'issuer'>>) =>
  sam().call(api.ssoProviders.update, { params: { id }, body })
const map = (provider_group: string, name: string, region_ids: number[] | null = null) => ({
  provider_group,
  user_group_id: groups[name] ?? 0,
  region_ids,
})
/** How somebody is answered who signs in: the status, and the roles that they have then. */
const rolesOf = async (subject: string) => {
  const answer = await signOn(openBrowser(server), id, subject)
  if (answer.status !== 201) return [answer.status, errorOf(answer)?.detail]
  return [201, ...Session.parse((answer.data as { data: unknown }).data).user.roles] // as the contract says
}
const NO_ACCESS = [403, 'Ask your administrator for access']

/** A user whom the provider knows by the same name. */
const hire = async (subject: string, role: 'dispatcher' | 'analyst' = 'dispatcher'): Promise<number> => {
  const user = await createTestUser(server.deps, role, subject)
  provider.people.set(subject, {})
  await sam().call(api.users.joinIdentity, { params: { id: user }, body: { provider_id: id, subject } })
  return user
}

describe('somebody whom nobody here knows', () => {
  const person = { email: 'ines@house.example', email_verified: true, name: 'Ines Prado', groups: ['desk'] }

  // covers: OPS-08
  test('becomes a user at the first sign-in where that is set, the address verified and of a domain of the list', async () => {
    provider.people.set('ines', person)
    await change({ group_map: [map('desk', 'Dispatchers')] })
    expect(await rolesOf('ines')).toEqual(NO_ACCESS)
    await change({ make_users: true, email_domains: ['house.example'] })
    for (const wrong of [{ email_verified: false }, { email: 'ines@other.example' }, { groups: ['cleaners'] }]) {
      provider.people.set('ines', { ...person, ...wrong })
      expect(await rolesOf('ines')).toEqual(NO_ACCESS)
    }
    await createTestUser(server.deps, 'analyst', 'known')
    provider.people.set('ines', { ...person, email: 'known@example.org' })
    await change({ email_domains: ['house.example', 'example.org'] })
    expect(await rolesOf('ines')).toEqual(NO_ACCESS)
    provider.people.set('ines', person)
    expect(await rolesOf('ines')).toEqual([201, 'dispatcher'])
    const made = (await sam().call(api.users.list, { query: { search: 'ines@' } })).data
    expect(made).toMatchObject([{ full_name: 'Ines Prado', email: 'ines@house.example', region_ids: null }])
    expect(await rolesOf('ines')).toEqual([201, 'dispatcher'])
  })
})

describe('groups of the provider', () => {
  let [north, south] = [0, 0]
  beforeAll(async () => {
    const place = { name: 'North', time_zone: 'Australia/Brisbane' }
    north = (await sam().call(api.regions.create, { body: place })).data.id
    south = (await sam().call(api.regions.create, { body: { ...place, name: 'South' } })).data.id
  })

  // covers: OPS-09, OPS-108
  test('change there and rights change here at the next sign-in, while groups given by hand stay', async () => {
    await change({
      make_users: true,
      email_domains: ['house.example'],
      group_map: [
        map('desk', 'Dispatchers'),
        map('north', 'Fleet managers', [north]),
        map('both', 'Customer service', [north, south]),
      ],
    })
    const person = { email: 'jan@house.example', email_verified: true, given_name: 'Jan', family_name: 'Novak' }
    const of = (...names: string[]) => provider.people.set('jan', { ...person, groups: names })
    of('north')
    expect(await rolesOf('jan')).toEqual([201, 'fleet_manager'])
    const user = async () => (await sam().call(api.users.list, { query: { search: 'jan@' } })).data[0]!
    expect((await user()).region_ids).toEqual([north])
    of('north', 'both')
    // Rights hold in all regions of their user: what is limited to one of two is not given.
    expect(await rolesOf('jan')).toEqual([201, 'customer_service'])
    expect((await user()).region_ids).toEqual([north, south])
    const params = { id: (await user()).id }
    const body = { groups: [...(await user()).groups, groups['Analysts']!], region_ids: [south, north] }
    await sam().call(api.users.update, { params, body, reason: 'The board decided so' })
    of('desk')
    expect(await rolesOf('jan')).toEqual([201, 'dispatcher', 'analyst'])
    expect((await user()).region_ids).toBe(null)
    of()
    expect(await rolesOf('jan')).toEqual([201, 'analyst'])
    await sam().call(api.users.update, { params, body: { groups: [] }, reason: 'The board decided so' })
    expect(await rolesOf('jan')).toEqual(NO_ACCESS)
    of('desk')
    expect(await rolesOf('jan')).toEqual([201, 'dispatcher'])
    // Who leaves all groups there is refused, and keeps none of them here.
    of()
    expect(await rolesOf('jan')).toEqual(NO_ACCESS)
    expect((await user()).groups).toEqual([])
  })

  test('that the provider has not sent because they are too many take no rights away', async () => {
    provider.people.set('jan', { groups: ['desk'] })
    expect(await rolesOf('jan')).toEqual([201, 'dispatcher'])
    provider.people.set('jan', {})
    provider.tamper = (claims) => ({ claims: { ...claims, _claim_names: { groups: 'src1' } } })
    expect((await rolesOf('jan'))[0]).toBe(403)
    const [user] = (await sam().call(api.users.list, { query: { search: 'jan@' } })).data
    expect(user?.groups).toEqual([groups['Dispatchers']])
  })

  // covers: OPS-09
  test('give a user who was made by hand only what holds in all regions of theirs, in sessions that begin there', async () => {
    await change({ group_map: [map('desk', 'Fleet managers', [north])] })
    const params = { id: await hire('hana', 'analyst') }
    provider.people.set('hana', { groups: ['desk'] })
    expect(await rolesOf('hana')).toEqual([201, 'analyst'])
    await sam().call(api.users.update, { params, body: { region_ids: [north, south] }, reason: 'The board decided so' })
    expect(await rolesOf('hana')).toEqual([201, 'analyst'])
    await sam().call(api.users.update, { params, body: { region_ids: [north] }, reason: 'The board decided so' })
    const there = openBrowser(server)
    await signOn(there, id, 'hana')
    const here = openBrowser(server)
    await here.call('POST', '/sessions', { email: 'hana', password: TEST_PASSWORD })
    const roles = async ({ call }: typeof here) => {
      const { data } = (await call('GET', '/sessions/current')).data as { data: { roles: string[] } } // as the contract says
      return data.roles
    }
    expect([await roles(there), await roles(here)]).toEqual([['fleet_manager', 'analyst'], ['analyst']])
  })

  test('are joined to a user by whoever holds what they give, and past a second factor by whoever takes it away', async () => {
    const clerk = server.client({ permissions: ['UserManagement:user:canRead', 'UserManagement:user:canUpdate'] })
    const user = await createTestUser(server.deps, 'analyst', 'gus')
    await sam().call(api.users.update, { params: { id: user }, body: { groups: [] }, reason: 'The board decided so' })
    const join = () =>
      clerk.call(api.users.joinIdentity, { params: { id: user }, body: { provider_id: id, subject: 'gus' } })
    expect((await refusal(join())).errors[0]?.detail).toContain('give permissions that you do not have')
    await change({ group_map: [] })
    await insertFactor(server.deps, user)
    expect((await refusal(join())).errors[0]?.detail).toContain('UserManagement:factor:canDestroy')
    await server.deps.db.deleteFrom('second_factors').where('user_id', '=', user).execute()
    expect((await join()).data.subject).toBe('gus')
  })

  const clerk = () => server.client({ permissions: ['Settings:signIn:canRead', 'Settings:signIn:canUpdate'] })

  // covers: OPS-10
  test('that stand in the map count as new once another client or claim says who is of them', async () => {
    await change({ group_map: [map('desk', 'Administrators')] })
    const update = (body: Partial<Omit<SsoProviderInput, 'issuer'>>) =>
      clerk().call(api.ssoProviders.update, { params: { id }, body })
    for (const body of [{ group_claim: 'amr' }, { client_id: 'another' }, { scopes: 'openid email' }])
      expect((await refusal(update(body))).errors[0]?.source?.pointer).toBe('/group_map/0/user_group_id')
    await update({ group_claim: 'groups', client_id: CLIENT.client_id })
    await change({ group_map: [map('root', 'Superadmins')], confirm_superadmin: true })
    expect((await refusal(change({ group_claim: 'amr' }))).errors[0]?.source?.pointer).toBe('/confirm_superadmin')
    await change({ group_map: [] })
  })

  // covers: OPS-10
  test('give only what the writer of the map holds, and every right only when that is confirmed', async () => {
    const refused = await refusal(
      clerk().call(api.ssoProviders.update, { params: { id }, body: { group_map: [map('desk', 'Administrators')] } }),
    )
    expect(refused.errors[0]?.source?.pointer).toBe('/group_map/0/user_group_id')
    const every = { group_map: [map('root', 'Superadmins')] }
    expect((await refusal(change(every))).errors[0]?.source?.pointer).toBe('/confirm_superadmin')
    const { data } = await change({ ...every, confirm_superadmin: true })
    expect(data.group_map).toMatchObject([{ provider_group: 'root', gives_superadmin: true }])
    await change({ group_map: [] })
  })
})

describe('signing out', () => {
  const session = async (subject: string, sid: string | undefined) => {
    const browser = openBrowser(server)
    provider.tamper = (claims) => ({ claims: { ...claims, sid } })
    await signOn(browser, id, subject)
    expect((await browser.call('GET', '/sessions/current')).status).toBe(200)
    return browser
  }
  const statusOf = async (browser: Awaited<ReturnType<typeof session>>) =>
    (await browser.call('GET', '/sessions/current')).status
  const logout = async (token: string) =>
    (
      await fetch(`${server.url}/api/v2/ops/sso/${id}/backchannel_logout`, {
        method: 'POST',
        body: new URLSearchParams({ logout_token: token }),
      })
    ).status
  const now = () => Math.floor(Date.now() / 1000)
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  const token = (claims: object, alg?: string, key?: CryptoKey) =>
    provider.logoutToken({ iat: now(), jti: 'one', events, ...claims }, alg, key)

  // covers: OPS-12
  test('ends the session here, and leads to where the provider ends its own', async () => {
    await hire('kim')
    const browser = await session('kim', 'first')
    const answer = await browser.call('DELETE', '/sessions/current')
    const { end_session_url } = (answer.data as { data: { end_session_url: string } }).data // as the contract says
    const url = new URL(end_session_url)
    expect([url.origin, url.searchParams.get('client_id')]).toEqual([provider.issuer, CLIENT.client_id])
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${PUBLIC_URL}/Login`)
    expect(await statusOf(browser)).toBe(401)
  })

  // covers: OPS-12
  test('at the provider ends the session that it names, or all of the person', async () => {
    await hire('lea')
    const [first, second, third] = [await session('lea', 'a'), await session('lea', 'b'), await session('lea', 'c')]
    const unnamed = await session('lea', undefined)
    expect(await logout(await token({ sub: 'lea', sid: 'a' }))).toBe(200)
    expect([await statusOf(first), await statusOf(second), await statusOf(unnamed)]).toEqual([401, 200, 401])
    for (const wrong of [
      token({ sub: 'lea', aud: 'another client' }),
      token({ sub: 'lea', iss: 'http://127.0.0.1:1' }),
      token({ sub: 'lea', nonce: 'of an ID token' }),
      token({ sub: 'lea', events: {} }),
      token({ sub: 'lea', iat: now() - 600 }),
      token({ sub: 'lea' }, 'RS512'),
      token({ sub: 'lea' }, 'RS256', (await generateKeyPair('RS256')).privateKey),
      token({}),
    ])
      expect(await logout(await wrong)).toBe(400)
    expect([await statusOf(second), await statusOf(third)]).toEqual([200, 200])
    expect(await logout(await token({ sub: 'lea' }))).toBe(200)
    expect([await statusOf(second), await statusOf(third)]).toEqual([401, 401])
  })
})

describe('what was begun at a provider', () => {
  const remove = async (user: number): Promise<void> => {
    const [identity] = (await sam().call(api.users.identities, { params: { id: user } })).data
    await sam().call(api.userIdentities.destroy, { params: { id: identity!.id } })
  }
  const statusOf = async ({ call }: ReturnType<typeof openBrowser>) => (await call('GET', '/sessions/current')).status

  test('ends with the identity: sessions, and a sign-in that waits for its second step', async () => {
    const user = await hire('mia')
    const [there, here] = [openBrowser(server), openBrowser(server)]
    await signOn(there, id, 'mia')
    await here.call('POST', '/sessions', { email: 'mia', password: TEST_PASSWORD })
    const { secret } = await enrolApp(here.client, server.deps.clock.wall())
    const ticketNow = async () => {
      const { meta } = ErrorEnvelope.parse((await signOn(openBrowser(server), id, 'mia')).data)
      return String(meta?.['ticket'])
    }
    /** With a code that was not used yet. */
    const goOn = (ticket: string) => {
      server.deps.clock.advance(60_000)
      const body = { ticket, code: codeAt(secret, server.deps.clock.wall()) }
      return server.publicClient().call(api.sessions.secondStep, { body })
    }
    const [first, second] = [await ticketNow(), await ticketNow()]
    expect((await goOn(first)).data.user.id).toBe(user)
    await remove(user)
    expect([await statusOf(there), await statusOf(here)]).toEqual([401, 200])
    expect((await refusal(goOn(second))).errors[0]?.code).toBe('wrong_credentials')
  })

  test('ends with the provider', async () => {
    const user = await hire('noa')
    const browser = openBrowser(server)
    await signOn(browser, id, 'noa')
    const other = await insertProvider(server)
    await server.deps.db.updateTable('sessions').set({ provider_id: other }).where('user_id', '=', user).execute()
    await sam().call(api.ssoProviders.destroy, { params: { id: other } })
    expect(await statusOf(browser)).toBe(401)
  })
})

describe('a provider', () => {
  test('is not changed to a key without one, nor leads anywhere but to the web', async () => {
    expect((await refusal(change({ secret_kind: 'private key' }))).errors[0]?.source?.pointer).toBe('/secret')
    const there = createServer((_request, response) => {
      const at = { authorization_endpoint: `${issuer}/a`, token_endpoint: `${issuer}/t`, jwks_uri: `${issuer}/j` }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ issuer, ...at, end_session_endpoint }))
    })
    await new Promise<void>((resolve) => there.listen(0, '127.0.0.1', resolve))
    const issuer = `http://127.0.0.1:${(there.address() as AddressInfo).port}` // it listens to a port
    let end_session_endpoint = 'javascript:alert(1)//'
    const ends = () =>
      server.deps.db
        .selectFrom('sso_providers')
        .select('end_session_endpoint as at')
        .where('issuer', '=', issuer)
        .execute()
    const body = { name: 'Other', issuer, client_id: 'other', secret: 'a secret' }
    const params = { id: (await sam().call(api.ssoProviders.create, { body })).data.id }
    expect(await ends()).toEqual([{ at: null }])
    end_session_endpoint = `${issuer}/end`
    await sam().call(api.ssoProviders.update, { params, body: { name: 'Another' } })
    expect(await ends()).toEqual([{ at: `${issuer}/end` }])
    await sam().call(api.ssoProviders.destroy, { params })
    await new Promise((resolve) => there.close(resolve))
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, ApiError, type SsoProviderInput } from '@ambit/contract'
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
beforeAll(async () => {
  provider = await startProvider()
  server = await startTestServer({ now: new Date(), config: { publicUrl: PUBLIC_URL, environment: 'dev' } })
  await Promise.all([server.token('superadmin'), createTestUser(server.deps, 'dispatcher', 'lea')])
  const body = { name: 'House login', issuer: provider.issuer, client_id: CLIENT.client_id, secret: CLIENT.secret }
  id = (await sam().call(api.ssoProviders.create, { body: { ...body, offered: true } })).data.id
  await joinAs('lea')
})
afterAll(() => server.close())
// The provider goes by the machine's clock.
beforeEach(() => server.deps.clock.set(new Date()))

const sam = () => server.client('superadmin')
const change = (body: Partial<Omit<SsoProviderInput, 'issuer'>>) =>
  sam().call(api.ssoProviders.update, { params: { id }, body })
/** The user of this name is known by the provider by the same. */
const joinAs = async (subject: string, username = subject): Promise<void> => {
  const users = server.deps.db.selectFrom('users').select('id').where('username', '=', username)
  const params = await users.executeTakeFirstOrThrow()
  provider.people.set(subject, {})
  await sam().call(api.users.joinIdentity, { params, body: { provider_id: id, subject } })
}

describe('local sign-in', () => {
  let glass: ReturnType<typeof openBrowser>
  const local = (local_sign_in: boolean) =>
    sam().call(api.breakGlassAccounts.setLocalSignIn, { body: { local_sign_in } })
  const details = async (call: Promise<unknown>) => (await refusal(call)).errors[0]?.detail
  const password = (email: string) =>
    server.publicClient().call(api.sessions.create, { body: { email, password: TEST_PASSWORD } })
  const ids: number[] = []
  let secret: string
  let uses = 0

  /** With the code of that moment, which moves on so that no code is used twice. */
  const useAccount = async (name: string) => {
    const { meta } = await refusal(password(name))
    uses += 1
    server.deps.clock.advance(uses * 60_000)
    const code = codeAt(secret, server.deps.clock.wall())
    const body = { ticket: String(meta?.['ticket']), code }
    return (await server.publicClient().call(api.sessions.secondStep, { body })).data
  }
  const signsIn = async (name: string): Promise<string> => {
    try {
      await password(name)
      return 'signed in'
    } catch (error) {
      if (error instanceof ApiError) return error.errors[0]?.code ?? ''
      throw error
    }
  }

  // covers: OPS-13, OPS-43
  test('is switched off once a break-glass account with a second factor was tried, by whom it does not lock out', async () => {
    expect(await details(local(false))).toContain('break-glass account')
    for (const name of ['glass1', 'glass2', 'glass3', 'glass4'])
      ids.push(await createTestUser(server.deps, 'superadmin', name))
    const create = (user_id: number) => sam().call(api.breakGlassAccounts.create, { body: { user_id } })
    const clerk = await createTestUser(server.deps, 'dispatcher', 'clerk')
    expect(await details(create(clerk))).toContain('superadmin')
    for (const one of ids.slice(0, 3)) await create(one)
    expect(await details(create(ids[3]!))).toBe('There are 3 break-glass accounts already')
    // Without a second factor it does not count.
    await password('glass1')
    expect(await details(local(false))).toContain('none was within 90 days')
    const { data } = await password('glass1')
    glass = openBrowser(server)
    expect(data.user.id).toBe(ids[0])
    await glass.call('POST', '/sessions', { email: 'glass1', password: TEST_PASSWORD })
    secret = (await enrolApp(glass.client, server.deps.clock.wall())).secret
    await useAccount('glass1')
    const tried = server.deps.db.updateTable('break_glass_accounts').where('user_id', '=', ids[0]!)
    await tried.set({ signed_in_at: new Date(server.deps.clock.wall().getTime() - 91 * 24 * 3600_000) }).execute()
    expect(await details(local(false))).toContain('none was within 90 days')
    await tried.set({ signed_in_at: server.deps.clock.wall() }).execute()
    expect(await details(local(false))).toContain('First join your account to a provider')
    await joinAs('sam', 'superadmin')
    // That somebody is joined does not show that they can sign in.
    expect(await details(local(false))).toContain('First join your account to a provider')
    await signOn(openBrowser(server), id, 'sam')
    Object.assign(server.deps.config, { publicUrl: null })
    expect(await details(local(false))).toContain('AMBIT_PUBLIC_URL')
    Object.assign(server.deps.config, { publicUrl: PUBLIC_URL })
    await local(false)
    expect([await signsIn('clerk'), await signsIn('glass1')]).toEqual(['wrong_credentials', 'second_step'])
    expect((await server.publicClient().call(api.settings.show)).data.signIn.local_sign_in).toBe(false)
  })

  // covers: OPS-43
  test('stays a way in while it is off: neither the last provider nor the last break-glass account goes', async () => {
    expect(await details(change({ offered: false }))).toContain('Switch local sign-in on first')
    expect(await details(sam().call(api.ssoProviders.destroy, { params: { id } }))).toContain('last provider')
    const glass = { params: { id: ids[0]! } }
    expect(await details(sam().call(api.breakGlassAccounts.destroy, glass))).toContain('last break-glass account')
    const block = sam().call(api.users.update, {
      ...glass,
      body: { status: 'blocked' },
      reason: 'The board decided so',
    })
    expect(await details(block)).toContain('last break-glass account')
    await sam().call(api.breakGlassAccounts.destroy, { params: { id: ids[1]! } })
  })

  // covers: OPS-43
  test('stays a way in for the writer while it is off: the one provider that knows them, or their own account', async () => {
    const other = await insertProvider(server)
    const destroy = () => sam().call(api.ssoProviders.destroy, { params: { id } })
    for (const call of [() => change({ offered: false }), destroy])
      expect(await details(call())).toContain('You could not sign in any more')
    await insertFactor(server.deps, ids[2]!)
    const [factor] = (await glass.client.call(api.secondFactors.list)).data
    const own = () => glass.client.call(api.breakGlassAccounts.destroy, { params: { id: ids[0]! } })
    for (const call of [own, () => glass.client.call(api.secondFactors.destroy, { params: { id: factor!.id } })])
      expect(await details(call())).toContain('You could not sign in any more')
    await server.deps.db.deleteFrom('second_factors').where('user_id', '=', ids[2]!).execute()
    await sam().call(api.ssoProviders.destroy, { params: { id: other } })
  })

  // covers: OPS-13
  test('is for accounts that have their second factor alone, and the lack of one keeps nobody out who signs in elsewhere', async () => {
    expect(await signsIn('glass3')).toBe('wrong_credentials')
    const prove = sam().call(api.sessions.prove, { body: { password: TEST_PASSWORD } })
    expect(await details(prove)).toContain('Local sign-in is off')
    const app = server.deps.db.updateTable('second_factors').where('user_id', '=', ids[0]!)
    await app.set({ confirmed_at: null }).execute()
    expect((await signOn(openBrowser(server), id, 'lea')).status).toBe(201)
    expect(await signsIn('glass1')).toBe('wrong_credentials')
    await app.set({ confirmed_at: server.deps.clock.wall() }).execute()
  })

  // covers: OPS-13, OPS-110, OPS-14
  test('on the day on which the provider is down: open work goes on, the account signs in, every superadmin has the mail', async () => {
    const worker = openBrowser(server)
    await signOn(worker, id, 'lea')
    await provider.stop()
    expect((await worker.call('GET', '/sessions/current')).status).toBe(200)
    const answer = await openBrowser(server).call('POST', `/sso/${id}/start`)
    expect([answer.status, errorOf(answer)?.detail]).toEqual([503, 'House login cannot be reached'])
    const before = await server.deps.db.selectFrom('outbox_mails').select('id').execute()
    const { user } = await useAccount('glass1')
    expect(user.roles).toEqual(['superadmin'])
    const mails = await server.deps.db
      .selectFrom('outbox_mails')
      .select(['to', 'subject'])
      .where('id', '>', Math.max(...before.map((mail) => mail.id)))
      .execute()
    const told = mails.filter(({ subject }) => subject === 'A break-glass account was used').map(({ to }) => to)
    const superior = ['superadmin', 'glass1', 'glass2', 'glass3', 'glass4'].map((name) => `${name}@example.org`)
    expect(told.toSorted()).toEqual(superior.toSorted())
    await local(true)
    expect(await signsIn('clerk')).toBe('signed in')
  })
})

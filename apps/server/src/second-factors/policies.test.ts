import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, bearerOf, type Client, createClient, type Endpoint } from '@ambit/contract'
import { ensureBuiltInRoles } from '../access/accounts.ts'
import { codeAt, enrolApp } from '../testing/authenticator.ts'
import { insertProvider } from '../testing/insert-provider.ts'
import { refusal } from '../testing/refusal.ts'
import { createTestUser, startTestServer, TEST_PASSWORD, type TestServer } from '../testing/server.ts'
import { issueToken } from '../sessions/tokens.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const NEEDED = { status: 403, errors: [{ code: 'second_factor_needed' }] }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  // The roles came before anybody's request, by the machine's own clock.
  await server.deps.db.updateTable('user_group_roles').set({ since: server.deps.clock.now() }).execute()
})
afterAll(() => server.close())

const clientWith = (token: string): Client => createClient({ origin: server.url, token: () => token })
/** Sessions end within the days that these tests let pass. */
const signIn = async (email: string) => {
  const { data } = await server.publicClient().call(api.sessions.create, { body: { email, password: TEST_PASSWORD } })
  return { client: clientWith(bearerOf(data)), user: data.user }
}
const superadmin = async () => clientWith(await server.token('superadmin'))
const roleId = async (name: string): Promise<number> =>
  (await server.deps.db.selectFrom('user_roles').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
const setPolicy = async (name: string, second_factor: 'optional' | 'required') =>
  (await superadmin()).call(api.secondFactorPolicies.update, {
    params: { id: await roleId(name) },
    body: { second_factor },
  })
/** A user whom an administrator makes now, in the groups of these roles. */
const made = async (username: string, roles: readonly string[]): Promise<number> => {
  const groups = await server.deps.db
    .selectFrom('user_group_roles as gr')
    .innerJoin('user_roles as r', 'r.id', 'gr.user_role_id')
    .select('gr.user_group_id')
    .where('r.name', 'in', roles)
    .execute()
  const body = {
    first_name: 'Test',
    last_name: username,
    username,
    email: `${username}@example.org`,
    groups: groups.map(({ user_group_id }) => user_group_id),
  }
  const { data } = await (await superadmin()).call(api.users.create, { body })
  const { password_hash } = await server.deps.db
    .selectFrom('users')
    .select('password_hash')
    .where('username', '=', 'superadmin')
    .executeTakeFirstOrThrow()
  await server.deps.db.updateTable('users').set({ password_hash }).where('id', '=', data.id).execute()
  return data.id
}
const anyCall = (client: Client) => client.call(api.trips.list)

describe('a role that needs a second factor', () => {
  // covers: OPS-20
  test('gives its users 14 days, after which the server answers their own account alone', async () => {
    await made('olga', ['dispatcher'])
    server.deps.clock.advance(DAY)
    expect((await signIn('olga')).user.second_factor).toBeNull()
    const { data } = await setPolicy('dispatcher', 'required')
    expect(data).toMatchObject({ second_factor: 'required', users_without: 1 })
    const due_at = new Date(server.deps.clock.now().getTime() + 14 * DAY).toISOString()
    expect((await signIn('olga')).user.second_factor).toEqual({ due_at, days_left: 14, overdue: false })
    server.deps.clock.advance(14 * DAY - MINUTE)
    const { client, user } = await signIn('olga')
    expect(user.second_factor).toEqual({ due_at, days_left: 1, overdue: false })
    await anyCall(client)
    server.deps.clock.advance(MINUTE)
    expect(await refusal(anyCall(client))).toMatchObject(NEEDED)
    const { data: now } = await client.call(api.sessions.current)
    expect([now.second_factor?.overdue, now.permissions]).toEqual([true, {}])
    // Setting one up opens everything again.
    const { secret } = await enrolApp(client, server.deps.clock.wall())
    await anyCall(client)
    expect((await client.call(api.sessions.current)).data.second_factor).toBeNull()
    expect(codeAt(secret, server.deps.clock.wall())).toMatch(/^\d{6}$/)
    await setPolicy('dispatcher', 'optional')
  })

  test('closes every endpoint but those of one’s own account', async () => {
    await made('eve', ['operations_manager'])
    await setPolicy('operations_manager', 'required')
    server.deps.clock.advance(15 * DAY)
    const { client } = await signIn('eve')
    const all = Object.values(api).flatMap((group): Endpoint[] => Object.values(group))
    const staff = all.filter(({ access }) => access !== 'public' && access !== 'driver')
    const open: string[] = []
    for (const endpoint of staff.filter(({ ownAccount }) => !ownAccount)) {
      const refused = await refusal(client.call(endpoint, { params: { id: 1 } } as never)) // any parameters: refused before they are read
      if (refused.errors[0]?.code !== 'second_factor_needed') open.push(endpoint.name)
    }
    expect(open).toEqual([])
    for (const endpoint of [api.secondFactors.list, api.sessions.list, api.recoveryCodes.show, api.userIdentities.list])
      await client.call(endpoint)
    await setPolicy('operations_manager', 'optional')
  })

  test('leaves open every call of one’s own account, which have no other permission', () => {
    const own = /^\/(sessions|second_factors|passkeys|recovery_codes|user_identities|passwords)\b/
    const all = Object.values(api).flatMap((group): Endpoint[] => Object.values(group))
    const staff = all.filter(
      ({ access, audience, path }) => audience === 'ops' && access === 'signed_in' && own.test(path),
    )
    expect(staff.filter(({ ownAccount }) => !ownAccount).map(({ name }) => name)).toEqual([])
    expect(all.filter(({ ownAccount, access }) => ownAccount && access !== 'signed_in')).toEqual([])
  })

  // covers: OPS-20
  test('counts from the later of user, role and policy', async () => {
    const dueOf = async (name: string) => (await signIn(name)).user.second_factor?.due_at
    const in14Days = () => new Date(server.deps.clock.now().getTime() + 14 * DAY).toISOString()
    await made('before', ['analyst'])
    const mover = await made('mover', ['dispatcher'])
    server.deps.clock.advance(DAY)
    await setPolicy('analyst', 'required')
    const byPolicy = in14Days()
    server.deps.clock.advance(DAY)
    await made('after', ['analyst'])
    const byUser = in14Days()
    server.deps.clock.advance(DAY)
    const admin = await superadmin()
    const { data } = await admin.call(api.users.show, { params: { id: mover } })
    const { user_group_id } = await server.deps.db
      .selectFrom('user_group_roles')
      .select('user_group_id')
      .where('user_role_id', '=', await roleId('analyst'))
      .executeTakeFirstOrThrow()
    const groups = [...data.groups, user_group_id]
    await admin.call(api.users.update, {
      params: { id: mover },
      body: { groups },
      version: data.version,
      reason: 'The board decided so',
    })
    const byRole = in14Days()
    // The same policy again begins no new days.
    server.deps.clock.advance(DAY)
    await setPolicy('analyst', 'required')
    expect([await dueOf('before'), await dueOf('after'), await dueOf('mover')]).toEqual([byPolicy, byUser, byRole])
    await setPolicy('analyst', 'optional')
    expect(await dueOf('before')).toBeUndefined()
  })

  test('is no matter in a session for whose two factors a provider has vouched', async () => {
    const id = await made('sso', ['dispatcher'])
    await setPolicy('dispatcher', 'required')
    server.deps.clock.advance(15 * DAY)
    const provider = { id: await insertProvider(server), sid: null, subject: 'sso', auth_time: null }
    const begun = { method: 'single sign-on', portal: false, provider } as const
    const as = async (factors: readonly 'two factors there'[]) =>
      clientWith((await issueToken(server.deps, { kind: 'user', id }, { ...begun, factors })).token)
    await anyCall(await as(['two factors there']))
    expect(await refusal(anyCall(await as([])))).toMatchObject(NEEDED)
    await setPolicy('dispatcher', 'optional')
  })

  test('is set soon after signing in by who may set how people sign in, for no more than they hold themselves', async () => {
    const params = { id: await roleId('superadmin') }
    const body = { second_factor: 'required' } as const
    const admin = clientWith(await server.token('administrator'))
    expect((await refusal(admin.call(api.secondFactorPolicies.update, { params, body }))).status).toBe(403)
    const dispatcher = clientWith(await server.token('dispatcher'))
    expect((await refusal(dispatcher.call(api.secondFactorPolicies.list))).status).toBe(403)
    const top = await superadmin()
    server.deps.clock.advance(11 * MINUTE)
    const refused = await refusal(top.call(api.secondFactorPolicies.update, { params, body }))
    expect(refused.errors[0]?.code).toBe('proof_needed')
  })
})

// covers: OPS-20
test('In prod superadmins and administrators need one as shipped, and what was chosen instead stays', async () => {
  const prod = await startTestServer({ config: { environment: 'prod' } })
  try {
    const { db, clock } = prod.deps
    const policies = async () =>
      (await clientOf(prod).call(api.secondFactorPolicies.list)).data
        .filter(({ second_factor }) => second_factor === 'required')
        .map(({ name }) => name)
    expect((await policies()).toSorted()).toEqual(['administrator', 'superadmin'])
    await db.updateTable('user_roles').set({ second_factor: 'optional' }).where('name', '=', 'administrator').execute()
    await ensureBuiltInRoles(db, clock.now(), 'prod')
    expect(await policies()).toEqual(['superadmin'])
    // The days begin with the first start in prod.
    await createTestUser(prod.deps, 'superadmin', 'chief')
    const { data } = await prod
      .publicClient()
      .call(api.sessions.create, { body: { email: 'chief', password: TEST_PASSWORD } })
    expect(data.user.second_factor).toMatchObject({ overdue: false })
  } finally {
    await prod.close()
  }
  const staging = await startTestServer({ config: { environment: 'staging' } })
  try {
    const { data } = await clientOf(staging).call(api.secondFactorPolicies.list)
    expect(new Set(data.map(({ second_factor }) => second_factor))).toEqual(new Set(['optional']))
  } finally {
    await staging.close()
  }
})
const clientOf = (of: TestServer): Client => of.client('superadmin')

describe('a factor that an administrator took away', () => {
  const reason = 'The phone fell into the harbour'
  /** Whose factor is taken away, and what the next sign-in is told. */
  const taken = async (name: string) => {
    const id = await made(name, ['dispatcher'])
    const { client } = await signIn(name)
    await enrolApp(client, server.deps.clock.wall())
    await (await superadmin()).call(api.users.takeFactors, { params: { id }, reason })
    expect((await refusal(client.call(api.sessions.current))).status).toBe(401)
    return signIn(name)
  }

  // covers: OPS-21
  test('is asked for anew at the next sign-in: at once where the role needs one, otherwise without closing anything', async () => {
    const { client, user } = await taken('lotte')
    expect(user.second_factor).toEqual({ due_at: null, days_left: null, overdue: false })
    await anyCall(client)
    await setPolicy('dispatcher', 'required')
    const strict = await taken('lars')
    expect(strict.user.second_factor).toMatchObject({ overdue: true })
    expect(await refusal(anyCall(strict.client))).toMatchObject(NEEDED)
    await enrolApp(strict.client, server.deps.clock.wall())
    await anyCall(strict.client)
    await setPolicy('dispatcher', 'optional')
    await enrolApp(client, server.deps.clock.wall())
    expect((await client.call(api.sessions.current)).data.second_factor).toBeNull()
  })
})

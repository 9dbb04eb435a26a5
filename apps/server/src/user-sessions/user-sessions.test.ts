import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, bearerOf, type Client, createClient, NO_SESSION, SESSION_HEADER, sessionCookies } from '@ambit/contract'
import type { RoleName } from '../access/roles.ts'
import { createTestUser, startTestServer, TEST_PASSWORD, type TestServer } from '../testing/server.ts'
import { openStream } from '../testing/stream.ts'
import { refusal } from '../testing/refusal.ts'
import { pruneAccess } from '../access/prune.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Signed in just now: the clock moves by many hours. */
const as = async (role: RoleName): Promise<Client> => {
  const token = await server.token(role)
  return createClient({ origin: server.url, token: () => token })
}
const sam = () => as('superadmin')

/** A user of their own for each story. */
const hire = async (name: string): Promise<number> => createTestUser(server.deps, 'dispatcher', name)

/** As a program does. */
const program = async (name: string): Promise<Client> => {
  const { data } = await server
    .publicClient()
    .call(api.sessions.create, { body: { email: name, password: TEST_PASSWORD } })
  return createClient({ origin: server.url, token: () => bearerOf(data) })
}

/** As a browser does; answers the headers of the session's calls. */
const portal = async (name: string): Promise<Record<string, string>> => {
  const response = await fetch(`${server.url}/api/v2/ops/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [SESSION_HEADER]: NO_SESSION, 'user-agent': FIREFOX },
    body: JSON.stringify({ email: name, password: TEST_PASSWORD }),
  })
  const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
  const mark = cookies.find((one) => one.startsWith(`${sessionCookies(false).mark}=`))?.split('=')[1] ?? ''
  return { cookie: cookies.join('; '), [SESSION_HEADER]: mark }
}
const screen = (headers: Record<string, string>): Client =>
  createClient({ origin: server.url, token: () => null, headers: () => headers })
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).errors[0]?.code

describe('a session in a portal', () => {
  // covers: OPS-24
  test('ends after four hours in which nobody pressed, clicked or touched, whatever the page asks meanwhile', async () => {
    await hire('idle')
    const dana = screen(await portal('idle'))
    for (let hour = 0; hour < 3; hour += 1) {
      server.deps.clock.advance(HOUR)
      await dana.call(api.sessions.current)
    }
    await dana.call(api.sessions.use)
    server.deps.clock.advance(4 * HOUR - MINUTE)
    await dana.call(api.sessions.current)
    server.deps.clock.advance(MINUTE)
    expect(await codeOf(dana.call(api.sessions.current))).toBe('token_expired')
    expect(await codeOf(dana.call(api.sessions.use))).toBe('token_expired')
  })

  // covers: OPS-24
  test('ends after twelve hours however much it is used', async () => {
    await hire('busy')
    const dana = screen(await portal('busy'))
    for (let hour = 0; hour < 11; hour += 1) {
      server.deps.clock.advance(HOUR)
      await dana.call(api.sessions.use)
    }
    server.deps.clock.advance(HOUR)
    expect(await codeOf(dana.call(api.sessions.current))).toBe('token_expired')
  })

  test('is the only kind that ends for want of use: a program has no keys', async () => {
    await hire('program')
    const client = await program('program')
    server.deps.clock.advance(5 * HOUR)
    const [session] = (await client.call(api.sessions.list)).data
    expect(session?.used_at).toBe(server.deps.clock.wall().toISOString())
  })

  // covers: OPS-24
  test('lasts as long as the settings say, which take 15 minutes to 12 hours', async () => {
    await hire('short')
    const set = async (signIn: object) => (await sam()).call(api.settings.update, { body: { signIn } })
    for (const idle_minutes of [14, 721])
      expect((await refusal(set({ idle_minutes }))).errors[0]?.source?.pointer).toBe('/signIn/idle_minutes')
    const before = screen(await portal('short'))
    expect((await set({ idle_minutes: 15, session_minutes: 60 })).data.signIn).toMatchObject({
      idle_minutes: 15,
      session_minutes: 60,
    })
    server.deps.clock.advance(15 * MINUTE)
    expect(await codeOf(before.call(api.sessions.current))).toBe('token_expired')
    const { data } = await server
      .publicClient()
      .call(api.sessions.create, { body: { email: 'short', password: TEST_PASSWORD } })
    expect(Date.parse(data.expires_at) - server.deps.clock.wall().getTime()).toBe(HOUR)
    await set({ idle_minutes: 240, session_minutes: 720 })
  })

  // covers: OPS-24
  test('stays while its live page is open for a user whose role stays signed in on screens', async () => {
    const { data: role } = await (
      await sam()
    ).call(api.userRoles.create, {
      body: { name: 'Wall', permissions: {}, stays_signed_in: true },
    })
    const { data: group } = await (
      await sam()
    ).call(api.userGroups.create, { body: { name: 'Walls', roles: [role.id] } })
    const [wall, desk] = [await hire('wall'), await hire('desk')]
    await (
      await sam()
    ).call(api.userGroups.update, { params: { id: group.id }, body: { users: [wall] }, reason: 'The board decided so' })
    const headers = { wall: await portal('wall'), desk: await portal('desk') }
    const streams = await Promise.all(
      [headers.wall, headers.desk].map((own) => openStream(`${server.url}/api/v2/ops/live`, own)),
    )
    server.deps.clock.advance(3 * HOUR)
    // Any news of the user has the stream look at its session at once, as it does every minute.
    for (const id of [wall, desk])
      await (await sam()).call(api.users.update, { params: { id }, body: { phone_number: '+61 7 1234' } })
    const usedAt = async (id: number) =>
      (await (await sam()).call(api.users.sessions, { params: { id } })).data[0]?.used_at
    await expect.poll(() => usedAt(wall)).toBe(server.deps.clock.wall().toISOString())
    server.deps.clock.advance(2 * HOUR)
    expect((await screen(headers.wall).call(api.sessions.current)).data.stays_signed_in).toBe(true)
    expect(await codeOf(screen(headers.desk).call(api.sessions.current))).toBe('token_expired')
    for (const stream of streams) stream.close()
  })
})

describe('the sessions of a user', () => {
  // covers: OPS-25
  test('are listed with what is known of them, and one or all others can be ended', async () => {
    await hire('lister')
    const here = screen(await portal('lister'))
    server.deps.clock.advance(MINUTE)
    const [first, second, third] = [await program('lister'), await program('lister'), await program('lister')]
    const { data } = await here.call(api.sessions.list)
    expect(data).toHaveLength(4)
    const mine = data.find(({ current }) => current)
    expect(mine).toMatchObject({ method: 'password', factors: [], address: '127.0.0.1', user_agent: FIREFOX })
    expect(Date.parse(mine?.used_at ?? '')).toBe(Date.parse(mine?.created_at ?? ''))
    const firstId = (await first.call(api.sessions.list)).data.find(({ current }) => current)?.id ?? ''
    await here.call(api.sessions.end, { params: { id: firstId } })
    expect(await codeOf(first.call(api.sessions.current))).toBe('unauthenticated')
    await second.call(api.sessions.current)
    await here.call(api.sessions.endOthers)
    for (const ended of [second, third]) expect(await codeOf(ended.call(api.sessions.current))).toBe('unauthenticated')
    expect((await here.call(api.sessions.list)).data).toHaveLength(1)
  })

  // covers: OPS-25
  test('of others are seen and ended by those who may, and by nobody who may do less', async () => {
    const id = await hire('watched')
    const theirs = await program('watched')
    const session = (await theirs.call(api.sessions.list)).data[0]?.id ?? ''
    const params = { id: session }
    const other = await as('dispatcher')
    expect((await refusal(other.call(api.sessions.end, { params }))).status).toBe(404)
    expect((await refusal(other.call(api.users.sessions, { params: { id } }))).status).toBe(403)
    expect((await refusal((await as('operations_manager')).call(api.users.sessions, { params: { id } }))).status).toBe(
      403,
    )
    const alex = await as('administrator')
    expect((await alex.call(api.users.sessions, { params: { id } })).data.map((one) => one.id)).toEqual([session])
    await alex.call(api.sessions.end, { params })
    expect(await codeOf(theirs.call(api.sessions.current))).toBe('unauthenticated')
    const again = await program('watched')
    await alex.call(api.users.endSessions, { params: { id } })
    expect(await codeOf(again.call(api.sessions.current))).toBe('unauthenticated')
    const superior = await sam()
    const superiorParams = { id: (await superior.call(api.sessions.current)).data.id }
    expect((await refusal(alex.call(api.users.endSessions, { params: superiorParams }))).status).toBe(403)
    for (const one of (await superior.call(api.sessions.list)).data)
      expect((await refusal(alex.call(api.sessions.end, { params: { id: one.id } }))).status).toBe(403)
    await superior.call(api.sessions.current)
  })

  // covers: OPS-26
  test('are ten at most: the eleventh ends the one unused longest', async () => {
    await hire('many')
    const clients: Client[] = []
    for (let count = 0; count < 10; count += 1) {
      clients.push(await program('many'))
      server.deps.clock.advance(MINUTE)
    }
    // The oldest is used, so that the second is the one unused longest.
    await clients[0]?.call(api.sessions.current)
    const eleventh = await program('many')
    expect((await eleventh.call(api.sessions.list)).data).toHaveLength(10)
    await clients[0]?.call(api.sessions.current)
    expect(await codeOf(clients[1]!.call(api.sessions.current))).toBe('unauthenticated')
  })

  test('are removed by the job once they have ended', async () => {
    const id = await hire('gone')
    await portal('gone')
    await program('gone')
    server.deps.clock.advance(4 * HOUR)
    await pruneAccess.run(server.deps, new AbortController().signal)
    const rows = await server.deps.db.selectFrom('sessions').select('portal').where('user_id', '=', id).execute()
    expect(rows).toEqual([{ portal: false }])
  })
})

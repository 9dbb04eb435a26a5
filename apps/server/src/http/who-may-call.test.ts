import { join } from 'node:path'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bases, type Endpoint } from '@ambit/contract'
import { defaultFlags } from '@ambit/domain'
import { groupNames, permissionsOf, type RoleName, roleNames } from '../access/roles.ts'
import { revokeSession } from '../sessions/tokens.ts'
import { askEndpoint, endpoints } from '../testing/ask-endpoint.ts'
import { leastBodies } from '../testing/least-bodies.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { buildTwoRegions, idsOfTheirs } from '../testing/two-regions.ts'

// What each of them is answered is written into docs/operating/who-may-call.md, and a difference fails the test: the
// page changes with the code that changes it. `vitest run -u` writes it again.

const PAGE = join(import.meta.dirname, '../../../../docs/operating/who-may-call.md')

let server: TestServer
let world: Awaited<ReturnType<typeof buildTwoRegions>>
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
  // Every feature on: what is off would be refused for another reason.
  const flags = Object.fromEntries(Object.keys(defaultFlags()).map((key) => [key, { enabled: true, disabled_in: [] }]))
  await server.deps.db
    .insertInto('settings')
    .values({ key: 'feature_flags', value: JSON.stringify(flags) })
    .execute()
  world = await buildTwoRegions(server)
})
afterAll(() => server.close())

const payloadOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown> // issued above
const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const revokedToken = async (): Promise<string> => {
  const token = await server.token('superadmin')
  await server.deps.db.transaction().execute((tx) => revokeSession(tx, String(payloadOf(token)['jti'])))
  return token
}

/** Seven tokens of a superadmin or that claim to be, none of which is one. */
const badTokens = async (): Promise<Record<string, string>> => {
  const good = await server.token('superadmin')
  const [header, payload, signature] = good.split('.')
  const own = new SignJWT(payloadOf(good)).setProtectedHeader({ alg: 'HS256' })
  const blocked = await server.token({ permissions: [] })
  await server.deps.db
    .updateTable('users')
    .set({ status: 'blocked' })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('sessions')
        .select('user_id')
        .where('id', '=', String(payloadOf(blocked)['jti']))
        .$castTo<{ user_id: number }>(),
    )
    .execute()
  return {
    'is no token': 'nonsense',
    'has no signature': `${encoded({ alg: 'none' })}.${payload}.`,
    'was changed': `${header}.${encoded({ ...payloadOf(good), sub: '1' })}.${signature}`,
    'was signed with another key': await own.sign(new TextEncoder().encode('x'.repeat(43))),
    'is of a session that does not exist': await new SignJWT({ ...payloadOf(good), jti: crypto.randomUUID() })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(await server.deps.signingSecret()),
    'was revoked': await revokedToken(),
    'is of a blocked user': blocked,
  }
}

type Cell = '✓' | '401' | '403' | '404'
type Asking = { id?: number | string | undefined; body?: object | undefined }

/** Whether the endpoint lets this caller in, whatever it then makes of the request. */
const cellOf = async (endpoint: Endpoint, token: string | null, asking?: Asking): Promise<Cell> => {
  const { status, code } = await askEndpoint(server.url, endpoint, token, asking)
  if (status === 429) throw new Error(`${endpoint.name} was asked for too often to say`)
  if (status === 401) return '401'
  if (status === 404 && asking?.id !== undefined && endpoint.path.includes(':id')) return '404'
  return status === 403 && code === 'forbidden' ? '403' : '✓'
}

/** Those that end sessions of the caller: each has one of its own, after all others. */
const endsSessions = ({ name }: Endpoint): boolean =>
  name.startsWith('sessions.') || ['driver.signOut', 'ride.signOut', 'ride.askAboutData'].includes(name)

const column = async (
  issue: () => Promise<string | null>,
  asking: (endpoint: Endpoint) => Asking | undefined = () => undefined,
): Promise<Cell[]> => {
  // What one network address may ask for is counted by the minute.
  server.deps.clock.advance(60_000)
  const kept = await issue()
  const cells = new Map<Endpoint, Cell>()
  for (const one of endpoints) if (!endsSessions(one)) cells.set(one, await cellOf(one, kept, asking(one)))
  for (const one of endpoints) if (endsSessions(one)) cells.set(one, await cellOf(one, await issue(), asking(one)))
  return endpoints.map((one) => cells.get(one) ?? '✓')
}

/** A user who may do everything in one region asks for a record of another region or of another user. */
const elsewhere = (): Promise<Cell[]> => {
  const ids = idsOfTheirs(world.theirs, 1)
  return column(world.token, ({ name }) => {
    const [id] = ids[name.slice(0, name.indexOf('.'))] ?? []
    return { id, body: leastBodies[name] }
  })
}

const HEAD = `# Who may call what

Every endpoint of the interface, and whether the server lets a caller in: ✓, or the status with which it refuses. A test asks each of them as each caller, and fails where this page says something else.

- **Needs** is the permission that a user must hold; the roles are the ones that ship, as they ship.
- **A token that is none** (malformed, without signature, changed, signed with another key, of no session, revoked, expired, or of a blocked user) is refused with 401 wherever no token is.
- **Elsewhere** is a user who may do everything in one region and asks for a record of another region, or for what is another user's. What such a user sends that names a record of another region is refused with 422 beside its field, and lists hold their own regions' records alone: \`http/region-limits.test.ts\` asks for each.
- **Drivers** are answered for their own trips; trips, stops and bookings of others are 404 to them.
- **Passengers** are answered for their own account, places and rides; those of others are 404 to them.

`

/** As long as the widest cell, so that the page is what the formatter makes of it. */
const table = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(3, ...rows.map((row) => row[at]?.length ?? 0)))
  const line = (row: readonly string[]) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const [head = [], ...others] = rows
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...others.map(line), ''].join('\n')
}

/**
 * These are asked for in the quick run too: one may do everything, the other for others alone, whatever its keys say.
 * What stands between them are the keys, and `walk.test.ts` takes each from a user who has all others.
 */
const askedAlways: ReadonlySet<RoleName> = new Set(['superadmin', 'representative'])

const everyUser: ReadonlySet<Endpoint['access']> = new Set(['public', 'signed_in', 'staff_or_passenger'])

/** What the keys of a role say, which is what the server is to answer. */
const byKeys = (role: RoleName): Cell[] => {
  const held: Partial<Record<string, boolean>> = permissionsOf(role)
  return endpoints.map(({ access }) => (everyUser.has(access) || held[access] === true ? '✓' : '403'))
}

const open = endpoints.map(({ access }) => (access === 'public' ? '✓' : '401'))

// covers: API-01, API-02
test('a call that needs a token is refused without one and to a session that has ended', async () => {
  expect(await column(() => Promise.resolve(null))).toEqual(open)
  const revoked = await revokedToken()
  expect(await column(() => Promise.resolve(revoked))).toEqual(open)
})

// covers: API-01, API-02
// @test-tag long
test('a token that is malformed, forged, ended or of a blocked user is refused by every call that needs one', async () => {
  for (const [what, token] of Object.entries(await badTokens()))
    expect([what, await column(() => Promise.resolve(token))]).toEqual([what, open])
})

// @test-tag long
test('each call lets in the roles that ship as their keys say', { timeout: 400_000 }, async () => {
  for (const role of roleNames.filter((one) => !askedAlways.has(one)))
    expect([role, await column(() => server.token(role))]).toEqual([role, byKeys(role)])
})

test('each call lets in and refuses whom the page says', { timeout: 400_000 }, async () => {
  const columns: Record<string, Cell[]> = { 'No token': open }
  for (const role of roleNames)
    columns[groupNames[role]] = askedAlways.has(role) ? await column(() => server.token(role)) : byKeys(role)
  columns['Elsewhere'] = await elsewhere()
  columns['Drivers'] = await column(() => server.driverToken(world.ours.driver))
  columns['Passengers'] = await column(() => server.passengerToken(world.ours.passenger))
  const rows = endpoints.map(({ method, audience, path, access }, at) => [
    `\`${method} ${bases[audience]}${path}\``,
    access,
    ...Object.values(columns).map((cells) => cells[at] ?? ''),
  ])
  await expect(HEAD + table([['Call', 'Needs', ...Object.keys(columns)], ...rows])).toMatchFileSnapshot(PAGE)
})

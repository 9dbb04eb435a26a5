import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, bearerOf, type Client, createClient } from '@ambit/contract'
import { refusal } from '../testing/refusal.ts'
import { createTestUser, startTestServer, TEST_PASSWORD, type TestServer } from '../testing/server.ts'

const MINUTE = 60_000
const OTHER = 'a quiet harbour at night'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const signIn = async (email: string, password = TEST_PASSWORD): Promise<Client> => {
  const { data } = await server.publicClient().call(api.sessions.create, { body: { email, password } })
  return createClient({ origin: server.url, token: () => bearerOf(data) })
}
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).errors[0]?.code
const pointerOf = async (call: Promise<unknown>) => (await refusal(call)).errors[0]?.source?.pointer

describe('what protects accounts', () => {
  // covers: OPS-27
  // @test-tag long
  test('is changed only within ten minutes of a sign-in or a proof', async () => {
    await createTestUser(server.deps, 'superadmin', 'sue')
    const id = await createTestUser(server.deps, 'dispatcher', 'dora')
    const sue = await signIn('sue')
    const superadmins = (await sue.call(api.userGroups.list, { query: { search: 'Superadmins' } })).data[0]
    if (superadmins === undefined) throw new Error('There is no group of superadmins')
    const { groups } = (await sue.call(api.users.show, { params: { id } })).data
    const paula = { first_name: 'Paula', last_name: 'Proof', username: 'paula', email: 'paula@example.org' }
    const passenger = (await sue.call(api.travelers.create, { body: paula })).data.id
    const params = { id }
    const set = { password: OTHER, password_confirm: OTHER }
    const changes: (() => Promise<unknown>)[] = [
      () => sue.call(api.users.update, { params, body: { email: 'dora.new@example.org' } }),
      () => sue.call(api.users.changePassword, { params, body: set }),
      () =>
        sue.call(api.users.update, {
          params,
          body: { groups: [...groups, superadmins.id] },
          reason: 'The board decided so',
        }),
      () => sue.call(api.users.update, { params, body: { status: 'blocked' }, reason: 'The board decided so' }),
      () => sue.call(api.travelers.erase, { params: { id: passenger }, body: { reason: 'Asked by mail' } }),
    ]
    for (const change of changes) {
      server.deps.clock.advance(11 * MINUTE)
      expect(await codeOf(change())).toBe('proof_needed')
      // What protects no account asks for nothing.
      await sue.call(api.users.update, { params, body: { phone_number: '+61 7 1234' } })
      await sue.call(api.sessions.prove, { body: { password: TEST_PASSWORD } })
      server.deps.clock.advance(10 * MINUTE)
      await change()
    }
  })
})

describe('one’s own password', () => {
  // covers: OPS-30
  test('is changed by the present one, which ends all other sessions where one wants it, and is told by mail', async () => {
    await createTestUser(server.deps, 'analyst', 'owen')
    const [here, there] = [await signIn('owen'), await signIn('owen')]
    const change = (present_password: string, password: string, more: object = {}) =>
      here.call(api.passwords.change, {
        body: { present_password, password, password_confirmation: password, ...more },
      })
    expect(await pointerOf(change('a wrong one', OTHER))).toBe('/present_password')
    expect(await pointerOf(change(TEST_PASSWORD, 'short'))).toBe('/password')
    expect(await pointerOf(change(TEST_PASSWORD, 'password1'))).toBe('/password')
    await change(TEST_PASSWORD, OTHER, { end_others: false })
    await there.call(api.sessions.current)
    await change(OTHER, 'another quiet harbour')
    expect(await codeOf(there.call(api.sessions.current))).toBe('unauthenticated')
    await here.call(api.sessions.current)
    await signIn('owen', 'another quiet harbour')
    const mails = await server.deps.db
      .selectFrom('outbox_mails')
      .select('subject')
      .where('to', '=', 'owen@example.org')
      .execute()
    expect(mails.map(({ subject }) => subject)).toEqual(['Your password was changed', 'Your password was changed'])
  })
})

// covers: OPS-31
test('A password that an administrator has set lets its owner choose another one, and do nothing else', async () => {
  const id = await createTestUser(server.deps, 'fleet_manager', 'finn')
  const token = await server.token('administrator')
  const alex = createClient({ origin: server.url, token: () => token })
  await alex.call(api.users.changePassword, { params: { id }, body: { password: OTHER, password_confirm: OTHER } })
  expect(await codeOf(signIn('finn', 'a wrong one'))).toBe('wrong_credentials')
  const refused = await refusal(signIn('finn', OTHER))
  expect([refused.status, refused.errors[0]?.code]).toEqual([401, 'password_to_change'])
  const reset_password_token = String(refused.meta?.['reset_password_token'])
  const choose = (password: string) =>
    server.publicClient().call(api.passwords.reset, {
      body: { reset_password_token, password, password_confirmation: password },
    })
  await choose('one of my own choice')
  await signIn('finn', 'one of my own choice')
  expect((await refusal(choose('another of my choice'))).status).toBe(422)
  // One's own is nobody else's.
  const own = { id: (await alex.call(api.sessions.current)).data.id }
  await alex.call(api.users.changePassword, { params: own, body: { password: OTHER, password_confirm: OTHER } })
  await signIn('administrator', OTHER)
})

// covers: OPS-28
test('New passwords have as many characters as the settings say, 8 to 15, are taken as typed, and older ones go on', async () => {
  const token = await server.token('superadmin')
  const sam = createClient({ origin: server.url, token: () => token })
  const least = (password_length: number) => sam.call(api.settings.update, { body: { signIn: { password_length } } })
  for (const wrong of [7, 16]) expect(await pointerOf(least(wrong))).toBe('/signIn/password_length')
  await createTestUser(server.deps, 'analyst', 'lena')
  let present = TEST_PASSWORD
  const choose = async (password: string) => {
    const client = await signIn('lena', present)
    const body = { present_password: present, password, password_confirmation: password }
    await client.call(api.passwords.change, { body })
    present = password
  }
  await choose('8 ch@rs!')
  await least(15)
  const refused = await refusal(choose('fourteen chars'))
  expect(refused.errors[0]).toMatchObject({
    detail: 'The password needs at least 15 characters',
    source: { pointer: '/password' },
  })
  await choose(` ünter den linden ${'x'.repeat(1006)}`)
  expect(present).toHaveLength(1024)
  await signIn('lena', present)
  expect(await codeOf(signIn('lena', present.trim()))).toBe('wrong_credentials')
  expect((await refusal(choose('y'.repeat(1025)))).status).toBe(422)
  await least(8)
})

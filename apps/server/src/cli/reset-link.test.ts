import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { createTestUser, startTestServer, type TestServer } from '../testing/server.ts'
import { resetLinkFor } from './reset-link.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ config: { publicUrl: 'https://ambit.example.org' } })
  await createTestUser(server.deps, 'superadmin', 'ada')
})
afterAll(() => server.close())

const linkFor = (email: string, withoutSecondStep = false) =>
  resetLinkFor(server.deps.db, server.deps.config, email, new Date(server.deps.clock.wall()), { withoutSecondStep })

test('the command line makes a link with which a locked-out superadmin chooses a new password', async () => {
  const link = await linkFor('Ada@example.org')
  expect(link).toMatch(/^https:\/\/ambit\.example\.org\/Admin\/ResetPassword\/[\w-]{43}$/)
  const password = 'one that was chosen today'
  const body = { reset_password_token: link.split('/').at(-1) ?? '', password, password_confirmation: password }
  await server.publicClient().call(api.passwords.reset, { body })
  const { data } = await server.publicClient().call(api.sessions.create, { body: { email: 'ada', password } })
  expect(data.user.roles).toEqual(['superadmin'])
})

test('the command line takes a lost second step away only when it is told to', async () => {
  const { db, clock } = server.deps
  const { id } = await db.selectFrom('users').select('id').where('username', '=', 'ada').executeTakeFirstOrThrow()
  const now = clock.wall()
  await db
    .insertInto('second_factors')
    .values({
      user_id: id,
      kind: 'authenticator app',
      name: 'Phone',
      secret: 'none',
      created_at: now,
      confirmed_at: now,
    })
    .execute()
  const left = async () =>
    (await db.selectFrom('second_factors').select('id').where('user_id', '=', id).execute()).length
  await linkFor('ada@example.org')
  expect(await left()).toBe(1)
  await linkFor('ada@example.org', true)
  expect(await left()).toBe(0)
})

test('the command line lets in again whom a link from a former address has blocked, and asks for a new second step', async () => {
  const { db, clock } = server.deps
  const user_id = await createTestUser(server.deps, 'superadmin', 'ben')
  const made = { user_id, created_at: clock.wall() }
  await db
    .insertInto('sign_in_blocks')
    .values({ ...made, reset_lifts: false })
    .execute()
  const factor = { kind: 'authenticator app', name: 'Phone', secret: 'none', confirmed_at: clock.wall() } as const
  await db
    .insertInto('second_factors')
    .values({ ...made, ...factor })
    .execute()
  const link = await linkFor('ben@example.org', true)
  const password = 'one that was chosen today'
  const body = { reset_password_token: link.split('/').at(-1) ?? '', password, password_confirmation: password }
  await server.publicClient().call(api.passwords.reset, { body })
  const { data } = await server.publicClient().call(api.sessions.create, { body: { email: 'ben', password } })
  // By its address the installation is in production, where superadmins need one.
  expect(data.user.second_factor).toMatchObject({ overdue: true })
})

test('the command line makes no link for an unknown or a blocked user', async () => {
  await expect(linkFor('eve@example.org')).rejects.toThrow('There is no user with the e-mail address eve@example.org.')
  const { id } = (await server.client('superadmin').call(api.users.list, { query: { search: 'ada' } })).data[0]!
  await server
    .client('superadmin')
    .call(api.users.update, { params: { id }, body: { status: 'blocked' }, reason: 'The board decided so' })
  await expect(linkFor('ada@example.org')).rejects.toThrow('is blocked')
})

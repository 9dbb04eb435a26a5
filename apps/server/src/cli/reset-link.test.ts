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

const linkFor = (email: string) =>
  resetLinkFor(server.deps.db, server.deps.config, email, new Date(server.deps.clock.wall()))

test('the command line makes a link with which a locked-out superadmin chooses a new password', async () => {
  const link = await linkFor('Ada@example.org')
  expect(link).toMatch(/^https:\/\/ambit\.example\.org\/Admin\/ResetPassword\/[\w-]{43}$/)
  const password = 'one that was chosen today'
  const body = { reset_password_token: link.split('/').at(-1) ?? '', password, password_confirmation: password }
  await server.publicClient().call(api.passwords.reset, { body })
  const { data } = await server.publicClient().call(api.sessions.create, { body: { email: 'ada', password } })
  expect(data.user.roles).toEqual(['superadmin'])
})

test('the command line makes no link for an unknown or a blocked user', async () => {
  await expect(linkFor('eve@example.org')).rejects.toThrow('There is no user with the e-mail address eve@example.org.')
  const { id } = (await server.client('superadmin').call(api.users.list, { query: { search: 'ada' } })).data[0]!
  await server.client('superadmin').call(api.users.update, { params: { id }, body: { status: 'blocked' } })
  await expect(linkFor('ada@example.org')).rejects.toThrow('is blocked')
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { refusal } from '../testing/refusal.ts'
import { createTestUser, startTestServer, type TestServer } from '../testing/server.ts'
import { createResetLink } from './password-reset.ts'

let server: TestServer
let id: number
beforeAll(async () => {
  server = await startTestServer()
  id = await createTestUser(server.deps, 'dispatcher', 'nakamura')
  const office = server.client('administrator')
  await office.call(api.regions.create, { body: { name: 'Fraser Coast', time_zone: 'Australia/Brisbane' } })
})
afterAll(() => server.close())

const tokenOf = async (): Promise<string> => {
  const { deps } = server
  const { link } = await deps.db.transaction().execute((tx) => createResetLink(deps, tx, { kind: 'admin', id }, 60))
  return link.split('/').at(-1) ?? ''
}
const choose = (reset_password_token: string, password: string) =>
  server.publicClient().call(api.passwords.reset, {
    body: { reset_password_token, password, password_confirmation: password },
  })

test.each([
  ['one of the commonest', 'password1'],
  ['the same in capitals', 'PassWord1'],
  ['the username', 'nakamura12'],
  ['a part of the e-mail address', 'Nakamura-7'],
  ['the brand', 'Sunline24!'],
  ['a region', 'frasercoast1'],
  ['a word of a region’s name', 'fraser-99'],
])('a password that is %s is refused, and the link stays good: %s', async (_, password) => {
  const token = await tokenOf()
  const { status, errors } = await refusal(choose(token, password))
  expect(status).toBe(422)
  expect(errors).toEqual([
    expect.objectContaining({ source: { pointer: '/password' }, detail: 'This password is easy to guess' }),
  ])
  await choose(token, 'a tram on a wet street')
})

test.each(['nakamura likes tea', '12345678 elephants', 'ünter den linden', ' spaces count '])(
  'a password that only holds a name or a common one is taken as it is typed: %j',
  async (password) => {
    await choose(await tokenOf(), password)
    const body = { email: 'nakamura', password }
    expect((await server.publicClient().call(api.sessions.create, { body })).data.user.id).toBe(id)
    await refusal(
      server.publicClient().call(api.sessions.create, { body: { ...body, password: password.trim() + 'x' } }),
    )
  },
)

test('an administrator cannot give an easy password either', async () => {
  const office = server.client('superadmin')
  const body = { password: 'nakamura1', password_confirm: 'nakamura1' }
  expect((await refusal(office.call(api.users.changePassword, { params: { id }, body }))).errors[0]?.detail).toBe(
    'This password is easy to guess',
  )
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, type Client, type UserSwitches } from '@ambit/contract'
import type { RoleName } from '../access/roles.ts'
import { keyOfAction } from '../http/withheld.ts'
import { organisationIn, signedInAs } from '../testing/organisations.ts'
import { refusal } from '../testing/refusal.ts'
import { createTestUser, startTestServer, type TestServer } from '../testing/server.ts'

const reason = 'The board decided so'
const LAST = 'This is the last active superadmin. Make another user superadmin first'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const flags = { 'UserManagement:userRoles': { enabled: true, disabled_in: [] } }
  await server.deps.db
    .insertInto('settings')
    .values({ key: 'feature_flags', value: JSON.stringify(flags) })
    .execute()
})
afterAll(() => server.close())

const sam = () => server.client('superadmin')
const alex = () => server.client('administrator')
const groupOf = async (name: string): Promise<number> =>
  (await sam().call(api.userGroups.list, { query: { search: name } })).data[0]?.id ?? 0
const roleOf = async (name: RoleName): Promise<number> =>
  (await sam().call(api.userRoles.list, { query: { search: name } })).data[0]?.id ?? 0
const told = async (call: Promise<unknown>) => {
  const { status, errors } = await refusal(call)
  return [status, errors[0]?.source?.pointer, errors[0]?.detail]
}

test('an administrator makes nobody a representative who may do more than the administrator', async () => {
  const boss = await createTestUser(server.deps, 'superadmin', 'Boss')
  const refused = [422, '/users', 'You cannot make a user a representative who has permissions that you do not have']
  const params = { id: await groupOf('Representatives') }
  const join = alex().call(api.userGroups.update, { params, body: { users: [boss] }, reason })
  expect(await told(join)).toEqual(refused)
  const roles = [await roleOf('representative')]
  const anew = alex().call(api.userGroups.create, { body: { name: 'Homes', roles, users: [boss] }, reason })
  expect(await told(anew)).toEqual(refused)
  const body = { name: 'Desk', roles: [await roleOf('analyst')], users: [boss] }
  const { data: desk } = await alex().call(api.userGroups.create, { body, reason })
  const given = { params: { id: desk.id }, body: { roles }, reason }
  expect(await told(alex().call(api.userGroups.update, given))).toEqual(refused)
  await (await signedInAs(server, boss)).call(api.drivers.list)
})

test('the last superadmin becomes no representative, by a group or by an organisation', async () => {
  await sam().call(api.regions.list)
  await server.deps.db.updateTable('users').set({ status: 'blocked' }).where('last_name', '=', 'Boss').execute()
  const { id } = (await sam().call(api.sessions.current)).data
  const { data: region } = await sam().call(api.regions.create, {
    body: { name: 'Hills', time_zone: 'Australia/Brisbane' },
  })
  const organisation_id = await organisationIn(server, region.id, 'Sunny Home')
  const speaks = sam().call(api.users.update, { params: { id }, body: { organisation_id }, reason })
  expect(await told(speaks)).toEqual([422, '/organisation_id', LAST])
  const params = { id: await groupOf('Representatives') }
  const joins = sam().call(api.userGroups.update, { params, body: { users: [id] }, reason })
  expect(await told(joins)).toEqual([422, '/users', LAST])
  await sam().call(api.drivers.list)
})

test('what a user may not do any more is done by no account that the user makes or takes over', async () => {
  const drivers = await groupOf('Administrators')
  const lower = await createTestUser(server.deps, 'administrator', 'Lower')
  const other = await createTestUser(server.deps, 'administrator', 'Other')
  const take = async (switches: UserSwitches): Promise<void> => {
    await sam().call(api.users.updatePermissions, { params: { id: lower }, body: { switches }, reason })
  }
  const lena: Client = await signedInAs(server, lower)
  const hire = (name: string) => {
    const body = { first_name: name, last_name: 'New', username: name, email: `${name}@example.org`, groups: [drivers] }
    return lena.call(api.users.create, { body })
  }
  const forgot = () => lena.call(api.users.forgotPassword, { params: { id: other } })
  for (const name of ['resetDriverPassword', 'editVehicleStatus'] as const) {
    await take({ [name]: false })
    expect((await told(hire(name)))[1]).toBe('/groups')
    expect((await refusal(forgot())).status).toBe(403)
    const role = { name, permissions: { [keyOfAction[name]]: true } }
    expect((await refusal(lena.call(api.userRoles.create, { body: role }))).status).toBe(403)
  }
  await take({})
  await hire('freely')
  await forgot()
})

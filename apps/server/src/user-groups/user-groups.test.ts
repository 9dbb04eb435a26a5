import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, type UserGroupInput } from '@ambit/contract'
import type { RoleName } from '../access/roles.ts'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const sam = () => server.client('superadmin')
const alex = () => server.client('administrator')
const roleId = async (name: RoleName): Promise<number> =>
  (await sam().call(api.userRoles.list, { query: { search: name } })).data[0]?.id ?? 0
const userId = async (role: RoleName): Promise<number> => {
  await server.token(role)
  return (await sam().call(api.users.list, { query: { search: role } })).data[0]?.id ?? 0
}
const make = async (body: UserGroupInput) =>
  (await alex().call(api.userGroups.create, { body, reason: 'The board decided so' })).data
const told = async (call: Promise<unknown>) => {
  const { status, errors } = await refusal(call)
  return [status, errors[0]?.source?.pointer, errors[0]?.detail]
}

describe('an administrator manages the groups', () => {
  // covers: GROUP-01, GROUP-15..17, GROUP-24..27
  test('creates, changes and deletes a group with roles and users', async () => {
    const [reads, dispatches] = [await roleId('analyst'), await roleId('dispatcher')]
    const [arun, dana] = [await userId('analyst'), await userId('dispatcher')]
    const night = await make({ name: 'Night desk', roles: [reads], users: [arun] })
    expect(night).toEqual({
      id: expect.any(Number),
      name: 'Night desk',
      roles: [reads],
      users: [arun],
      Roles: [{ id: reads, name: 'analyst' }],
      numberOfRoles: 1,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      version: 1,
    })
    const { data: changed } = await alex().call(api.userGroups.update, {
      params: { id: night.id },
      body: { name: 'Late desk', roles: [dispatches, reads], users: [dana] },
      version: 1,
      reason: 'The board decided so',
    })
    expect(changed).toMatchObject({ name: 'Late desk', users: [dana], numberOfRoles: 2, version: 2 })
    expect(changed.roles).toEqual([reads, dispatches].toSorted((a, b) => a - b))
    expect((await alex().call(api.userGroups.show, { params: { id: night.id } })).data).toEqual(changed)
    // Their own records say so too, in a newer version, so that the old groups cannot be saved over it.
    const { data: user } = await alex().call(api.users.show, { params: { id: dana } })
    expect(user.UserGroups.map(({ name }) => name)).toEqual(['Dispatchers', 'Late desk'])
    expect(user.version).toBe(2)
    await alex().call(api.userGroups.destroy, { params: { id: night.id }, version: 2, reason: 'The board decided so' })
    expect((await refusal(alex().call(api.userGroups.show, { params: { id: night.id } }))).status).toBe(404)
    const after = (await alex().call(api.users.show, { params: { id: dana } })).data
    expect(after.UserGroups.map(({ name }) => name)).toEqual(['Dispatchers'])
  })

  test('gives members the permissions of a group’s roles from the next request', async () => {
    const chris = server.client('customer_service')
    expect((await refusal(chris.call(api.drivers.list))).status).toBe(403)
    const helpers = await make({ name: 'Fleet help', roles: [await roleId('fleet_manager')] })
    await alex().call(api.userGroups.update, {
      params: { id: helpers.id },
      body: { users: [await userId('customer_service')] },
      reason: 'The board decided so',
    })
    await chris.call(api.drivers.list)
    await alex().call(api.userGroups.destroy, { params: { id: helpers.id }, reason: 'The board decided so' })
    expect((await refusal(chris.call(api.drivers.list))).status).toBe(403)
  })

  // covers: GROUP-21..23
  test('lists all groups at once, sorted by number of active roles', async () => {
    const off = (await sam().call(api.userRoles.create, { body: { name: 'Off', status: 'disabled', permissions: {} } }))
      .data
    await make({ name: 'Most', roles: [await roleId('analyst'), await roleId('dispatcher')] })
    const few = await make({ name: 'Fewest', roles: [off.id] })
    const { data, meta } = await alex().call(api.userGroups.list, {
      query: { page: 1, per_page: 999, sort: 'numberOfRoles' },
    })
    expect(meta.total).toBe(data.length)
    expect(data[0]).toMatchObject({ id: few.id, roles: [off.id], numberOfRoles: 0 })
    expect(data.at(-1)).toMatchObject({ name: 'Most', numberOfRoles: 2 })
  })

  // covers: GROUP-12
  test('refuses missing, taken and unknown values beside their fields', async () => {
    await make({ name: 'Taken' })
    expect(await told(make({ name: ' ' }))).toEqual([422, '/name', 'Please enter a group name'])
    expect(await told(make({ name: 'TAKEN' }))).toEqual([422, '/name', 'This name is already taken'])
    expect(await told(make({ name: 'A', roles: [4711] }))).toEqual([422, '/roles', 'There is no such role'])
    expect(await told(make({ name: 'A', users: [4711] }))).toEqual([422, '/users', 'There is no such user'])
    expect(
      (await alex().call(api.userGroups.list, { query: { search: 'A' } })).data.map(({ name }) => name),
    ).not.toContain('A')
  })
})

describe('permissions that the caller does not have', () => {
  test('an administrator cannot create a group of superadmins or change theirs', async () => {
    const superadmin = await roleId('superadmin')
    const refused = [
      422,
      '/roles',
      'The role superadmin has permissions that you do not have, so you cannot give it to a group',
    ]
    expect(await told(make({ name: 'Kings', roles: [superadmin] }))).toEqual(refused)
    const { data } = await sam().call(api.userGroups.list, { query: { search: 'Superadmins' } })
    const params = { id: data[0]?.id ?? 0 }
    const detail = 'You cannot change a group that has permissions you do not have'
    const own = await userId('administrator')
    for (const call of [
      () => alex().call(api.userGroups.update, { params, body: { users: [own] }, reason: 'The board decided so' }),
      () =>
        alex().call(api.userGroups.update, { params, body: { name: 'Mere people' }, reason: 'The board decided so' }),
      () => alex().call(api.userGroups.destroy, { params, reason: 'The board decided so' }),
    ])
      expect(await told(call())).toEqual([403, undefined, detail])
  })

  test('an administrator cannot remove a superadmin from a group or enable a role that grants more', async () => {
    const sams = await userId('superadmin')
    const desk = await make({ name: 'Desk', roles: [await roleId('analyst')], users: [sams] })
    expect(
      await told(
        alex().call(api.userGroups.update, {
          params: { id: desk.id },
          body: { users: [] },
          reason: 'The board decided so',
        }),
      ),
    ).toEqual([422, '/users', 'You cannot remove a user who has permissions that you do not have'])
    const permissions = { 'Settings:Module': true, 'Settings:environment:canUpdate': true }
    const { data: role } = await sam().call(api.userRoles.create, {
      body: { name: 'Engineers', status: 'disabled', permissions },
    })
    const on = alex().call(api.userRoles.update, {
      params: { id: role.id },
      body: { status: 'enabled' },
      reason: 'The board decided so',
    })
    expect((await refusal(on)).status).toBe(403)
    await sam().call(api.userRoles.update, {
      params: { id: role.id },
      body: { status: 'enabled' },
      reason: 'The board decided so',
    })
  })
})

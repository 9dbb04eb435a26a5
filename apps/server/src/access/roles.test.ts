import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, permissionKeys } from '@ambit/contract'
import { can, defaultFlags } from '@ambit/domain'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { ensureBuiltInRoles } from './accounts.ts'
import { permissionsOf, type RoleName, roleNames } from './roles.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const sam = () => server.client('superadmin')
const rolesByName = async () => {
  const { data } = await sam().call(api.userRoles.list, { query: { per_page: 1000 } })
  return new Map(data.map((role) => [role.name, role]))
}
const idOf = async (name: string): Promise<number> => (await rolesByName()).get(name)?.id ?? 0

test('lists every permission in words, by module', async () => {
  const { data, meta } = await server.client('analyst').call(api.permissions.list)
  expect(data.map(({ key }) => key)).toEqual(permissionKeys)
  expect(meta.total).toBe(permissionKeys.length)
  expect(data.find(({ key }) => key === 'LiveBooking:booking:canCreate')).toEqual({
    key: 'LiveBooking:booking:canCreate',
    module: 'LiveBooking',
    module_name: 'Live booking',
    resource: 'booking',
    resource_name: 'Booking',
    action: 'canCreate',
    action_name: 'Create',
  })
  expect(data.find(({ key }) => key === 'LiveBooking:Module')).toMatchObject({ resource: null, action: 'Module' })
})

/** All but those who see an organisation's passengers alone, whatever their keys are. */
const ofStaff = roleNames.filter((role) => role !== 'representative')

describe('the built-in roles', () => {
  const allows = (role: RoleName, key: string): boolean =>
    can(key, { permissions: permissionsOf(role), flags: defaultFlags(), environment: 'prod' })

  // covers: AUD-46
  test('show contact, places and care of passengers to those who book and dispatch, and to no analyst', () => {
    for (const what of ['contact', 'place', 'care'])
      expect(ofStaff.filter((role) => allows(role, `TravellerManagement:${what}:canRead`))).toEqual([
        'superadmin',
        'administrator',
        'operations_manager',
        'dispatcher',
        'customer_service',
      ])
  })

  // covers: AUD-72, AUD-73
  test('let administrators audit and protect, operations managers read changes and create requests, and dispatchers read histories', () => {
    const [administering, operating] = [roleNames.slice(0, 2), roleNames.slice(0, 3)]
    const holders: Record<string, readonly RoleName[]> = {
      'AuditManagement:audit:canRead': operating,
      'AuditManagement:audit:canExport': administering,
      'AuditManagement:access:canRead': administering,
      'AuditManagement:history:canRead': [...operating, 'dispatcher'],
      'AuditManagement:restore:canCreate': administering,
      'PrivacyManagement:retention:canRead': administering,
      'PrivacyManagement:retention:canUpdate': administering,
      'PrivacyManagement:request:canRead': operating,
      'PrivacyManagement:request:canCreate': operating,
      'PrivacyManagement:request:canUpdate': administering,
      'PrivacyManagement:hold:canRead': administering,
      'PrivacyManagement:hold:canCreate': administering,
      'PrivacyManagement:hold:canDestroy': administering,
      'PrivacyManagement:protected:canUpdate': administering,
    }
    expect(operating).toEqual(['superadmin', 'administrator', 'operations_manager'])
    for (const [key, roles] of Object.entries(holders))
      expect([key, roleNames.filter((role) => allows(role, key))]).toEqual([key, roles])
    const ours = permissionKeys.filter((key) => /^(Audit|Privacy)Management:/.test(key) && !key.endsWith(':Module'))
    expect(ours.toSorted()).toEqual(Object.keys(holders).toSorted())
    for (const key of ['contact:canRead', 'place:canRead', 'care:canRead', 'mask:canLift'])
      expect(permissionKeys).toContain(`TravellerManagement:${key}`)
  })

  test('allow the work of each role and no other', () => {
    const work: Record<string, RoleName[]> = {
      'Settings:environment:canUpdate': ['superadmin'],
      'UserManagement:user:canUpdate': ['superadmin', 'administrator'],
      'ZoneManagement:zone:canUpdate': ['superadmin', 'administrator', 'operations_manager'],
      'DriverManagement:driver:canCreate': ['superadmin', 'administrator', 'operations_manager', 'fleet_manager'],
      'ServicePlans:servicePlan:canCreate': [
        'superadmin',
        'administrator',
        'operations_manager',
        'dispatcher',
        'fleet_manager',
      ],
      'LiveBooking:booking:canCreate': [
        'superadmin',
        'administrator',
        'operations_manager',
        'dispatcher',
        'customer_service',
      ],
      'TravellerManagement:resetPassword:canEdit': [
        'superadmin',
        'administrator',
        'operations_manager',
        'dispatcher',
        'customer_service',
      ],
      'ReportManagement:feedback:canRead': [
        'superadmin',
        'administrator',
        'operations_manager',
        'dispatcher',
        'customer_service',
        'analyst',
      ],
    }
    for (const [key, holders] of Object.entries(work)) {
      expect([key, ofStaff.filter((role) => allows(role, key))]).toEqual([key, holders])
    }
    const changing = permissionKeys.filter((key) => /:can(Create|Update|Destroy|Edit|Login)$/.test(key))
    expect(changing.filter((key) => permissionsOf('analyst')[key as keyof ReturnType<typeof permissionsOf>])).toEqual(
      [],
    ) // the lists hold the same keys
  })

  test('let operations managers and administrators keep organisations, and representatives book, call for open returns and read alone', () => {
    const operating = ['superadmin', 'administrator', 'operations_manager']
    for (const action of ['canCreate', 'canUpdate', 'canDestroy'])
      expect(ofStaff.filter((role) => allows(role, `TravellerManagement:organisation:${action}`))).toEqual(operating)
    const held = permissionKeys.filter((key) => allows('representative', key) && !key.endsWith(':Module'))
    expect(held.filter((key) => !key.endsWith(':canRead')).toSorted()).toEqual([
      'LiveBooking:booking:canCreate',
      'LiveBooking:booking:canUpdate',
      'TravellerManagement:openReturn:canUpdate',
      'TravellerManagement:tripBookingWizard:canCreate',
    ])
    expect(new Set(held.map((key) => key.split(':')[0]))).toEqual(new Set(['LiveBooking', 'TravellerManagement']))
  })

  // covers: PERM-12, PERM-13
  test('can be read by all staff, and a start adds new permissions and keeps changes', async () => {
    const roles = await rolesByName()
    expect([...roles.keys()].toSorted()).toEqual([...roleNames].toSorted())
    expect((await server.client('analyst').call(api.userRoles.list)).meta.total).toBe(roleNames.length)
    const id = await idOf('analyst')
    const stored = roles.get('analyst')?.permissions ?? {}
    await sam().call(api.userRoles.update, {
      params: { id },
      body: { permissions: { ...stored, 'Dashboard:dashboard:canRead': false } },
      reason: 'The board decided so',
    })
    const { db } = server.deps
    const { permissions } = await db
      .selectFrom('user_roles')
      .select('permissions')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { 'TripManagement:trip:canRead': _, ...older } = permissions
    await db
      .updateTable('user_roles')
      .set({ permissions: JSON.stringify(older) })
      .where('id', '=', id)
      .execute()
    await ensureBuiltInRoles(db, server.deps.clock.now(), 'dev')
    const { data } = await sam().call(api.userRoles.show, { params: { id } })
    expect(data.permissions).toMatchObject({
      'Dashboard:dashboard:canRead': false,
      'TripManagement:trip:canRead': true,
    })
  })

  // covers: PERM-17
  test('cannot be deleted or renamed, and the superadmin role cannot be emptied', async () => {
    const dispatcher = await idOf('dispatcher')
    expect((await refusal(sam().call(api.userRoles.destroy, { params: { id: dispatcher } }))).status).toBe(409)
    expect(
      (await refusal(sam().call(api.userRoles.update, { params: { id: dispatcher }, body: { name: 'king' } }))).status,
    ).toBe(409)
    const superadmin = await idOf('superadmin')
    expect(
      (
        await refusal(
          sam().call(api.userRoles.update, {
            params: { id: superadmin },
            body: { permissions: {} },
            reason: 'The board decided so',
          }),
        )
      ).status,
    ).toBe(409)
  })
})

describe('a custom role', () => {
  const night = { name: 'Night desk', permissions: { 'LiveBooking:Module': true, 'LiveBooking:booking:canRead': true } }

  // covers: PERM-15, PERM-16, PERM-17, PERM-18
  test('is created, changed and deleted, and denies what it does not allow', async () => {
    const { data: role } = await sam().call(api.userRoles.create, { body: night })
    expect(role).toMatchObject({ status: 'enabled', built_in: false, version: 1 })
    expect(role.permissions['LiveBooking:booking:canRead']).toBe(true)
    expect(role.permissions['LiveBooking:booking:canCreate']).toBe(false)
    const { data: changed } = await sam().call(api.userRoles.update, {
      params: { id: role.id },
      body: { status: 'disabled' },
      version: 1,
      reason: 'The board decided so',
    })
    expect(changed).toMatchObject({ status: 'disabled', version: 2 })
    expect(changed.permissions).toEqual(role.permissions)
    expect(
      (await refusal(sam().call(api.userRoles.create, { body: { ...night, name: 'NIGHT DESK' } }))).errors[0]?.source
        ?.pointer,
    ).toBe('/name')
    await sam().call(api.userRoles.destroy, { params: { id: role.id } })
    expect((await refusal(sam().call(api.userRoles.show, { params: { id: role.id } }))).status).toBe(404)
  })

  test('a role editor cannot grant an unknown permission or one they do not have', async () => {
    const unknown = await refusal(
      sam().call(api.userRoles.create, { body: { name: 'Odd', permissions: { 'Coffee:machine:canUse': true } } }),
    )
    expect(unknown.errors[0]?.source?.pointer).toBe('/permissions/Coffee:machine:canUse')
    const alex = server.client('administrator')
    const grab = { name: 'Mine', permissions: { 'Settings:Module': true, 'Settings:environment:canUpdate': true } }
    expect((await refusal(alex.call(api.userRoles.create, { body: grab }))).status).toBe(403)
    const own = await idOf('administrator')
    const { data } = await alex.call(api.userRoles.show, { params: { id: own } })
    const more = { ...data.permissions, 'Settings:environment:canUpdate': true }
    expect(
      (
        await refusal(
          alex.call(api.userRoles.update, {
            params: { id: own },
            body: { permissions: more },
            reason: 'The board decided so',
          }),
        )
      ).status,
    ).toBe(403)
  })

  test('a role that holds what its editor does not is neither changed, switched off nor deleted by them', async () => {
    const permissions = { 'Settings:Module': true, 'Settings:environment:canUpdate': true }
    const { data: role } = await sam().call(api.userRoles.create, { body: { name: 'Machine room', permissions } })
    const alex = server.client('administrator')
    const reason = 'The board decided so'
    for (const body of [{ permissions: {} }, { status: 'disabled' as const }, { name: 'Cellar' }])
      expect((await refusal(alex.call(api.userRoles.update, { params: { id: role.id }, body, reason }))).status).toBe(
        403,
      )
    expect((await refusal(alex.call(api.userRoles.destroy, { params: { id: role.id } }))).status).toBe(403)
    expect((await sam().call(api.userRoles.show, { params: { id: role.id } })).data).toEqual(role)
    await sam().call(api.userRoles.destroy, { params: { id: role.id } })
  })

  // covers: PERM-05, PERM-08, PERM-09, PERM-10
  test('a user in two groups has the permissions of both from the next request, and a disabled role grants none', async () => {
    const { db } = server.deps
    const token = await server.token({ permissions: ['DriverManagement:driver:canRead'] })
    const ask = async (path: string) =>
      (await fetch(`${server.url}/api/v2/ops/${path}`, { headers: { authorization: `Bearer ${token}` } })).status
    expect([await ask('drivers'), await ask('feedbacks')]).toEqual([200, 403])
    const { id: user_id } = await db
      .selectFrom('users')
      .select('id')
      .where('first_name', '=', 'Custom')
      .executeTakeFirstOrThrow()
    const group = await db
      .selectFrom('user_groups')
      .select('id')
      .where('name', '=', 'Operations managers')
      .executeTakeFirstOrThrow()
    await db.insertInto('user_group_members').values({ user_group_id: group.id, user_id }).execute()
    expect([await ask('drivers'), await ask('feedbacks')]).toEqual([200, 200])
    await db.updateTable('user_roles').set({ status: 'disabled' }).where('name', '=', 'operations_manager').execute()
    expect([await ask('drivers'), await ask('feedbacks')]).toEqual([200, 403])
  })
})

test('lists of users and groups contain no passwords', async () => {
  const users = await sam().call(api.users.list, { query: { search: 'superadmin' } })
  expect(users.data[0]).toMatchObject({ username: 'superadmin', groups: [expect.any(Number)] })
  expect(JSON.stringify(users)).not.toMatch(/argon2|password/)
  const groups = await sam().call(api.userGroups.list, { query: { search: 'Superadmins' } })
  expect(groups.data[0]).toMatchObject({ numberOfRoles: 1, users: [users.data[0]?.id] })
})

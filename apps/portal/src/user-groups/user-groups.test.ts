import { describe, expect, test } from 'vitest'
import { permissionKeys } from '@ambit/contract'
import { UserGroupForm, switchRole, userGroupBody, userGroupValues } from './group-form.ts'
import { grantedKeys, keysOf, moduleKeys, searchedKeys, withKeys } from './roles/permission-groups.ts'
import { mayChange, roleValues } from './roles/role-form.ts'
import { roleTone } from './roles/role-tone.ts'

const stamp = '2026-11-22T00:00:00.000Z'
const stamps = { created_at: stamp, updated_at: stamp, version: 1 }

describe('the form of a group', () => {
  const desk = { id: 3, name: 'Desk', roles: [2, 5], Roles: [], users: [7], numberOfRoles: 2, ...stamps }

  // covers: GROUP-13, GROUP-14
  test('a switch has its role’s id or false, and only roles that are on are sent', () => {
    const values = userGroupValues(desk)
    expect(values.roles).toEqual({ 2: 2, 5: 5 })
    const off = switchRole(values.roles, 2, false, values.roles)
    expect(off).toEqual({ 2: false, 5: 5 })
    expect(userGroupBody({ ...values, roles: switchRole(off, 9, true, values.roles) })).toEqual({
      name: 'Desk',
      roles: [5, 9],
      users: [7],
    })
    // There and back again is no change.
    expect(switchRole(off, 2, true, values.roles)).toEqual(values.roles)
    expect(switchRole(switchRole(values.roles, 9, true, values.roles), 9, false, values.roles)).toEqual(values.roles)
  })

  // covers: GROUP-12
  test('a name is required', () => {
    expect(UserGroupForm.safeParse(userGroupValues(null)).error?.issues[0]?.message).toBe('Please enter a group name')
  })
})

// covers: PERM-20, PERM-21, PERM-22
test('an enabled role is green, any other status red, and a missing status grey', () => {
  expect(['enabled', 'disabled', 'retired', null, undefined].map(roleTone)).toEqual([
    'success',
    'danger',
    'danger',
    'disabled',
    'disabled',
  ])
})

describe('the editor of a role', () => {
  const all = () => true
  const none = roleValues(null).permissions

  test('lists every permission key of the contract once', () => {
    const shown = moduleKeys.flatMap((module) => [module.switchKey, ...keysOf(module)])
    expect(shown.toSorted()).toEqual([...permissionKeys].toSorted())
    expect(Object.keys(none)).toEqual(permissionKeys)
  })

  test('finds a permission by words of its module, its resource, what it allows, or its key', () => {
    const found = (text: string) =>
      searchedKeys(text).map(({ name, resources }) => [name, resources.map((r) => r.name)])
    expect(found('driver')).toContainEqual(['Driver management', ['Driver', 'Cash that drivers have to hand in']])
    expect(found('zone stop')).toEqual([['Zone management', ['Zone stop']]])
    expect(found('resetPassword:canEdit')).toEqual([['Traveller management', ['Reset password']]])
    expect(found('live delete')).toEqual([['Live booking', ['Booking']]])
    expect(found('coffee')).toEqual([])
    expect(found('')).toHaveLength(moduleKeys.length)
  })

  test('switches a module on with its first key and off with its last', () => {
    const [read, create] = ['LiveBooking:booking:canRead', 'LiveBooking:booking:canCreate']
    const one = withKeys(none, [read], true, all)
    expect(one).toMatchObject({ [read]: true, 'LiveBooking:Module': true, 'DriverManagement:Module': false })
    const two = withKeys(one, [create], true, all)
    expect(withKeys(two, [read], false, all)).toMatchObject({ [create]: true, 'LiveBooking:Module': true })
    expect(withKeys(two, [read, create], false, all)).toEqual(none)
    expect(grantedKeys(two)).toEqual([read, create])
  })

  test('lets users grant only permissions they have, and remove any', () => {
    const held = (key: string) => key !== 'Settings:environment:canUpdate'
    const settings = moduleKeys.find(({ module }) => module === 'Settings')
    const keys = settings === undefined ? [] : keysOf(settings)
    expect(keys).toContain('Settings:environment:canUpdate')
    const given = withKeys(none, keys, true, held)
    expect(given['Settings:settings:canUpdate']).toBe(true)
    expect(given['Settings:environment:canUpdate']).toBe(false)
    expect(withKeys(withKeys(none, keys, true, all), keys, false, held)).toEqual(none)
  })

  test('does not change the role that must keep every permission', () => {
    expect(mayChange({ built_in: true, name: 'superadmin' })).toBe(false)
    expect(mayChange({ built_in: true, name: 'dispatcher' })).toBe(true)
    expect(mayChange({ built_in: false, name: 'superadmin' })).toBe(true)
  })
})

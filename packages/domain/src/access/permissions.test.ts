import { permissionKeys } from '@ambit/contract'
import { describe, expect, test } from 'vitest'
import { environmentOf } from './environment.ts'
import { type AccessContext, can, defaultFlags, featureEnabled, mergePermissions } from './permissions.ts'

const everything = Object.fromEntries(permissionKeys.map((key) => [key, true]))
const inDev = (permissions: Record<string, boolean>, flags = defaultFlags()): AccessContext => ({
  permissions,
  flags,
  environment: 'dev',
})

describe('a user with several roles', () => {
  // covers: PERM-05, PERM-09, PERM-10
  test('has a key that any of the roles allows, in any order', () => {
    const roles: Record<string, boolean>[] = [
      { a: true, b: false },
      { a: false, b: false, c: true },
    ]
    expect(mergePermissions(roles)).toEqual({ a: true, b: false, c: true })
    expect(mergePermissions(roles.toReversed())).toEqual({ a: true, b: false, c: true })
    expect(mergePermissions([])).toEqual({})
  })
})

describe('checking a key', () => {
  // covers: PERM-11, PERM-23, PERM-29, PERM-36, VERCHK-27
  test('true is allowed; false, missing and unknown are not', () => {
    const key = 'DriverManagement:driver:canRead'
    expect(can(key, inDev({ 'DriverManagement:Module': true, [key]: true }))).toBe(true)
    expect(can(key, inDev({ 'DriverManagement:Module': true, [key]: false }))).toBe(false)
    expect(can(key, inDev({ 'DriverManagement:Module': true }))).toBe(false)
    expect(can('Nothing:of:thatName', inDev({ ...everything, 'Nothing:of:thatName': true }))).toBe(false)
    expect(can('__proto__', inDev(everything))).toBe(false)
  })

  // covers: PERM-31, PERM-37
  test('a module that is off denies its own keys and no others', () => {
    const context = inDev({ ...everything, 'ZoneManagement:Module': false })
    expect(can('ZoneManagement:zone:canRead', context)).toBe(false)
    expect(can('ZoneManagement:zoneStop:canRead', context)).toBe(false)
    expect(can('RegionManagement:region:canRead', context)).toBe(true)
    const flags = { ...defaultFlags(), 'DriverManagement:Module': { enabled: false, disabled_in: [] } }
    expect(can('DriverManagement:driver:canRead', inDev(everything, flags))).toBe(false)
    expect(can('VehicleManagement:vehicle:canRead', inDev(everything, flags))).toBe(true)
  })

  // covers: PERM-32, PERM-33, PERM-62
  test('zones need the planning of schedules: missing or false, they are denied', () => {
    const { 'ServicePlans:Module': _, ...without } = everything
    expect(can('ZoneManagement:zone:canRead', inDev(without))).toBe(false)
    expect(can('ZoneManagement:zone:canRead', inDev({ ...everything, 'ServicePlans:Module': false }))).toBe(false)
    expect(can('ZoneManagement:zone:canRead', inDev(everything))).toBe(true)
  })

  // covers: PERM-34, PERM-35, PERM-57, PERM-58
  test('an environment in the list of a feature denies it; a star denies it everywhere', () => {
    const key = 'TripManagement:lateByTime:canRead'
    expect(can(key, { ...inDev(everything), environment: 'prod' })).toBe(false)
    expect(can(key, { ...inDev(everything), environment: 'uat' })).toBe(true)
    for (const environment of ['prod', 'staging', 'uat', 'demo', 'dev'] as const) {
      expect(can('ZoneManagement:serviceStrategies:canRead', { ...inDev(everything), environment })).toBe(false)
    }
  })

  // covers: TRIP-78, TRIP-87, TRIP-88
  test('trips and their states are on everywhere, lateness by time is off in staging and prod', () => {
    for (const environment of ['prod', 'staging', 'uat', 'demo', 'dev'] as const) {
      const context = { ...inDev(everything), environment }
      for (const action of ['canRead', 'canCreate', 'canUpdate', 'canDestroy'])
        for (const resource of ['trip', 'tripStatusDialog'])
          expect([action, can(`TripManagement:${resource}:${action}`, context)]).toEqual([action, true])
      const late = environment !== 'prod' && environment !== 'staging'
      expect(can('TripManagement:lateByTime:canRead', context)).toBe(late)
    }
  })

  // covers: PERM-30
  test('an installation may change the lists; without a key only the switches count', () => {
    const flags = { ...defaultFlags(), 'ZoneManagement:serviceStrategies': { enabled: true, disabled_in: ['prod'] } }
    expect(can('ZoneManagement:serviceStrategies:canRead', inDev(everything, flags))).toBe(true)
    expect(featureEnabled('ZoneManagement:serviceStrategies', flags, 'prod')).toBe(false)
    expect(featureEnabled('ZoneManagement:zone', {}, 'prod')).toBe(true)
    expect(featureEnabled('ZoneManagement:unheardOf', flags, 'dev')).toBe(false)
  })
})

// covers: DISC-27, VERCHK-29
test('as shipped every action is on, except features that are listed as off', () => {
  const everywhere = [
    'Dashboard:announcements',
    'Dashboard:statistics',
    'ResourceAvailability:planStrategies',
    'TravellerManagement:travelerFeatureSettings',
    'UserManagement:userRoles',
    'ZoneManagement:serviceStrategies',
  ]
  const [discounts, lateness] = ['TravellerManagement:discountCode', 'TripManagement:lateByTime']
  const module = ['DiscountManagement', 'DiscountManagement:discounts', 'DiscountManagement:role']
  const offIn = {
    prod: [...everywhere, discounts, lateness, ...module],
    staging: [...everywhere, discounts, lateness, ...module],
    demo: [...everywhere, discounts],
    uat: everywhere,
    dev: everywhere,
  } as const
  for (const [environment, off] of Object.entries(offIn)) {
    const context = { ...inDev(everything), environment: environment as keyof typeof offIn } // entries forget the keys' type
    const denied = permissionKeys.filter((key) => !can(key, context))
    expect([environment, [...new Set(denied.map((key) => key.replace(/:\w+$/, '')))].toSorted()]).toEqual([
      environment,
      [...off].toSorted(),
    ])
    // Of a feature that is on, no action is off.
    expect(denied).toEqual(permissionKeys.filter((key) => off.some((feature) => key.startsWith(`${feature}:`))))
  }
})

// covers: PERM-39, PERM-40, PERM-41, PERM-42, PERM-43, PERM-44
test('the environment follows from the host name', () => {
  const environments = {
    localhost: 'dev',
    'localhost:4000': 'dev',
    '127.0.0.1:4000': 'dev',
    '[::1]:4000': 'dev',
    'portal.dev.example.org': 'dev',
    'uat.example.org': 'uat',
    'ops-staging.example.org:8443': 'staging',
    'demo.example.org': 'demo',
    'ops.example.org': 'prod',
    '': 'prod',
  }
  for (const [host, environment] of Object.entries(environments))
    expect([host, environmentOf(host)]).toEqual([host, environment])
})

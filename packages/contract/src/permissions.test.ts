import { describe, expect, test } from 'vitest'
import type { Endpoint } from './endpoint.ts'
import { api, featureOf, features, isPermissionKey, laterKeysOfAllRegions, permissionKeys, staffApi } from './index.ts'

const crud = ['canRead', 'canCreate', 'canUpdate', 'canDestroy']

describe('permission keys', () => {
  // covers: PERM-23..27, VERCHK-27, VERCHK-28
  test('a key is module, resource and action, with actions of their own for reading, creating, changing and destroying', () => {
    for (const action of crud) expect(isPermissionKey(`DriverManagement:driver:${action}`)).toBe(true)
    expect(isPermissionKey('DriverManagement:driver:canFly')).toBe(false)
    expect(isPermissionKey('driver:canRead')).toBe(false)
    expect(permissionKeys.every((key) => /^\w+:(Module|\w+:\w+)$/.test(key))).toBe(true)
    expect(new Set(permissionKeys).size).toBe(permissionKeys.length)
  })

  // covers: OPS-106
  test('sign-in, backups, continuity, status, sessions and factors have keys of their own', () => {
    for (const [module, resource, actions] of [
      ['Settings', 'signIn', ['canRead', 'canUpdate']],
      ['Settings', 'backup', ['canRead', 'canCreate']],
      ['Settings', 'continuity', ['canRead', 'canUpdate']],
      ['Settings', 'status', ['canUpdate']],
      ['UserManagement', 'session', ['canRead', 'canDestroy']],
      ['UserManagement', 'factor', ['canDestroy']],
    ] as const)
      expect(featureOf(module, resource)?.actions).toEqual(actions)
  })

  // covers: PERM-28, PERM-59..61
  test('the dashboard, drivers, vehicles and regions have every action', () => {
    for (const [module, resource] of [
      ['Dashboard', 'dashboard'],
      ['DriverManagement', 'driver'],
      ['VehicleManagement', 'vehicle'],
      ['RegionManagement', 'region'],
    ] as const)
      expect(featureOf(module, resource)).toEqual({ actions: crud })
  })

  // covers: PAX-52, PAX-53, WIZ-05..08, USER-42, USER-43, GROUP-18, GROUP-19, RPT-34
  test('passengers, the wizard, users, groups and reports have the actions of the specification', () => {
    for (const [module, resource, actions] of [
      ['TravellerManagement', 'traveller', crud],
      ['TravellerManagement', 'travellerMedicalExemptFlag', crud],
      ['TravellerManagement', 'tripBookingWizard', crud],
      ['TravellerManagement', 'tripBookingHistoricTrips', crud],
      ['TravellerManagement', 'openBookingsAlerts', crud],
      ['TravellerManagement', 'discountCode', ['canLookup']],
      ['UserManagement', 'user', [...crud, 'canLogin']],
      ['UserGroupManagement', 'userGroups', [...crud, 'canLogin']],
    ] as const)
      expect(featureOf(module, resource)?.actions).toEqual(actions)
    expect(Object.keys(features.ReportManagement)).toEqual([
      'feedback',
      'survey',
      'bookingOutcomeReport',
      'tripItinerary',
    ])
  })

  // covers: USER-44
  test('roles of users are off in production, staging and demo', () => {
    expect(featureOf('UserManagement', 'userRoles')?.disabledIn).toEqual(['prod', 'staging', 'demo'])
  })

  // covers: WIZ-05..09
  test('booking for passengers has every action, and discount codes can only be looked up, where they are on', () => {
    const wizard = ['tripBookingWizard', 'tripBookingHistoricTrips', 'openBookingsAlerts'] as const
    for (const resource of wizard) expect(featureOf('TravellerManagement', resource)).toEqual({ actions: crud })
    expect(featureOf('TravellerManagement', 'discountCode')).toEqual({
      actions: ['canLookup'],
      disabledIn: ['prod', 'staging', 'demo'],
    })
  })

  // covers: PERM-58
  test('strategies are off everywhere until an installation switches them on', () => {
    expect(featureOf('ZoneManagement', 'serviceStrategies')?.disabledIn).toEqual(['*'])
    expect(featureOf('ResourceAvailability', 'planStrategies')?.disabledIn).toEqual(['*'])
  })

  test('odd-looking keys are spelt as in the specification', () => {
    for (const key of [
      'UserGroupManagement:trip:canRead',
      'DiscountManagement:role:canRead',
      'LiveBooking:booking:canRead',
      'ResourceAvailability:planStrategies:canRead',
      'TravellerManagement:resetPassword:canEdit',
      'TravellerManagement:discountCode:canLookup',
      'UserManagement:user:canLogin',
    ])
      expect(isPermissionKey(key)).toBe(true)
    expect(featureOf('constructor', 'name')).toBeUndefined()
    expect(Object.keys(features)).toContain('ZoneManagement')
  })

  // covers: BOOK-81, BOOK-82
  test('bookings have their own keys for reading, creating, changing and removing', () => {
    expect(features.LiveBooking.booking.actions).toEqual(['canRead', 'canCreate', 'canUpdate', 'canDestroy'])
    const { list, show, history, create, cancel, refund, ...others } = api.serviceRequests
    const keys = [list, show, history, others.export, create, cancel, refund].map(({ access }) => access)
    expect(keys).toEqual([
      ...Array(4).fill('LiveBooking:booking:canRead'),
      'LiveBooking:booking:canCreate',
      ...Array(2).fill('LiveBooking:booking:canUpdate'),
    ])
  })

  // covers: PERM-51..53
  test('endpoints that read regions, zones and stops require their keys', () => {
    expect([api.regions.list.access, api.regions.show.access]).toEqual(Array(2).fill('RegionManagement:region:canRead'))
    expect([api.zones.list.access, api.zones.show.access]).toEqual(Array(2).fill('ZoneManagement:zone:canRead'))
    expect([api.zoneStops.list.access, api.zoneStops.show.access]).toEqual(
      Array(2).fill('ZoneManagement:zoneStop:canRead'),
    )
  })

  test('every endpoint is either listed as public or requires a sign-in or an existing key', () => {
    const endpoints = Object.values(api).flatMap((group) => Object.values(group))
    const open = endpoints.filter(({ access }) => access === 'public').map(({ name }) => name)
    expect(open.toSorted()).toEqual([
      'driver.signIn',
      'passkeys.toSignIn',
      'passwords.forgot',
      'passwords.notMe',
      'passwords.reset',
      'ride.askForCode',
      'ride.config',
      'ride.signIn',
      'rideTracking.cancel',
      'rideTracking.live',
      'rideTracking.show',
      'sessions.create',
      'sessions.passkey',
      'sessions.secondStep',
      'sessions.sso',
      'settings.show',
      'setup.firstAdministrator',
      'sso.callback',
      'sso.start',
      'vehicles.importTemplate',
      'version.show',
    ])
    const named = endpoints.map(({ access }) => access).filter((access) => access.includes(':'))
    expect(named.filter((access) => !isPermissionKey(access))).toEqual([])
    expect(new Set(endpoints.map(({ method, audience, path }) => `${method} ${audience} ${path}`)).size).toBe(
      endpoints.length,
    )
  })
})

test('keys of all regions that come to the portal later are those of the endpoints that do', () => {
  const first = new Set(Object.keys(staffApi))
  const later = Object.entries(api)
    .filter(([group]) => !first.has(group))
    .flatMap(([, group]): Endpoint[] => Object.values(group))
    .filter(({ allRegions }) => allRegions)
    .map(({ access }) => access)
  expect(later).toEqual([...laterKeysOfAllRegions])
})

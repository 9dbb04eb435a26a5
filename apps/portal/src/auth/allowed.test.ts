import { expect, test } from 'vitest'
import { isAllowed, isFeatureOn } from './allowed.ts'

const settings = { featureFlags: {}, environment: 'prod' } as const
const everywhere = (permissions: Record<string, boolean>) => ({ permissions, region_ids: null })
const READ = 'DriverManagement:driver:canRead'

// covers: PERM-29, PERM-31, PERM-36
test('a user may read drivers when a permission key allows it and the module is on', () => {
  expect(isAllowed(READ, everywhere({ [READ]: true, 'DriverManagement:Module': true }), settings)).toBe(true)
  expect(isAllowed(READ, everywhere({}), settings)).toBe(false)
  expect(isAllowed(READ, everywhere({ [READ]: false }), settings)).toBe(false)
  expect(isAllowed(READ, everywhere({ [READ]: true, 'DriverManagement:Module': false }), settings)).toBe(false)
})

// covers: PERM-30, PERM-34, PERM-35
test('a feature that is off in this environment is off for all users', () => {
  const flag = (disabled_in: string[], enabled = true) => ({
    featureFlags: { 'DriverManagement:driver': { enabled, disabled_in } },
    environment: 'prod' as const,
  })
  expect(isFeatureOn('DriverManagement:driver', flag([]))).toBe(true)
  expect(isFeatureOn('DriverManagement:driver', flag(['prod']))).toBe(false)
  expect(isFeatureOn('DriverManagement:driver', flag(['uat']))).toBe(true)
  expect(isFeatureOn('DriverManagement:driver', flag(['*']))).toBe(false)
  expect(isAllowed(READ, everywhere({ [READ]: true }), flag([], false))).toBe(false)
})

// covers: PERM-32, PERM-33
test('zones are allowed only where schedules are enabled', () => {
  const key = 'ZoneManagement:zone:canRead'
  expect(isAllowed(key, everywhere({ [key]: true }), settings)).toBe(false)
  expect(isAllowed(key, everywhere({ [key]: true, 'ServicePlans:Module': false }), settings)).toBe(false)
  expect(isAllowed(key, everywhere({ [key]: true, 'ServicePlans:Module': true }), settings)).toBe(true)
})

test('a user limited to regions is offered nothing that applies to all regions', () => {
  const keys = [
    'DiscountManagement:discounts:canUpdate',
    'Settings:settings:canUpdate',
    'RegionManagement:region:canUpdate',
  ]
  const permissions = Object.fromEntries(keys.map((key) => [key, true]))
  const allowed = (region_ids: number[] | null) =>
    keys.filter((key) => isAllowed(key, { permissions, region_ids }, settings))
  expect(allowed(null)).toEqual(keys)
  expect(allowed([2])).toEqual(['RegionManagement:region:canUpdate'])
})

import { expect, test } from 'vitest'
import { type OpenTab, tabsWithin, withPlace } from './open-tabs.ts'

const trip = (tripId: number, regionId: number | null = 1) => ({ view: 'trip', regionId, tripId }) as const
const booking = { view: 'booking', regionId: 1, tripId: 44, serviceRequestId: 902 } as const
const keys = (tabs: readonly OpenTab[]): string[] => tabs.map(({ key }) => key)

// covers: MON-25, MON-26
test('an opened trip or booking becomes the first tab, without duplicates', () => {
  const tabs = withPlace(withPlace(withPlace([], trip(44)), trip(45)), booking)
  expect(keys(tabs)).toEqual(['sr-902', 'trip-45', 'trip-44'])
  expect(withPlace(tabs, trip(44))).toBe(tabs)
  expect(withPlace(tabs, { view: 'list', regionId: 1 })).toBe(tabs)
})

// covers: MON-31, MON-32
test('tabs close when their region or zone is no longer selected', () => {
  const tabs = withPlace(withPlace([], trip(44)), trip(45))
  const zoneOf = (id: number): number | null => (id === 44 ? 7 : null)
  expect(keys(tabsWithin(tabs, 2, [], zoneOf))).toEqual([])
  expect(keys(tabsWithin(tabs, 1, [8], zoneOf))).toEqual(['trip-45'])
  expect(tabsWithin(tabs, 1, [7], zoneOf)).toBe(tabs)
  expect(keys(withPlace(tabs, trip(46, 2)))).toEqual(['trip-46'])
})

import { expect, test } from 'vitest'
import { dialogKey, parseDialog, parseStack, readIds, writeDialog, writeIds, writeStack } from './dialog-ref.ts'

const known: Record<string, readonly string[]> = {
  TripDialog: ['TripDetails', 'Bookings'],
  VehicleDialog: ['VehicleDetails', 'Stage_*'],
  DriverDialog: ['DriverDetails', 'ResetPassword'],
  TravelerDialog: ['Profile'],
}
const tabsOf = (name: string) => known[name] ?? null

// covers: DLG-03, DLG-06..09, DLG-10..13, DRV-12
test.each([
  ['TripDialog-view-7-TripDetails', { name: 'TripDialog', mode: 'view', id: '7', tab: 'TripDetails' }],
  ['VehicleDialog-edit-3-VehicleDetails', { name: 'VehicleDialog', mode: 'edit', id: '3', tab: 'VehicleDetails' }],
  ['DriverDialog-view-12', { name: 'DriverDialog', mode: 'view', id: '12', tab: null }],
  ['TravelerDialog-view-9-Profile', { name: 'TravelerDialog', mode: 'view', id: '9', tab: 'Profile' }],
  ['DriverDialog-create', { name: 'DriverDialog', mode: 'create', id: null, tab: null }],
  ['DriverDialog-bulkedit-1.2.3', { name: 'DriverDialog', mode: 'bulkedit', id: '1.2.3', tab: null }],
])('%s', (text, ref) => {
  expect(parseDialog(text, tabsOf)).toEqual(ref)
  expect(writeDialog(parseDialog(text, tabsOf)!)).toBe(text) // parsed in the line above
})

test('a dialog id may be a UUID, and the last part is a tab only if the dialog has that tab', () => {
  const uuid = '5f0c9b1e-8f4e-4c67-9a53-0d1f6f5d8a11'
  expect(parseDialog(`TripDialog-view-${uuid}`, tabsOf)).toMatchObject({ id: uuid, tab: null })
  expect(parseDialog(`TripDialog-view-${uuid}-Bookings`, tabsOf)).toMatchObject({ id: uuid, tab: 'Bookings' })
  expect(parseDialog('VehicleDialog-edit-3-Stage_fit_out', tabsOf)).toMatchObject({ id: '3', tab: 'Stage_fit_out' })
  expect(parseDialog('VehicleDialog-edit-3-Stage_', tabsOf)).toMatchObject({ id: '3-Stage_', tab: null })
  expect(parseDialog('DriverDialog-view-12-Bookings', tabsOf)).toMatchObject({ id: '12-Bookings', tab: null })
})

test.each(['', 'DriverDialog', 'DriverDialog-look-12', 'Unknown-view-1', '-view-1'])(
  '%s does not name a dialog',
  (text) => expect(parseDialog(text, tabsOf)).toBeNull(),
)

// covers: DLG-01, DLG-02, DLG-04
test('stacked dialogs are written from bottom to top and read back, and invalid parts are dropped', () => {
  const text = 'TripDialog-view-7-Bookings,DriverDialog-edit-12'
  expect(writeStack(parseStack(text, tabsOf))).toBe(text)
  expect(parseStack(`${text},Nothing-view-1,`, tabsOf)).toHaveLength(2)
  expect(writeStack([])).toBeUndefined()
  expect(parseStack(undefined, tabsOf)).toEqual([])
})

test('viewing and editing one record are the same dialog', () => {
  const of = (text: string) => dialogKey(parseDialog(text, tabsOf)!) // all three are dialogs
  expect(of('DriverDialog-view-12')).toBe(of('DriverDialog-edit-12-ResetPassword'))
  expect(of('DriverDialog-view-12')).not.toBe(of('DriverDialog-view-13'))
})

test('several ids are written in one part of the address', () => {
  expect(writeIds([4, 8, 15])).toBe('4.8.15')
  expect(readIds('4.8.15.x.0.-2')).toEqual([4, 8, 15])
  expect(readIds(null)).toEqual([])
})

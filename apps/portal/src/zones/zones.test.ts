import { expect, test } from 'vitest'
import { designerPath, zoneIdOf } from './navigation.ts'
import { withoutZone, withZone } from './open-zones.ts'
import { timeZoneFor, zoneBody, ZoneForm, zoneValues } from './zone-form.ts'

test('an opened zone gets one tab at the end, and closing removes it', () => {
  const open = [4, 2]
  expect(withZone(open, 7)).toEqual([4, 2, 7])
  expect(withZone(open, 4)).toBe(open)
  expect(withoutZone(open, 4)).toEqual([2])
  expect(withoutZone(open, 9)).toBe(open)
})

test('the designer’s address has the zone, and a tab only if one is given', () => {
  expect(designerPath(4)).toBe('/ZoneManagement/zones/4/designer')
  expect(designerPath(4, 'stops')).toBe('/ZoneManagement/zones/4/designer/stops')
  expect([undefined, '', '0', 'x', '12'].map(zoneIdOf)).toEqual([null, null, null, null, 12])
})

const coast = { id: 3, name: 'Coast', time_zone: 'Australia/Brisbane' }
const hills = { id: 4, name: 'Hills', time_zone: 'Australia/Perth' }
const regions = [coast, hills]

// covers: ZONE-35
test('a new zone has a price of 3.5, the chosen region and every app', () => {
  const apps = [
    { id: 1, name: 'App' },
    { id: 2, name: 'Site' },
  ]
  const fresh = zoneValues(null, { region: coast, apps })
  expect(fresh).toMatchObject({ default_price: 3.5, region_id: '3', time_zone: 'Australia/Brisbane', point: null })
  expect(zoneBody({ ...fresh, name: 'Bay', default_price: null })).toMatchObject({
    region_id: 3,
    default_price: 3.5,
    allowed_apps: [1, 2],
  })
})

test('choosing another region sets its time zone, unless a time zone was chosen by hand', () => {
  expect(timeZoneFor(regions, { time_zone: 'Australia/Brisbane', from: '3', to: '4' })).toBe('Australia/Perth')
  expect(timeZoneFor(regions, { time_zone: 'Australia/Darwin', from: '3', to: '4' })).toBe('Australia/Darwin')
  expect(timeZoneFor(regions, { time_zone: '', from: '', to: '3' })).toBe('Australia/Brisbane')
  expect(timeZoneFor(regions, { time_zone: 'Australia/Perth', from: '4', to: '' })).toBe('Australia/Perth')
})

// covers: ZONE-53..56
test('each invalid field of a zone reports what it requires', () => {
  const empty = { ...zoneValues(null, { region: null, apps: [] }), time_zone: '' }
  expect(ZoneForm.safeParse(empty).error?.issues.map(({ message }) => message)).toEqual([
    'Please enter a zone name',
    'Please enter a short abbreviation',
    'Please select a region',
    'Please select a timezone',
  ])
})

test('a new zone books recurring journeys 14 days ahead and lets them move by 15 minutes, and says what else may be entered', () => {
  const fresh = { ...zoneValues(null, { region: coast, apps: [] }), name: 'Bay', abbreviation: 'BY' }
  expect(fresh).toMatchObject({ series_days_ahead: 14, series_flex_minutes: 15 })
  const wrong = ZoneForm.safeParse({ ...fresh, series_days_ahead: 61, series_flex_minutes: 61 })
  expect(wrong.error?.issues.map(({ message }) => message)).toEqual([
    'Please enter 1 to 60 days',
    'Please enter 0 to 60 minutes',
  ])
})

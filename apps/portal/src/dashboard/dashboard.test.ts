import type { Settings } from '@ambit/contract'
import { expect, test } from 'vitest'
import { countText, LINK_PER_PAGE, onboardingFor, stepsFor, type Viewer } from './onboarding.ts'
import { tiles, tileSearch } from './tiles.ts'

const names = [
  'RegionManagement',
  'ZoneManagement',
  'DriverManagement',
  'VehicleManagement',
  'ServicePlans',
  'VehicleMonitoring',
  'TravellerManagement',
  'LiveBookings',
  'ZoneSolutions',
]
const item = (name: string, more: object = {}): Settings['modules'][number]['items'][number] => ({
  name,
  menuName: name,
  shippedName: name,
  path: `/${name}`,
  icon: '',
  enabled: true,
  mainMenu: true,
  globalSearchEnabled: false,
  brand: null,
  permission: '',
  ...more,
})
const everything: Viewer = {
  modules: [{ groupName: 'All', items: names.map((name) => item(name)) }],
  brand: 'a',
  can: () => true,
  hasPage: () => true,
}
const pathsOf = (viewer: Viewer, hasZones = true) => [
  ...new Set(
    onboardingFor(viewer, hasZones).flatMap(({ modules }) => modules.flatMap(({ links }) => links.map(({ to }) => to))),
  ),
]

// covers: DASH-01..04, DASH-11..14, DASH-24..32
test('the dashboard links to every module in three groups, each with type, description and icon', () => {
  const groups = onboardingFor(everything, true)
  expect(groups.map(({ name }) => name)).toEqual(['Setup', 'Resource planning', 'Daily operations'])
  expect(pathsOf(everything).toSorted()).toEqual(names.map((name) => `/${name}`).toSorted())
  for (const module of groups.flatMap(({ modules }) => modules)) {
    expect(module.links.length).toBeGreaterThan(0)
    for (const text of [module.title, module.description, module.icon]) expect(text).not.toBe('')
  }
  expect(groups.flatMap(({ modules }) => modules.map(({ type }) => type))).toEqual([
    'regions',
    'zones',
    'drivers',
    'vehicles',
    'service_plans',
    'monitoring',
    'travelers',
    'service_requests',
    'zone_solutions',
  ])
  expect(
    groups.flatMap(({ modules }) => modules.flatMap(({ links }) => links.flatMap(({ dialog }) => dialog ?? []))),
  ).toContain('DriverDialog-create')
})

// covers: DASH-15, DASH-16
test('the dashboard offers to create the first zone and hides links that need one until it exists', () => {
  const labels = (hasZones: boolean) =>
    onboardingFor(everything, hasZones).flatMap(({ modules }) =>
      modules.flatMap(({ links }) => links.map(({ label }) => label)),
    )
  const [none, some] = [labels(false), labels(true)]
  expect(none).toContain('Create your first zone')
  expect(some).not.toContain('Create your first zone')
  for (const label of ['Open zones', 'Plan schedules', 'Open monitoring', 'Open bookings', 'Open solutions']) {
    expect(some).toContain(label)
    expect(none).not.toContain(label)
  }
})

test('a dashboard link is shown when its module is enabled for this brand, readable, and has a page', () => {
  const off = (more: object): Viewer => ({
    ...everything,
    modules: [{ groupName: 'All', items: names.map((name) => item(name, name === 'LiveBookings' ? more : {})) }],
  })
  expect(pathsOf(off({ enabled: false }))).not.toContain('/LiveBookings')
  expect(pathsOf(off({ brand: 'b' }))).not.toContain('/LiveBookings')
  expect(pathsOf({ ...everything, can: (key) => !key.startsWith('DriverManagement') })).not.toContain(
    '/DriverManagement',
  )
  expect(pathsOf({ ...everything, hasPage: (path) => path === '/VehicleMonitoring' })).toEqual(['/VehicleMonitoring'])
})

test('the set-up steps are listed in order, and completed ones are marked', () => {
  const nothing = { regions: 0, zones: 0, vehicles: 0, drivers: 0, travelers: 0, service_plans: 0 }
  const steps = stepsFor(everything, { ...nothing, regions: 1, drivers: 3 })
  expect(steps.map(({ title, done }) => [title, done])).toEqual([
    ['Regions', true],
    ['Zones', false],
    ['Vehicles', false],
    ['Drivers', true],
    ['In-Service Schedules', false],
  ])
  expect(steps[1]!.link).toEqual({
    label: 'Create your first zone',
    to: '/ZoneManagement',
    dialog: 'ZoneDialog-create',
  })
  // Schedules need a zone first; what may not be read is no step.
  expect(steps[4]!.link).toBeNull()
  expect(stepsFor(everything, { ...nothing, vehicles: null }).map(({ title }) => title)).not.toContain('Vehicles')
  expect([countText(12, String), countText(1000, String)]).toEqual(['12', '1000+'])
})

// covers: DASH-09, DASH-34, DASH-35, DASH-36, DASH-38, DASH-39, DASH-40, DASH-41, DASH-42
test('each figure links to the bookings that it counts, 999 per page', () => {
  const moment = { now: new Date('2026-11-23T08:00:00Z'), todayEnds: '2026-11-23T14:00:00.000Z' }
  const queries = Object.fromEntries(tiles.map((tile) => [tile.name, tileSearch(tile, moment)]))
  const waiting = 'created,assigned,unassigned,secured'
  const per_page = '999'
  expect(String(LINK_PER_PAGE)).toBe(per_page)
  expect(queries).toEqual({
    on_board: { 'filter.status': 'on_board', 'filter.date_range': 'any', per_page },
    upcoming: {
      'filter.status': waiting,
      'filter.date_range': '2026-11-23T08:00:00.000Z,2026-11-23T08:30:00.000Z',
      per_page,
    },
    future: {
      'filter.status': waiting,
      'filter.date_range': '2026-11-23T08:30:00.000Z,2026-11-23T14:00:00.000Z',
      per_page,
    },
    completed: { 'filter.status': 'completed', 'filter.date_range': 'today', per_page },
    no_show: { 'filter.status': 'no_show', 'filter.date_range': 'today', per_page },
    cancelled: { 'filter.status': 'cancelled', 'filter.date_range': 'today', per_page },
    around_now: { 'filter.date_range': '+/-1 hour', per_page },
  })
})

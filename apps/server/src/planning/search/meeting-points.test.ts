import { StrategyConfiguration } from '@ambit/contract'
import { createServiceDays } from '@ambit/domain'
import type { LngLat } from '@ambit/geo'
import { expect, test } from 'vitest'
import { straightStreets } from '../../testing/straight-streets.ts'
import { meetingPointsFor } from './meeting-points.ts'
import type { ZoneSettings } from '../plan/types.ts'
import { freeFlow } from '../plan/traffic.ts'
import type { Roads } from '../plan/roads.ts'

const pier: LngLat = [153.02, -27.47]
const acrossTheWater: LngLat = [153.02, -27.4668]

const settings: ZoneSettings = {
  zone_id: 1,
  region_id: 1,
  name: 'Harbour',
  time_zone: 'Australia/Brisbane',
  active: true,
  price: 3.5,
  payment_methods: ['cash'],
  allowed_apps: [],
  center: null,
  areas: [],
  rules: {
    time_zone: 'Australia/Brisbane',
    horizon_days: 60,
    days: createServiceDays({ time_zone: 'Australia/Brisbane', rules: [], special_days: [] }),
  },
  stops: [
    {
      location_id: 7,
      name: 'Pier',
      point: pier,
      passenger: true,
      staging: false,
      not_accessible: false,
      medically_exempt: false,
      break: false,
    },
  ],
  closures: [],
  traffic: freeFlow,
  strategy: StrategyConfiguration.parse({}),
}
const need = { step_free: false, medically_exempt: false }

test('the walk to a stop is never shorter than the straight line, even where the nearest path begins elsewhere', () => {
  const straight = straightStreets()
  // Both ends lie nearest to the same path: along it there is next to nothing to walk.
  const roads: Roads = {
    ...straight,
    table: () => ({ distance: Float64Array.of(24), duration: Float64Array.of(18) }),
  }
  const walk = { place: { name: 'Quay', point: acrossTheWater }, need, direction: 'to_stop' } as const
  const [pierStop] = meetingPointsFor(roads, settings, walk).free
  expect(pierStop?.walk_m).toBe(356)
  expect(pierStop?.walk_s).toBe(267)
  const [along] = meetingPointsFor(straight, settings, walk).free
  expect(along?.walk_m).toBe(356)
})

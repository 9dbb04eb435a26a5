import type { Trip } from '@ambit/contract'
import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { positions } from '../records/positions.ts'
import { activeTripsQuery, placeVehicle } from './queries.ts'

const positionNow = () => ({
  latitude: -27,
  longitude: 153,
  bearing: 90,
  speed: 8,
  recorded_at: new Date().toISOString(),
})
const heard = (id: number): Trip => ({ id, latest_trip_monitor: positionNow(), no_signal_since: null }) as Trip // the rest plays no part

test('positions of vehicles that are heard already do not put off the next refresh of the list', () => {
  const queries = new QueryClient()
  const { queryKey } = activeTripsQuery(null, [])
  queries.setQueryData(queryKey, [heard(9001)])
  const written = vi.fn<() => void>()
  queries.getQueryCache().subscribe(written)
  placeVehicle(queries, 9001, positionNow())
  expect(positions.at(9001)).not.toBeNull()
  expect(written).not.toHaveBeenCalled()
})

test('the first position of a vehicle is written into the lists that hold its trip', () => {
  const queries = new QueryClient()
  const { queryKey } = activeTripsQuery(null, [])
  const [known, silent] = [heard(9002), { ...heard(9003), latest_trip_monitor: null }]
  queries.setQueryData(queryKey, [known, silent])
  const position = positionNow()
  placeVehicle(queries, 9003, position)
  expect(queries.getQueryData(queryKey)).toEqual([known, { ...silent, latest_trip_monitor: position }])
})

import type { Trip } from '@ambit/contract'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { client } from '../api/client.ts'
import { positions } from '../records/positions.ts'
import { activeTripsQuery, placeVehicle, tripChanged } from './queries.ts'

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

test('trips that change again while they are asked for are asked for again, and the newest answer stands', async () => {
  vi.useFakeTimers()
  const queries = new QueryClient()
  const query = activeTripsQuery(null, [])
  const trip = (name: string): Trip => ({ ...heard(9004), name })
  queries.setQueryData(query.queryKey, [trip('before')])
  const end = new QueryObserver(queries, { ...query, staleTime: Infinity }).subscribe(() => {})
  const answers: ((name: string) => void)[] = []
  const asked = vi
    .spyOn(client, 'call')
    .mockImplementation(() => new Promise((answer) => answers.push((name) => answer({ data: [trip(name)] }))))
  onTestFinished(() => {
    end()
    asked.mockRestore()
    vi.useRealTimers()
  })
  tripChanged(queries, 9004)
  await vi.advanceTimersByTimeAsync(600)
  tripChanged(queries, 9004)
  await vi.advanceTimersByTimeAsync(1200)
  answers[1]?.('newest')
  answers[0]?.('first')
  await vi.advanceTimersByTimeAsync(1200)
  answers[1]?.('newest')
  await vi.advanceTimersByTimeAsync(0)
  expect(queries.getQueryData(query.queryKey)).toEqual([trip('newest')])
})

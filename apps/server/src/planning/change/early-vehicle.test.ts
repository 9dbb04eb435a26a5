import { expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { startDispatch } from '../../testing/dispatch.ts'
import { clockOf, type Crew } from '../../testing/small-town.ts'

const { act, arriveAt, book, booking, one, town } = startDispatch()

/** The end of a booking's promise, and when the stop that it is to be picked up at is planned. */
const promisedAndPlanned = async (id: number): Promise<string[]> => {
  const { pickup, trip_id } = await booking(id)
  const { data: trip } = await town().dispatcher.call(api.trips.show, { params: { id: trip_id ?? 0 } })
  const stop = trip.trip_stops.find((each) => each.id === pickup.trip_stop_id)
  expect(stop?.arrived_at).not.toBeNull()
  return [pickup.promised_upper_bound, stop?.scheduled_at ?? null].map(clockOf)
}

/** The vehicle stands where it came for somebody who then cancelled, long before the time of that stop. */
const standsEarly = async (crew: Crew, time: string): Promise<void> => {
  const { id } = await book('Maria Silva', '09:30')
  await arriveAt(crew, time)
  await town().dispatcher.call(api.serviceRequests.cancel, { params: { id }, body: { reason: null } })
}

test('who joins a vehicle that came early for somebody else is planned no later than promised', async () => {
  await standsEarly(one(), '08:50')
  const { id } = await book('Tom Baker', '08:51')
  expect(await promisedAndPlanned(id)).toEqual(['09:01', '09:01'])
})

test('who is late and moved by hand to a vehicle that came early for somebody else stays planned for the promise', async () => {
  const { id } = await book('Tom Baker', '08:30')
  const two = await town().vehicle('Van 2')
  await act({ kind: 'pause_vehicle', trip_id: one().trip_id })
  await standsEarly(two, '08:45')
  const assign = { kind: 'assign' as const, service_request_ids: [id], trip_id: two.trip_id }
  await act(assign, { confirmed: true, reason: 'Nobody else can come' })
  expect(await promisedAndPlanned(id)).toEqual(['08:40', '08:40'])
})

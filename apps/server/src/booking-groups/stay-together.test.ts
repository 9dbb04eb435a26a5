import { describe, expect, test } from 'vitest'
import { api, type BookingGroup } from '@ambit/contract'
import { seededRandom } from '@ambit/random'
import { rescueBookings } from '../planning/reassign/rescue.ts'
import { readVersion } from '../planning/plan/queries.ts'
import { startDispatch } from '../testing/dispatch.ts'
import { bookGroup, people } from '../testing/groups.ts'

// After each test the engine's independent check looks for a group on two vehicles.
const { server, town, one, preview, accept, act, undo, booking, clock } = startDispatch()

const idsOf = ({ service_requests }: BookingGroup): number[] => service_requests.map(({ id }) => id)
const vehiclesOf = async (ids: readonly number[]): Promise<(string | null)[]> => {
  const vehicles: (string | null)[] = []
  for (const id of ids) vehicles.push((await booking(id)).vehicle_number)
  return vehicles
}
const group = async (count: number, at = '10:00') => idsOf(await bookGroup(town(), await people(town(), count), { at }))

describe('a person who moves one member', () => {
  // covers: JRN-43
  test('moves all of them, and sees so before', async () => {
    const ids = await group(3)
    const two = await town().vehicle('Van 2')
    const asked = {
      kind: 'assign' as const,
      service_request_ids: [ids[1]!],
      trip_id: two.trip_id,
      hold: 'planning' as const,
    }
    const shown = await preview(asked)
    expect(shown.options[0]?.title).toBe('3 bookings to Van 2')
    expect(await vehiclesOf(ids)).toEqual(['Van 1', 'Van 1', 'Van 1'])
    const action = (await accept(shown, 'asked')).action!
    expect(await vehiclesOf(ids)).toEqual(['Van 2', 'Van 2', 'Van 2'])
    await undo(action.id)
    expect(await vehiclesOf(ids)).toEqual(['Van 1', 'Van 1', 'Van 1'])
  })

  // covers: JRN-43
  test('is refused where the vehicle has no room for all', async () => {
    const ids = await group(3)
    const small = await town().vehicle('Car', { seats: 2 })
    const asked = {
      kind: 'assign' as const,
      service_request_ids: [ids[0]!],
      trip_id: small.trip_id,
      hold: 'planning' as const,
    }
    const shown = await preview(asked)
    expect(shown.options.map(({ key }) => key)).not.toContain('asked')
    expect(shown.refused.map(({ text }) => text)).toEqual(['1 vehicle has at most 2 seats'])
    expect(await vehiclesOf(ids)).toEqual(['Van 1', 'Van 1', 'Van 1'])
  })

  // covers: JRN-43
  test('reads why one cannot be put at a place of another vehicle', async () => {
    const ids = await group(2)
    const two = await town().vehicle('Van 2')
    const place = { pickup_before: null, dropoff_before: null }
    const asked = {
      kind: 'assign' as const,
      service_request_ids: [ids[0]!],
      trip_id: two.trip_id,
      hold: 'planning' as const,
      place,
    }
    const { refused } = await preview(asked)
    expect(refused[0]?.text).toBe(`It travels together with booking ${ids[1]} on Van 1`)
  })

  // covers: JRN-43
  test('takes all off the vehicle, and planning finds one for all or for nobody', async () => {
    const ids = await group(3)
    await act({ kind: 'unassign', service_request_ids: [ids[2]!] }, { confirmed: true })
    expect(await vehiclesOf(ids)).toEqual([null, null, null])
    await town().vehicle('Car', { seats: 2 })
    const rescue = async () => {
      const { deps } = server()
      await rescueBookings(deps, await readVersion(deps.db, town().zone_id))
    }
    await rescue()
    expect(await vehiclesOf(ids)).toEqual([null, null, null])
    await town().vehicle('Bus', { seats: 6 })
    await rescue()
    expect(await vehiclesOf(ids)).toEqual(['Bus', 'Bus', 'Bus'])
  })
})

// covers: JRN-43
test('a lost vehicle hands a group on as one, or to nobody', async () => {
  const ids = await group(3)
  await town().vehicle('Car', { seats: 2 })
  const bus = await town().vehicle('Bus', { seats: 5 })
  await act({ kind: 'trip_cancelled', trip_id: one().trip_id }, { confirmed: true })
  expect(await vehiclesOf(ids)).toEqual(['Bus', 'Bus', 'Bus'])
  await act({ kind: 'trip_cancelled', trip_id: bus.trip_id }, { confirmed: true })
  const left = await Promise.all(ids.map((id) => booking(id)))
  expect(left.map(({ status }) => status)).toEqual(['cancelled', 'cancelled', 'cancelled'])
})

// covers: JRN-43
test('what one of them is searched for on the board is only had where the others are', async () => {
  const ids = await group(2)
  await town().vehicle('Van 2')
  const { data } = await town().dispatcher.call(api.dispatchBoard.probe, { body: { service_request_id: ids[0]! } })
  const withPlaces = data.trips.filter(({ places }) => places.length > 0).map(({ trip_id }) => trip_id)
  expect(withPlaces).toEqual([one().trip_id])
})

// covers: JRN-43
// @test-tag long
test.each([1, 2])(
  'no morning of bookings, cancellations and moves leaves a group on two vehicles (seed %i)',
  async (seed) => {
    const { below, pick } = seededRandom(seed)
    const trips = [one(), await town().vehicle('Van 2'), await town().vehicle('Bus', { seats: 12 })]
    const groups: number[][] = []
    const singles: number[] = []
    const tried = async (work: Promise<unknown>) => {
      await work.catch(() => undefined)
    }
    for (let step = 0; step < 24; step++) {
      clock(`${String(8 + Math.floor(step / 6)).padStart(2, '0')}:${String((step % 6) * 10).padStart(2, '0')}`)
      const at = `${String(9 + Math.floor(step / 6) + below(2)).padStart(2, '0')}:${below(5)}0`
      const ids = [...singles, ...groups.flat()]
      switch (below(5)) {
        case 0:
          await tried(group(2 + below(5), at).then((made) => groups.push(made)))
          break
        case 1: {
          const who = await town().passenger(`Single ${seed} ${step}`)
          await tried(
            town()
              .book({ who, from: 'Harbour', to: 'School', at })
              .then(({ id }) => singles.push(id)),
          )
          break
        }
        case 2:
          if (ids.length > 0)
            await tried(town().dispatcher.call(api.serviceRequests.cancel, { params: { id: pick(ids) }, body: {} }))
          break
        default:
          if (ids.length > 0)
            await tried(
              act({ kind: 'assign', service_request_ids: [pick(ids)], trip_id: pick(trips).trip_id, hold: 'planning' }),
            )
      }
      const { deps } = server()
      await rescueBookings(deps, await readVersion(deps.db, town().zone_id))
      for (const members of groups) {
        const vehicles = (await Promise.all(members.map((id) => booking(id)))).flatMap(({ status, trip_id }) =>
          status === 'cancelled' || trip_id === null ? [] : [trip_id],
        )
        expect(new Set(vehicles).size, `step ${step}`).toBeLessThanOrEqual(1)
      }
    }
    expect(groups.length).toBeGreaterThan(1)
  },
)

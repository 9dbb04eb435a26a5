import { describe, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { startDispatch } from '../testing/dispatch.ts'
import { planOf } from '../testing/plan-of.ts'
import { refusal } from '../testing/refusal.ts'
import { at } from '../testing/small-town.ts'

// Five stops a kilometre apart along one road: 100 s each.
const { server, town, one, undo, booking, book } = startDispatch()

const plan = () => planOf(server(), town().zone_id)
const office = () => server().client('administrator')
const schedules = () =>
  server()
    .deps.db.selectFrom('service_plans')
    .where('zone_id', '=', town().zone_id)
    .select(['id', 'vehicle_id', 'driver_id', 'start_time', 'end_time', 'minimum_capacity', 'shift', 'created_at'])
    .orderBy('id')
    .execute()
const newest = async () => {
  const { data } = await town().dispatcher.call(api.dispatchActions.list, {
    query: { filter: { region: [town().region_id] } },
  })
  return data[0]
}
const scheduleOf = async (trip_id: number) =>
  (await office().call(api.trips.show, { params: { id: trip_id } })).data.service_plan_id ?? 0

/** A call is recorded as an action of this kind, and undoing it brings back every trip, stop, promise and schedule. */
const comesBack = async (kind: string, call: () => Promise<unknown>): Promise<void> => {
  const before = [await plan(), await schedules()]
  await call()
  const action = await newest()
  expect(action).toMatchObject({ kind, undo_of: null, undo: { possible: true } })
  expect([await plan(), await schedules()]).not.toEqual(before)
  await undo(action!.id, {}, office())
  expect([await plan(), await schedules()]).toEqual(before)
}

// covers: FX-07
// @test-tag long
test('cancelling a booking and changing a trip’s crew or state are recorded and undone as actions', async () => {
  const { id } = await book('Ann Bell')
  const { trip_id } = one()
  const spare = await town().vehicle('Van 2', { from: '20:00', until: '21:00' })
  await comesBack('cancel', () => town().dispatcher.call(api.serviceRequests.cancel, { params: { id }, body: {} }))
  const crew = { vehicle_id: spare.vehicle_id, driver_id: spare.driver_id }
  await comesBack('change_crew', () => office().call(api.trips.update, { params: { id: trip_id }, body: crew }))
  const other = await town().vehicle('Van 3', { from: '21:30', until: '22:30' })
  const ids = [trip_id, other.trip_id]
  await comesBack('change_crew', () =>
    office().call(api.trips.updateSeveral, { query: { ids }, body: ids.map((one) => ({ id: one, ...crew })) }),
  )
  await comesBack('trip_state', () =>
    office().call(api.trips.changeState, { params: { id: trip_id }, body: { status: 'live' } }),
  )
  await comesBack('trip_cancelled', () =>
    office().call(api.trips.changeState, { params: { id: trip_id }, body: { status: 'cancelled', force: true } }),
  )
  expect((await booking(id)).trip_id).toBe(trip_id)
})

// covers: FX-07
test('changing, shortening and cancelling a schedule with bookings are recorded and undone as actions', async () => {
  await book('Ann Bell', '09:00')
  await book('Tom Reed', '17:00')
  await town().vehicle('Van 2', { from: '08:30', until: '12:00' })
  const id = await scheduleOf(one().trip_id)
  const { data: schedule } = await office().call(api.servicePlans.show, { params: { id } })
  const end_time = new Date(Date.parse(schedule.end_time) + 30 * 60_000).toISOString()
  await comesBack('schedule_shortened', () =>
    office().call(api.servicePlans.update, { params: { id }, body: { end_time } }),
  )
  const changed = async (query: { end_time?: string }) => {
    const { data } = await office().call(api.servicePlans.flexible, { params: { id }, query })
    const { bookings, ...rest } = data
    const body = {
      start_time: rest.start_time,
      end_time: rest.end_time,
      token: rest.token,
      bookings: bookings.map((one) => ({ id: one.id, action: one.actions[0]! })),
    }
    await office().call(api.servicePlans.flexibleUpdate, { params: { id }, body })
  }
  await comesBack('schedule_shortened', () => changed({ end_time: '2026-11-23T14:00:00+10:00' }))
  await comesBack('trip_cancelled', () => changed({}))
  expect(await scheduleOf(one().trip_id)).toBe(id)
})

// covers: FX-07
// @test-tag long
test('the four disruptions and an opened road are recorded and undone as actions by their own calls', async () => {
  await book('Ann Bell', '09:00')
  const [longitude, latitude] = at(1500)
  const accept = async (disruption: Parameters<typeof preview>[0]) => {
    const { token } = await preview(disruption)
    await town().dispatcher.call(api.disruptions.accept, { body: { disruption, token } })
  }
  type Asked = (typeof api.disruptions.preview.body)['_zod']['input']
  const preview = async (body: Asked) => (await town().dispatcher.call(api.disruptions.preview, { body })).data
  const { trip_id } = one()
  await comesBack('vehicle_lost', () => accept({ kind: 'vehicle_lost', trip_id }))
  await comesBack('trip_cancelled', () => accept({ kind: 'trip_cancelled', trip_id }))
  const closures = async () =>
    (await town().dispatcher.call(api.roadClosures.list, {})).data.filter(
      ({ region_id }) => region_id === town().region_id,
    )
  await accept({ kind: 'road_closed', region_id: town().region_id, longitude, latitude })
  const closed = await newest()
  expect(closed).toMatchObject({ kind: 'road_closed', undo: { possible: true } })
  await undo(closed!.id)
  expect(await closures()).toEqual([])
  await accept({ kind: 'road_closed', region_id: town().region_id, longitude, latitude })
  const [road] = await closures()
  await town().dispatcher.call(api.roadClosures.lift, { params: { id: road!.id } })
  const opened = await newest()
  expect(opened).toMatchObject({ kind: 'road_opened', undo: { possible: true } })
  await undo(opened!.id)
  expect(await closures()).toMatchObject([{ id: road!.id }])
  await town().dispatcher.call(api.roadClosures.lift, { params: { id: road!.id } })
})

describe('a schedule that was cancelled with its bookings', () => {
  /** Ann's vehicle goes; she rides with Van 2. */
  const cancelled = async () => {
    const { id } = await book('Ann Bell', '09:00')
    await town().vehicle('Van 2', { from: '08:30', until: '12:00' })
    const params = { id: await scheduleOf(one().trip_id) }
    const { data } = await office().call(api.servicePlans.flexible, { params, query: {} })
    const bookings = data.bookings.map((booking) => ({ id: booking.id, action: booking.actions[0]! }))
    const { start_time, end_time, token } = data
    await office().call(api.servicePlans.flexibleUpdate, { params, body: { start_time, end_time, token, bookings } })
    return { id, schedule: params.id, action: (await newest())!.id }
  }

  test('comes back with its trip where a booking of it has ended since', async () => {
    const { id, schedule, action } = await cancelled()
    await town().dispatcher.call(api.serviceRequests.cancel, { params: { id }, body: {} })
    const cancelling = (await newest())!.id
    await server()
      .deps.db.updateTable('dispatch_actions')
      .set({ undone_by: cancelling })
      .where('id', '=', cancelling)
      .execute()
    const params = { id: action }
    const { data: shown } = await office().call(api.dispatchActions.undoPreview, { params })
    expect(shown.exact).toBe(false)
    await undo(action, { token: shown.token, confirmed: true }, office())
    expect(await scheduleOf(one().trip_id)).toBe(schedule)
  })

  test('stays cancelled where its vehicle has another schedule by then, which is said in words', async () => {
    const { action } = await cancelled()
    const body = {
      zone_id: town().zone_id,
      vehicle_id: one().vehicle_id,
      driver_id: one().driver_id,
      start_time: '2026-11-23T09:00:00+10:00',
      end_time: '2026-11-23T15:00:00+10:00',
    }
    await office().call(api.servicePlans.create, { body })
    const params = { id: action }
    for (const call of [
      office().call(api.dispatchActions.undoPreview, { params }),
      office().call(api.dispatchActions.undo, { params, body: {} }),
    ])
      expect((await refusal(call)).errors[0]?.detail).toBe(
        'The vehicle or driver has another schedule at that time by now',
      )
  })
})

test('of two states of a trip the later one is undone first', async () => {
  const params = { id: one().trip_id }
  await office().call(api.trips.changeState, { params, body: { status: 'live' } })
  const first = (await newest())!.id
  await office().call(api.trips.changeState, { params, body: { status: 'in_transit' } })
  const { data } = await office().call(api.dispatchActions.show, { params: { id: first } })
  expect(data.undo.possible).toBe(false)
})

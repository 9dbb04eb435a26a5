import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { startDispatch } from '../testing/dispatch.ts'
import { updateEtas } from '../planning/upkeep/update-etas.ts'
import { planOf } from '../testing/plan-of.ts'
import { refusal } from '../testing/refusal.ts'
import { at, type Crew } from '../testing/small-town.ts'

// Five stops a kilometre apart along one road: 100 s each. Going round a closure takes 300 s more.
const { server, town, one, preview, accept, act, undo, undoPreview, booking, history, tripHistory, book, arriveAt } =
  startDispatch()

const standing = async () =>
  (await town().dispatcher.call(api.roadClosures.list, {})).data.filter((road) => road.region_id === town().region_id)
afterEach(async () => {
  for (const { id } of await standing()) await town().dispatcher.call(api.roadClosures.lift, { params: { id } })
})
const closed = (east: number) => {
  const [longitude, latitude] = at(east)
  return { kind: 'road_closed' as const, region_id: town().region_id, longitude, latitude, message: 'Burst main' }
}
const plan = () => planOf(server(), town().zone_id)
const planned = async (id: number) => {
  await updateEtas(server().deps, town().zone_id)
  const { pickup, dropoff } = await booking(id)
  return [pickup.eta, dropoff.eta]
}

// covers: FX-63
test('a closed road shows who comes later by it, is closed as shown, and undoing it opens it and brings everybody back', async () => {
  const { id } = await book('Ann Bell', '09:00', { to: 'School' })
  const times = await planned(id)
  const before = await plan()
  const shown = await preview(closed(1500))
  expect([await plan(), await standing()]).toEqual([before, []])
  expect(shown.options[0]).toMatchObject({ key: 'asked', title: 'Close the road' })
  expect(shown.options[0]?.effect.bookings).toMatchObject([
    { service_request_id: id, outcome: 'changed', later_s: 300 },
  ])
  expect(shown.options[0]?.effect.totals).toMatchObject({ not_served: 0, vehicle_s: 300, distance_m: 3000 })
  const { action } = await accept(shown)
  expect(await standing()).toMatchObject([{ message: 'Burst main' }])
  expect(Date.parse((await planned(id))[1]!) - Date.parse(times[1]!)).toBe(300_000)
  const undone = await undo(action!.id)
  expect(undone.title).toBe('Undo: Close the road')
  expect([await standing(), await planned(id)]).toEqual([[], times])
  expect(await plan()).toEqual(before)
})

test('opening a closed road shows what it saves, and undoing that closes it again', async () => {
  const { id } = await book('Ann Bell', '09:00', { to: 'School' })
  await act(closed(1500))
  const [road] = await standing()
  const shown = await preview({ kind: 'road_opened', road_closure_id: road!.id })
  expect(await standing()).toHaveLength(1)
  expect(shown.options[0]).toMatchObject({ title: 'Open the road', needs_confirmation: null })
  expect(shown.options[0]?.effect.totals).toMatchObject({ vehicle_s: -300, distance_m: -3000, not_served: 0 })
  expect(shown.options[0]?.effect.bookings).toMatchObject([{ service_request_id: id, later_s: -300 }])
  const { action } = await accept(shown)
  expect(await standing()).toEqual([])
  expect(await refusal(preview({ kind: 'road_opened', road_closure_id: road!.id }))).toMatchObject({ status: 404 })
  await undo(action!.id)
  expect(await standing()).toMatchObject([{ id: road!.id, message: 'Burst main' }])
})

/** A second zone of the region, like the first, that this vehicle and its bookings are of. */
const zoneOf = async ({ trip_id, vehicle_id }: Crew): Promise<number> => {
  const { db } = server().deps
  const { zone_id } = town()
  const { rows } = await sql<{ id: number }>`
    insert into zones (region_id, name, abbreviation, time_zone, longitude, latitude, created_at, updated_at)
    select region_id, 'Hillside', 'HIL', time_zone, longitude, latitude, created_at, updated_at from zones
    where id = ${zone_id} returning id`.execute(db)
  const zone = rows[0]!.id
  const copied = (table: string, columns: string) =>
    sql`insert into ${sql.table(table)} (zone_id, ${sql.raw(columns)})
      select ${zone}, ${sql.raw(columns)} from ${sql.table(table)} where zone_id = ${zone_id}`.execute(db)
  await copied('service_areas', 'name, coordinates, created_at, updated_at')
  await copied('service_strategies', 'name, color, type, "default", configuration, created_at, updated_at')
  const of = { zone_id: zone }
  await db.updateTable('service_plans').set(of).where('vehicle_id', '=', vehicle_id).execute()
  await db.updateTable('trips').set(of).where('id', '=', trip_id).execute()
  await db.updateTable('service_requests').set(of).where('trip_id', '=', trip_id).execute()
  return zone
}

// covers: FX-63
// @test-tag long
test('a closed road of a region with two zones is shown, closed and opened again for the bookings of both', async () => {
  const ann = await book('Ann Bell', '09:00')
  const two = await town().vehicle('Van 2')
  await act({ kind: 'pause_vehicle', trip_id: one().trip_id })
  const tom = await book('Tom Reed', '09:00')
  const other = await zoneOf(two)
  // Both windows end soon: with the way round neither promise can be kept.
  server().deps.clock.set('2026-11-23T09:06:00+10:00')
  const [longitude, latitude] = at(0)
  const recorded_at = server().deps.clock.now().toISOString()
  for (const { client, trip_id } of [one(), two]) {
    const params = { id: trip_id }
    await client.call(api.driver.signOn, { params })
    const positions = [{ longitude, latitude, bearing: 0, speed: 0, recorded_at }]
    await client.call(api.driver.positions, { params, body: { positions } })
  }
  const plans = async () => [await plan(), await planOf(server(), other)]
  await updateEtas(server().deps, town().zone_id)
  await updateEtas(server().deps, other)
  const before = await plans()
  const shown = await preview(closed(500))
  expect(shown.options[0]?.effect.bookings.map(({ service_request_id }) => service_request_id)).toEqual([
    ann.id,
    tom.id,
  ])
  const { action } = await accept(shown, 'asked', { confirmed: true })
  expect((await history(tom.id)).at(-1)).toEqual(['assigned', 'road_closed', true])
  const undone = await undoPreview(action!.id)
  expect(undone.brought_back.map(({ service_request_id }) => service_request_id)).toEqual([ann.id, tom.id])
  expect(undone.exact).toBe(true)
  await undo(action!.id)
  expect(await standing()).toEqual([])
  expect((await history(tom.id)).at(-1)).toEqual(['assigned', 'undone', true])
  expect(await plans()).toEqual(before)
})

// @test-tag long
test('a shortened schedule shows who moves and whom it leaves, ends as shown, and is as before once undone', async () => {
  const { data: trip } = await town().dispatcher.call(api.trips.show, { params: { id: one().trip_id } })
  const early = await book('Ann Bell')
  const left = await book('Tom Reed', '13:00')
  const two = await town().vehicle('Van 2', { until: '11:00' })
  const before = await plan()
  const shorter = {
    kind: 'schedule_shortened' as const,
    service_plan_id: trip.service_plan_id ?? 0,
    end_time: '2026-11-23T08:30:00+10:00',
    message: 'Driver ill',
  }
  const shown = await preview(shorter)
  expect(await plan()).toEqual(before)
  expect(shown.options[0]).toMatchObject({
    title: 'Shorten the schedule',
    needs_confirmation: { not_served: 1, late: 0, text: 'Accept: 1 not served' },
  })
  expect(
    shown.options[0]?.effect.bookings.map(({ service_request_id, outcome, after }) => [
      service_request_id,
      outcome,
      after?.trip_id,
    ]),
  ).toEqual([
    [left.id, 'not_served', undefined],
    [early.id, 'moved', two.trip_id],
  ])
  const { action } = await accept(shown, 'asked', { confirmed: true })
  const schedule = async () =>
    (await town().dispatcher.call(api.servicePlans.show, { params: { id: shorter.service_plan_id } })).data.end_time
  expect(Date.parse(await schedule())).toBe(Date.parse(shorter.end_time))
  expect((await booking(early.id)).trip_id).toBe(two.trip_id)
  expect((await booking(left.id)).trip_id).toBeNull()
  expect((await history(early.id)).at(-1)?.[2]).toBe(true)
  await undo(action!.id)
  expect(await plan()).toEqual(before)
  expect(Date.parse(await schedule())).toBe(Date.parse('2026-11-23T18:00:00+10:00'))
  expect((await tripHistory(one())).map(([, after]) => after)).toContain('Undo: Shorten the schedule')
})

test('a cancelled trip moves its bookings to others, says so in its history, and undoing it gives them back', async () => {
  const { id } = await book('Ann Bell')
  const two = await town().vehicle('Van 2')
  const before = await plan()
  const shown = await preview({ kind: 'trip_cancelled', trip_id: one().trip_id, message: 'No fuel' })
  expect(shown.options.map(({ title }) => title)).toEqual([
    'Cancel the trip of Van 1: other vehicles, up to 45 min later',
    'Change nothing',
  ])
  const { action } = await accept(shown)
  expect((await booking(id)).trip_id).toBe(two.trip_id)
  const { data: trip } = await town().dispatcher.call(api.trips.show, { params: { id: one().trip_id } })
  expect(trip).toMatchObject({ current_state: 'cancelled', status_message: 'No fuel' })
  await undo(action!.id)
  expect(await plan()).toEqual(before)
  expect(await tripHistory(one())).toEqual([
    ['state', 'cancelled'],
    ['action', `Undo: ${action!.title}`],
  ])
})

// covers: FX-62
test('a lost vehicle comes back with those whom no other has picked up, and says who cannot come back', async () => {
  const ann = await book('Ann Bell', '09:00')
  const tom = await book('Tom Reed', '11:00')
  const two = await town().vehicle('Van 2')
  const lost = await act({ kind: 'vehicle_lost', trip_id: one().trip_id, message: 'Engine' })
  expect([(await booking(ann.id)).trip_id, (await booking(tom.id)).trip_id]).toEqual([two.trip_id, two.trip_id])
  await arriveAt(two, '08:09')
  await two.client.call(api.driver.board, { params: { id: ann.id } })
  const shown = await undoPreview(lost.id)
  expect(shown).toMatchObject({
    exact: false,
    brought_back: [{ service_request_id: tom.id }],
    in_part: [],
    not_back: [{ service_request_id: ann.id, reason: 'It has boarded another vehicle since' }],
    text: '1 brought back, 0 in part, 1 cannot be brought back',
  })
  expect(await refusal(undo(lost.id))).toMatchObject({ status: 409, meta: { undo_preview: { exact: false } } })
  await undo(lost.id, { token: shown.token })
  expect(await booking(ann.id)).toMatchObject({ status: 'on_board', trip_id: two.trip_id })
  expect(await booking(tom.id)).toMatchObject({ status: 'assigned', trip_id: one().trip_id })
  const { data: trip } = await town().dispatcher.call(api.trips.show, { params: { id: one().trip_id } })
  expect(trip.current_state).not.toBe('cancelled')
})

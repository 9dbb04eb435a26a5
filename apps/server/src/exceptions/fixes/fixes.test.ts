import { describe, expect, test } from 'vitest'
import { api, type ServiceException } from '@ambit/contract'
import { bestMove } from '../../planning/effects/best-move.ts'
import { contextOf } from '../../planning/plan/context.ts'
import { readVersion } from '../../planning/plan/queries.ts'
import { readyNetwork } from '../../planning/problem/ready-network.ts'
import { refusal } from '../../testing/refusal.ts'
import { startWatching } from '../../testing/watching.ts'

const world = startWatching()
const { at, judged, standing, setOut, book, delay, watch, workOut: work } = world

const fixOf = async (id: number) => (await show(id)).fix
const show = async (id: number) => (await world.town.dispatcher.call(api.exceptions.show, { params: { id } })).data
const history = async (id: number) =>
  (await world.town.dispatcher.call(api.exceptions.history, { params: { id } })).data
const preview = async ({ fix }: Pick<ServiceException, 'fix'>) => {
  const { service_request_id = 0, trip_id = 0 } = fix?.best ?? {}
  const body = { kind: 'assign' as const, service_request_ids: [service_request_id], trip_id }
  return (await world.town.dispatcher.call(api.effectPreviews.create, { body })).data
}
const accept = async (exception: ServiceException, as = world.town.dispatcher) => {
  const { action, options } = await preview(exception)
  const [first] = options
  const chosen = { option: first?.key ?? '', token: first?.token ?? '' }
  const body = { action, ...chosen, confirmed: true, exception_id: exception.id }
  return (await as.call(api.effectPreviews.accept, { body })).data.action
}
/** A vehicle that will be so many minutes late for Ann Berg at nine, and others that are free. */
const late = async (minutes: number, others = ['Van 2']) => {
  const van = await world.town.vehicle('Van 1')
  const ann = await book('Ann Berg', 'Market', 'School', '09:00')
  const free = []
  for (const name of others) free.push(await world.town.vehicle(name))
  await setOut(van)
  await delay(van, minutes)
  await judged('08:00:30')
  const rows = await judged('08:01:00')
  const exception = rows.find(({ kind }) => kind === 'promise_at_risk')!
  return { van, ann, free, exception }
}
const moveAway = (id: number) =>
  world.server.deps.db.updateTable('service_requests').set({ status: 'unassigned', trip_id: null }).where('id', '=', id)

describe('the best fix of a late promise', () => {
  // covers: EXC-72
  test('is worked out ahead with how much less late and how many moved, and is shown for 30 s and while the plan stays', async () => {
    const { exception, ann, free } = await late(12)
    expect(exception.fix).toBeNull()
    await work()
    const listed = (await standing()).find(({ id }) => id === exception.id)
    expect(listed?.fix?.best).toEqual({
      service_request_id: ann.id,
      trip_id: free[0]!.trip_id,
      vehicle_number: 'Van 2',
      less_late: 12,
      moved: 1,
    })
    expect(await fixOf(exception.id)).toEqual(listed?.fix)
    at('08:01:29')
    expect(await fixOf(exception.id)).not.toBeNull()
    at('08:01:30')
    expect(await fixOf(exception.id)).toBeNull()
    await work()
    expect(await fixOf(exception.id)).not.toBeNull()
    // Another booking is another plan.
    await book('Bea Kahn', 'Hospital', 'Station', '15:00')
    expect(await fixOf(exception.id)).toBeNull()
    await work()
    expect((await fixOf(exception.id))?.best?.vehicle_number).toBe('Van 2')
  })

  // covers: EXC-71
  test('opens an effect with the engine’s best option first and another way besides, and changes nothing by itself', async () => {
    const { exception, ann, van } = await late(12, ['Van 2', 'Van 3'])
    await work()
    const shown = await preview(await show(exception.id))
    expect(shown.options.map(({ key }) => key)).toEqual(['asked', 'best', 'nothing'])
    expect(shown.options[0]?.effect.bookings).toMatchObject([
      { service_request_id: ann.id, outcome: 'moved', late_s: 0 },
    ])
    const { data } = await world.town.dispatcher.call(api.serviceRequests.show, { params: { id: ann.id } })
    expect(data.trip_id).toBe(van.trip_id)
  })

  // covers: EXC-74, EXC-105
  // @test-tag long
  test('is linked when it is accepted, and ends the exception as fixed with the action and the person', async () => {
    const { exception, ann, free } = await late(12)
    await work()
    const action = await accept(await show(exception.id))
    const { id: me } = (await world.town.dispatcher.call(api.sessions.current)).data
    const linked = await show(exception.id)
    expect(linked).toMatchObject({ state: 'acknowledged', owner_id: me, fix_action_id: action?.id })
    const name = linked.owner
    expect(name).not.toBeNull()
    expect((await history(exception.id)).at(-1)).toMatchObject({ change: 'fix', by: name, note: action?.title })
    await judged('08:01:05')
    expect((await judged('08:02:04')).map(({ id }) => id)).toContain(exception.id)
    await judged('08:02:05')
    expect(await show(exception.id)).toMatchObject({
      state: 'resolved',
      outcome: 'fixed',
      resolved_by: name,
      note: action?.title,
    })
    expect((await history(exception.id)).at(-1)).toMatchObject({ change: 'resolved', by: name, note: action?.title })
    const { data: kept } = await world.town.dispatcher.call(api.serviceRequests.show, { params: { id: ann.id } })
    expect(kept.trip_id).toBe(free[0]?.trip_id)
    const pickup = await world.server.deps.db
      .selectFrom('trip_stops as s')
      .innerJoin('service_requests as r', 'r.pickup_trip_stop_id', 's.id')
      .where('r.id', '=', ann.id)
      .select('s.scheduled_at')
      .executeTakeFirstOrThrow()
    expect(pickup.scheduled_at.getTime()).toBeLessThanOrEqual(Date.parse(ann.pickup.upper_bound))
  })

  test('that was undone has fixed nothing, and one of an exception out of sight is refused', async () => {
    const { exception, van } = await late(12)
    await work()
    const found = await show(exception.id)
    expect(await refusal(accept({ ...found, id: 4_711_000 }))).toMatchObject({
      status: 422,
      errors: [{ source: { pointer: '/exception_id' } }],
    })
    const without = world.server.client({
      permissions: ['DispatchManagement:assign:canUpdate', 'LiveBooking:booking:canRead'],
    })
    expect((await refusal(accept(found, without))).status).toBe(403)
    const action = await accept(found)
    await world.town.dispatcher.call(api.dispatchActions.undo, { params: { id: action!.id }, body: {} })
    await delay(van, 0)
    await judged('08:01:05')
    await judged('08:02:05')
    expect(await show(exception.id)).toMatchObject({ state: 'resolved', outcome: null, resolved_by: null })
  })
})

// covers: EXC-73
test('where no vehicle helps, it says which limit bound most and the nearest change that would work', async () => {
  const { exception, ann, van } = await late(12, [])
  await work()
  expect(await fixOf(exception.id)).toEqual({
    best: null,
    why: 'No other vehicle is in service then',
    nearest: `keeping booking ${ann.id} on its vehicle, 12 min later than promised`,
    worked_out_at: expect.any(String),
    plan_version: expect.any(Number),
  })
  await world.town.vehicle('Van 8', { from: '11:00' })
  await world.town.vehicle('Van 9', { from: '10:30' })
  await work()
  const none = await fixOf(exception.id)
  expect(none?.best).toBeNull()
  expect(none?.why).toMatch(/^2 vehicles are out of service too soon or too late/)
  // On no vehicle at all, the one that is there soonest is the nearest.
  await moveAway(ann.id).execute()
  await world.server.deps.db
    .updateTable('trips')
    .set({ current_state: 'cancelled' })
    .where('id', '=', van.trip_id)
    .execute()
  await world.server.deps.db
    .updateTable('zone_plans')
    .set((e) => ({ version: e('version', '+', 1) }))
    .execute()
  const waiting = (await judged('08:01:05')).find(({ kind }) => kind === 'booking_waiting')
  await work()
  const { nearest } = (await fixOf(waiting!.id))!
  expect(nearest).toMatch(new RegExp(`^Van 9 could take booking ${ann.id} \\d+ min later than promised$`))
})

test('a booking without a vehicle gets one, and a disruption ends as fixed once nobody is left by it', async () => {
  const { ann, van } = await late(0)
  const { db, clock } = world.server.deps
  await moveAway(ann.id).execute()
  await db
    .updateTable('zone_plans')
    .set((e) => ({ version: e('version', '+', 1) }))
    .execute()
  const [waiting] = (await judged('08:02:00')).filter(({ kind }) => kind === 'booking_waiting')
  const { id } = await db
    .insertInto('exceptions')
    .values({
      kind: 'disruption',
      subject: `trip:${van.trip_id}:${world.town.zone_id}`,
      severity: 'soon',
      zone_id: world.town.zone_id,
      bookings: JSON.stringify([
        { id: ann.id, minutes: null, from: ann.pickup.lower_bound, until: ann.pickup.upper_bound },
      ]),
      opened_at: clock.now(),
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  await work()
  expect((await fixOf(waiting!.id))?.best).toMatchObject({ service_request_id: ann.id, less_late: null, moved: 1 })
  const disruption = await show(id)
  const action = await accept(disruption)
  await watch()
  expect((await show(id)).state).toBe('acknowledged')
  at('08:03:00')
  await watch()
  expect(await show(id)).toMatchObject({ state: 'resolved', outcome: 'fixed', note: action?.title })
})

test('fixes are worked out ten at a time at most, the most urgent first, and give others their turn every five vehicles', async () => {
  const { ann, exception } = await late(12, ['Van 2', 'Van 3', 'Van 4', 'Van 5', 'Van 6', 'Van 7', 'Van 8'])
  const { db, clock } = world.server.deps
  const window = { from: ann.pickup.lower_bound, until: ann.pickup.upper_bound }
  const rows = Array.from({ length: 25 }, (_, index) => ({
    kind: 'disruption' as const,
    subject: `closure:${index}`,
    severity: 'watch' as const,
    zone_id: world.town.zone_id,
    bookings: JSON.stringify([{ id: ann.id, minutes: 5, ...window }]),
    opened_at: clock.now(),
  }))
  await db
    .insertInto('exceptions')
    .values(rows as never)
    .execute()
  await work()
  expect(await fixOf(exception.id)).not.toBeNull()
  const worked = async () =>
    (await db.selectFrom('exceptions').where('fix', 'is not', null).select('id').execute()).length
  expect(await worked()).toBeLessThanOrEqual(10)
  // Each change of the plan makes all of them old: those without a fix have their turn all the same.
  for (let run = 0; run < 20 && (await worked()) < 26; run += 1) {
    await db
      .updateTable('zone_plans')
      .set((e) => ({ version: e('version', '+', 1) }))
      .execute()
    await work()
  }
  expect(await worked()).toBe(26)
  const context = await contextOf(world.server.deps, db, await readVersion(db, world.town.zone_id))
  await readyNetwork(clock, context)
  const booking = context.plan.bookings.find(({ id }) => id === ann.id)!
  const steps = bestMove(context, [{ booking, late: 12 }])
  let turns = 0
  while (steps.next().done !== true) turns += 1
  expect(turns).toBe(2)
})

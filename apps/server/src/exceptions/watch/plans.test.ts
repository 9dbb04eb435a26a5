import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { api, type ServiceException } from '@ambit/contract'
import type { Booking, Crew } from '../../testing/small-town.ts'
import { refusal } from '../../testing/refusal.ts'
import { startWatching } from '../../testing/watching.ts'
import { watchPlans } from './plans.ts'

const world = startWatching()
const never = new AbortController().signal
let van: Crew
let booking: Booking

/** The stored plans are checked at a time, and what stands then. */
const checked = async (time: string): Promise<ServiceException[]> => {
  world.at(time)
  await watchPlans.run(world.server.deps, never)
  return world.standing()
}
const seats = (capacity: number) =>
  world.server.deps.db.updateTable('vehicles').set({ capacity }).where('id', '=', van.vehicle_id).execute()

beforeEach(async () => {
  van = await world.town.vehicle('Van 1')
  booking = await world.book('Maria Silva', 'Market', 'Hospital', '09:00')
})

describe('a plan that is broken in the stored rows', () => {
  // covers: EXC-27, EXC-67
  test('is urgent, names rule, trip and booking, and cannot be resolved by hand while it lasts', async () => {
    const { db } = world.server.deps
    const { capacity } = await db
      .selectFrom('vehicles')
      .where('id', '=', van.vehicle_id)
      .select('capacity')
      .executeTakeFirstOrThrow()
    expect(await checked('08:00:00')).toEqual([])
    await seats(0)
    await sql`delete from service_request_histories where service_request_id = ${booking.id}`.execute(db)
    const found = await checked('08:01:00')
    const one = { kind: 'plan_broken', severity: 'urgent', zone_id: world.town.zone_id, trip_id: van.trip_id }
    expect(found).toHaveLength(2)
    const [history, seated] = ['history', 'seats'].map((rule) => found.find(({ facts }) => facts.rule === rule))
    expect(history).toMatchObject({ ...one, facts: { service_request_id: booking.id, detail: 'has no history' } })
    expect(history?.bookings).toMatchObject([{ service_request_id: booking.id, traveler_name: 'Maria S.' }])
    expect(seated).toMatchObject({ ...one, bookings: [] })
    const resolved = (id: number) =>
      world.town.dispatcher.call(api.exceptions.resolve, { params: { id }, body: { outcome: 'wrong_alarm' } })
    expect(await refusal(resolved(seated!.id))).toMatchObject({
      status: 422,
      message: 'This cannot be resolved while it lasts: seats',
    })
    await seats(capacity ?? 0)
    await checked('08:02:00')
    await resolved(seated!.id)
    expect((await checked('08:03:00')).map(({ facts }) => facts.rule)).toEqual(['history'])
  })

  test('is never muted', async () => {
    const mute = { zone_id: world.town.zone_id, kind: 'plan_broken' as const, minutes: 60, reason: 'Too many' }
    expect(
      await refusal(world.server.client('operations_manager').call(api.exceptionMutes.create, { body: mute })),
    ).toMatchObject({
      status: 422,
    })
  })

  test('is raised for what is not over: for a trip that has ended only while a booking still rides on it', async () => {
    const { db } = world.server.deps
    await seats(0)
    await db.updateTable('trips').set({ current_state: 'completed' }).where('id', '=', van.trip_id).execute()
    expect((await checked('08:01:00')).map(({ facts }) => facts.rule).toSorted()).toEqual([
      'planned_on_ended_trip',
      'seats',
    ])
    await db.updateTable('service_requests').set({ status: 'cancelled' }).where('id', '=', booking.id).execute()
    await checked('08:02:00')
    expect(await checked('08:03:05')).toEqual([])
  })
})

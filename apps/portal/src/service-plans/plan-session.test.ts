import { expect, test } from 'vitest'
import { createPlanSession, planIn, takePlans } from './plan-session.ts'
import { newPlan } from './plans.ts'

const [start_time, end_time] = ['2026-12-14T08:00:00.000Z', '2026-12-14T12:00:00.000Z']

test('a drafted schedule that a colleague has changed names the vehicle of the draft and the colleague’s driver and route', () => {
  const session = createPlanSession()
  const saved = { ...newPlan({ zone_id: 4, shift: 1, start_time, end_time }), id: 12, version: 1, model_id: 3 }
  const before = { ...saved, vehicle_id: 5, vehicle_number: 'Bus 5', service_route_id: 1, service_route_name: 'Old' }
  takePlans(session, [before], () => true)
  const mine = { ...before, vehicle_id: 7, vehicle_number: 'Bus 7' }
  session.drafts.edit('Edit', { kind: 'plans', updated: [mine] })
  const route = { service_route_id: 2, service_route_name: 'New', model_id: 6 }
  const theirs = { ...before, version: 2, driver_id: 8, driver_name: 'Ada Long', ...route }
  takePlans(session, [theirs], () => true)
  expect(planIn(session, 12)).toEqual({ ...theirs, vehicle_id: 7, vehicle_number: 'Bus 7' })
})

test('a route that was drafted keeps its name, and leaves the service model open, where a colleague has changed the schedule', () => {
  const session = createPlanSession()
  const saved = { ...newPlan({ zone_id: 4, shift: 1, start_time, end_time }), id: 12, version: 1, model_id: 3 }
  takePlans(session, [saved], () => true)
  const mine = { service_route_id: 2, service_route_name: 'New', model_id: null }
  session.drafts.edit('Edit', { kind: 'plans', updated: [{ ...saved, ...mine }] })
  const theirs = { ...saved, version: 2, driver_id: 8, driver_name: 'Ada Long' }
  takePlans(session, [theirs], () => true)
  expect(planIn(session, 12)).toEqual({ ...theirs, ...mine })
})

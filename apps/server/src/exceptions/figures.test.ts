import { expect, test } from 'vitest'
import { api, type ExceptionRule } from '@ambit/contract'
import { refusal } from '../testing/refusal.ts'
import { shown, startWatching } from '../testing/watching.ts'

const world = startWatching()
const { judged, setOut, delay, book } = world

type Asked = Partial<Pick<ExceptionRule, 'watch' | 'soon' | 'urgent'>>
const tried = async (kind: ExceptionRule['kind'], asked: Asked) => {
  const query = { zone_id: world.town.zone_id, kind, ...(asked as Record<string, number>) }
  return (await world.server.client('operations_manager').call(api.exceptionRules.preview, { query })).data
}

// covers: EXC-98
test('a rule that is about to be saved says how many it would have raised in 14 days, also of what no rule raised', async () => {
  const { server, town } = world
  const van = await town.vehicle('Van 1')
  await book('Ann Berg', 'Market', 'School', '09:00')
  await setOut(van)
  // It comes one minute late, and later four: the rule raises from two.
  await delay(van, 1)
  expect(await judged('08:00:30')).toEqual([])
  expect(await judged('08:01:05')).toEqual([])
  expect(await tried('promise_at_risk', { watch: 2, soon: 5, urgent: 10 })).toEqual({ would_raise: 0, raised: 0 })
  expect(await tried('promise_at_risk', { watch: 1 })).toEqual({ would_raise: 1, raised: 0 })
  await delay(van, 4)
  await judged('08:01:10')
  expect(shown(await judged('08:01:45'))).toEqual(['promise_at_risk watch'])
  await delay(van, 3)
  await judged('08:01:50')
  expect(await tried('promise_at_risk', { watch: 4 })).toEqual({ would_raise: 1, raised: 1 })
  expect(await tried('promise_at_risk', { watch: 5 })).toEqual({ would_raise: 0, raised: 1 })
  // What is counted before a moment is nearest when fewest minutes are left.
  await server.deps.db
    .updateTable('service_requests')
    .set({ status: 'unassigned' })
    .where('status', '=', 'assigned')
    .execute()
  await judged('08:02:00')
  expect((await tried('booking_waiting', { soon: 40 })).would_raise).toBe(0)
  expect((await tried('booking_waiting', { soon: 70 })).would_raise).toBe(1)
  const long = new Date(server.deps.clock.now().getTime() - 14 * 24 * 3_600_000 - 1000)
  await server.deps.db.updateTable('exception_figures').set({ at: long }).execute()
  await server.deps.db.updateTable('exceptions').set({ opened_at: long }).execute()
  expect(await tried('promise_at_risk', { watch: 1 })).toEqual({ would_raise: 0, raised: 0 })
})

test('a rule is tried in zones of the caller’s by who may read rules, and not where its severities do not follow one another', async () => {
  const query = { zone_id: world.town.zone_id, kind: 'no_signal' as const, soon: 10, urgent: 5 }
  const boss = world.server.client('operations_manager')
  expect(await refusal(boss.call(api.exceptionRules.preview, { query }))).toMatchObject({
    status: 422,
    errors: [{ source: { pointer: '/urgent' } }],
  })
  const elsewhere = world.server.client({
    permissions: ['ExceptionManagement:exceptionRules:canRead'],
    region_ids: [4_711_000],
  })
  const asked = { query: { ...query, urgent: 20 } }
  expect((await refusal(elsewhere.call(api.exceptionRules.preview, asked))).status).toBe(422)
  expect((await refusal(world.town.dispatcher.call(api.exceptionRules.preview, asked))).status).toBe(403)
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { refusal, refusals } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type Crew, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
let van: Crew
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  van = await town.vehicle('Van 1')
})

const at = (time: string): void => server.deps.clock.set(`2026-11-23T${time}+10:00`)
const moment = (time: string): string => `2026-11-23T${time}+10:00`
const help = async (id: string, time: string, change: { sent?: string; on_board?: number[]; crew?: Crew } = {}) => {
  const { sent = time, on_board = [], crew = van } = change
  const position = { lat: -27.47, lon: 153.02, accuracy_m: 8 }
  const body = { id, happened_at: moment(time), sent_at: moment(sent), position, on_board }
  return (await crew.client.call(api.driver.emergency, { params: { id: van.trip_id }, body })).data
}
const standing = async () =>
  (await town.dispatcher.call(api.exceptions.list, { query: { filter: { region: [town.region_id] } } })).data
const take = (id: number, who = town.dispatcher) => who.call(api.exceptions.acknowledge, { params: { id } })
const resolve = (id: number, note: string, who = town.dispatcher) =>
  who.call(api.exceptions.resolve, { params: { id }, body: { outcome: 'fixed', note } })

describe('answering', () => {
  const raised = async (severity: 'urgent' | 'soon' | 'watch' = 'soon') => {
    const body = { text: 'Something is wrong', severity, zone_id: town.zone_id, trip_id: van.trip_id }
    return (await server.client('operations_manager').call(api.exceptions.create, { body })).data.id
  }
  const show = async (id: number) => (await town.dispatcher.call(api.exceptions.show, { params: { id } })).data
  const release = (id: number, who = town.dispatcher) => who.call(api.exceptions.release, { params: { id } })
  const snooze = (id: number, until: string | null, ends: 'time' | 'next_stop' | 'worse' = 'time') =>
    town.dispatcher.call(api.exceptions.snooze, {
      params: { id },
      body: { ends, ...(until === null ? {} : { until: moment(until) }) },
    })
  const history = async (id: number) => (await town.dispatcher.call(api.exceptions.history, { params: { id } })).data

  test('shows what people wrote to nobody who knows passengers by their number, whatever they answer', async () => {
    const id = await raised()
    await take(id)
    await town.dispatcher.call(api.exceptions.addNote, { params: { id }, body: { note: 'Ms Silva waits outside' } })
    await release(id)
    const keys = ['ExceptionManagement:exception:canRead', 'ExceptionManagement:exception:canUpdate'] as const
    const numbered = server.client({ permissions: [...keys] })
    await numbered.call(api.exceptions.list)
    await server.deps.db
      .updateTable('user_roles')
      .set({ pseudonymous: true })
      .where('name', 'like', 'custom%')
      .execute()
    const params = { id }
    const told = [
      await numbered.call(api.exceptions.show, { params }),
      await numbered.call(api.exceptions.acknowledge, { params }),
      await numbered.call(api.exceptions.release, { params }),
      await numbered.call(api.exceptions.resolve, { params, body: { outcome: 'fixed' } }),
      await numbered.call(api.exceptions.undo, { params }),
    ]
    for (const { data } of told) expect(data).toMatchObject({ text: null, note: null })
  })

  // covers: EXC-60
  test('goes from open to acknowledged, snoozed and resolved, and back only by releasing and waking', async () => {
    at('09:00:00')
    const id = await raised()
    expect((await refusal(release(id))).status).toBe(409)
    await take(id)
    expect((await refusal(take(id, server.client('administrator')))).status).toBe(409)
    await release(id)
    expect(await show(id)).toMatchObject({ state: 'open', owner: null })
    await take(id)
    await snooze(id, '09:30:00')
    expect(await show(id)).toMatchObject({ state: 'snoozed', snooze: 'time', snoozed_until: expect.any(String) })
    expect((await refusal(take(id))).status).toBe(409)
    await release(id)
    expect(await show(id)).toMatchObject({ state: 'open', snoozed_until: null })
    await snooze(id, null, 'worse')
    await resolve(id, 'Done')
    expect((await show(id)).state).toBe('resolved')
    for (const again of await refusals([take(id), release(id), snooze(id, '09:30:00')])) expect(again.status).toBe(409)
  })

  // covers: EXC-65
  test('puts off for 10 minutes where it is urgent and 120 otherwise, and never into the past', async () => {
    at('09:00:00')
    const [urgent, soon] = [await raised('urgent'), await raised('soon')]
    const refused = async (call: Promise<unknown>) => {
      const { status, errors } = await refusal(call)
      return [status, errors[0]?.source?.pointer, errors[0]?.detail]
    }
    expect(await refused(snooze(urgent, '09:10:01'))).toEqual([422, '/until', 'Please choose a time within 10 minutes'])
    expect(await refused(snooze(soon, '11:00:01'))).toEqual([422, '/until', 'Please choose a time within 120 minutes'])
    expect(await refused(snooze(soon, '09:00:00'))).toEqual([422, '/until', 'Please choose a time within 120 minutes'])
    expect(await refused(snooze(soon, null, 'next_stop'))).toEqual([422, '/ends', 'There is no stop ahead'])
    await snooze(urgent, '09:10:00')
    await snooze(soon, '11:00:00')
    expect([(await show(urgent)).state, (await show(soon)).state]).toEqual(['snoozed', 'snoozed'])
    await help(randomUUID(), '09:00:00')
    const emergency = (await standing()).find(({ kind }) => kind === 'emergency')
    expect((await refused(snooze(emergency!.id, '09:05:00')))[2]).toBe('An emergency cannot be snoozed')
  })

  // covers: EXC-62
  test('is handed over to somebody who may answer in its zone, once they accept within two minutes', async () => {
    at('09:00:00')
    const id = await raised()
    const boss = server.client('operations_manager')
    const me = (await boss.call(api.sessions.current)).data.id
    const clerk = (await server.client('customer_service').call(api.sessions.current)).data.id
    const offer = (user_id: number) =>
      town.dispatcher.call(api.exceptions.handOver, { params: { id }, body: { user_id } })
    expect((await refusal(offer(me))).status).toBe(409)
    await take(id)
    expect(await refusal(offer(clerk))).toMatchObject({ status: 422, errors: [{ source: { pointer: '/user_id' } }] })
    await offer(me)
    const owner = (await show(id)).owner
    expect(await show(id)).toMatchObject({ state: 'acknowledged', offered_id: me })
    expect((await refusal(take(id, server.client('administrator')))).status).toBe(409)
    at('09:02:01')
    expect((await refusal(take(id, boss))).status).toBe(409)
    expect((await show(id)).owner).toBe(owner)
    await offer(me)
    await take(id, boss)
    expect(await show(id)).toMatchObject({ owner_id: me, offered_id: null })
    expect((await refusal(release(id))).status).toBe(409)
  })

  // covers: EXC-102
  test('is refused with a stale version, with the exception as it is, and unseen in other regions', async () => {
    at('09:00:00')
    const id = await raised()
    const { version } = await show(id)
    await town.dispatcher.call(api.exceptions.addNote, { params: { id }, body: { note: 'Called' }, version })
    const stale = await refusal(town.dispatcher.call(api.exceptions.acknowledge, { params: { id }, version }))
    expect([stale.status, stale.meta]).toMatchObject([409, { current: { id, state: 'open', version: version + 1 } }])
    const elsewhere = server.client({
      permissions: ['ExceptionManagement:exception:canRead', 'ExceptionManagement:exception:canUpdate'],
      region_ids: [4_711_000],
    })
    expect((await elsewhere.call(api.exceptions.list, { query: {} })).data).toEqual([])
    const calls = [
      elsewhere.call(api.exceptions.show, { params: { id } }),
      elsewhere.call(api.exceptions.history, { params: { id } }),
      take(id, elsewhere),
    ]
    for (const { status } of await refusals(calls)) expect(status).toBe(404)
    expect((await refusal(take(id, server.client('customer_service')))).status).toBe(403)
  })

  // covers: EXC-86
  test('is kept as a history of who did what when, which nothing changes or removes', async () => {
    at('09:00:00')
    const id = await raised()
    await take(id)
    await town.dispatcher.call(api.exceptions.addNote, { params: { id }, body: { note: 'Called the driver' } })
    await resolve(id, 'Done')
    const { owner } = await show(id)
    expect(await history(id)).toMatchObject([
      { change: 'opened', by: null, before: null, after: { state: 'open', severity: 'soon', owner: null } },
      { change: 'acknowledged', by: owner, before: { state: 'open' }, after: { state: 'acknowledged', owner } },
      { change: 'noted', by: owner, note: 'Called the driver' },
      { change: 'resolved', before: { state: 'acknowledged' }, after: { state: 'resolved' }, note: 'Done' },
    ])
    const { db } = server.deps
    const rows = db.updateTable('exception_changes').where('exception_id', '=', id)
    await expect(rows.set({ change: 'opened' }).execute()).rejects.toThrow('neither changed nor removed')
    await expect(db.deleteFrom('exception_changes').where('exception_id', '=', id).execute()).rejects.toThrow(
      'neither changed nor removed',
    )
  })

  // covers: EXC-68
  test('of up to 100 at once tells the outcome of each, and one that is refused stops no other', async () => {
    at('09:00:00')
    const ids = [await raised(), await raised(), await raised()]
    await take(ids[1]!)
    await take(ids[2]!, server.client('administrator'))
    const bulk = (body: object) =>
      town.dispatcher.call(api.exceptions.bulk, { body: { ids, action: 'acknowledge', ...body } as never })
    const { data } = await bulk({})
    expect(data.map(({ refused }) => refused === null)).toEqual([true, false, false])
    expect(data[2]?.refused).toContain('has acknowledged this already')
    const { data: resolved } = await bulk({ action: 'resolve', resolution: { outcome: 'no_action_needed' } })
    expect(resolved.map(({ refused }) => refused)).toEqual([null, null, null])
    for (const wrong of [
      { ids: [] },
      { ids: Array.from({ length: 101 }, (_, index) => index + 1) },
      { action: 'snooze' },
    ])
      expect((await refusal(bulk(wrong))).status).toBe(422)
  })

  // covers: EXC-69
  test('can be taken back by who did it, for ten minutes and while no other answer followed, also where a note did', async () => {
    at('09:00:00')
    const id = await raised()
    const undo = (who = town.dispatcher) => who.call(api.exceptions.undo, { params: { id } })
    await take(id)
    expect((await refusal(undo(server.client('administrator')))).status).toBe(409)
    await town.dispatcher.call(api.exceptions.addNote, { params: { id }, body: { note: 'Called the driver' } })
    await undo()
    expect(await show(id)).toMatchObject({ state: 'open', owner: null })
    await take(id)
    await resolve(id, 'Done')
    at('09:09:59')
    await undo()
    expect(await show(id)).toMatchObject({ state: 'acknowledged', outcome: null, resolved_at: null })
    await resolve(id, 'Done')
    at('09:20:00')
    expect((await refusal(undo())).status).toBe(409)
  })
})

// covers: EXC-97
test('a rule is refused whose severities do not follow one another, at its field, and beyond a day', async () => {
  const boss = server.client('operations_manager')
  const rule = { zone_id: town.zone_id, kind: 'promise_at_risk' as const, enabled: true, watch: 2, soon: 5, urgent: 10 }
  const refused = async (change: object) => {
    const { status, errors } = await refusal(
      boss.call(api.exceptionRules.update, { body: { ...rule, ...change } as never }),
    )
    return [status, errors[0]?.source?.pointer]
  }
  expect(await refused({ soon: 1 })).toEqual([422, '/soon'])
  expect(await refused({ soon: null, urgent: 2 })).toEqual([422, '/urgent'])
  expect(await refused({ urgent: 1441 })).toEqual([422, '/urgent'])
  expect(await refused({ watch: -1 })).toEqual([422, '/watch'])
  // The fewer minutes are left, the more urgent.
  expect(await refused({ kind: 'break_at_risk', watch: 60, soon: 45, urgent: 50 })).toEqual([422, '/urgent'])
  expect(await refused({ kind: 'emergency' })).toEqual([422, '/kind'])
  const rules = async () => {
    const { data } = await boss.call(api.exceptionRules.list, { query: { filter: { zone: [town.zone_id] } } })
    return data.find(({ kind }) => kind === 'promise_at_risk')
  }
  expect(await rules()).toMatchObject({ own: false, watch: 2, soon: 5, urgent: 10 })
  await boss.call(api.exceptionRules.update, { body: { ...rule, watch: 3 } })
  expect(await rules()).toMatchObject({ own: true, watch: 3 })
  await boss.call(api.exceptionRules.update, { body: rule })
  expect(await rules()).toMatchObject({ own: false, watch: 2 })
  expect((await refusal(town.dispatcher.call(api.exceptionRules.update, { body: rule }))).status).toBe(403)
})

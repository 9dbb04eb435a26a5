import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api, type CallInput, type Client, type ExceptionSeverity, permissionKeys } from '@ambit/contract'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  await server.deps.db.deleteFrom('exceptions').execute()
})

const at = (time: string): void => server.deps.clock.set(`2026-11-23T${time}+10:00`)
const boss = () => server.client('operations_manager')
const raise = async (severity: ExceptionSeverity = 'soon') => {
  const body = { text: 'Ann Lee waits', severity, zone_id: town.zone_id }
  return (await boss().call(api.exceptions.create, { body })).data.id
}
const take = (id: number, who: Client = town.dispatcher) => who.call(api.exceptions.acknowledge, { params: { id } })
const resolve = (id: number, outcome: 'fixed' | 'wrong_alarm' = 'fixed', who: Client = town.dispatcher) =>
  who.call(api.exceptions.resolve, { params: { id }, body: { outcome, note: 'Told Ann Lee' } })
const filter = (more: object = {}) => ({ zone: [town.zone_id], ...more })
const times = async (who: Client = boss()) =>
  (await who.call(api.exceptions.responseTimes, { query: { filter: filter() } })).data
type Filter = NonNullable<NonNullable<CallInput<typeof api.exceptions.ended>['query']>['filter']>
const rows = async (more: Filter, who: Client = boss()) =>
  (await who.call(api.exceptions.ended, { query: { filter: filter(more) } })).data.map(({ id }) => id)

/** In time after 60 s, too late after 6 min, resolved at once as a wrong alarm, and one that nobody saw. */
const aMorning = async () => {
  at('09:00:00')
  const [first, second, third, fourth] = [await raise('urgent'), await raise(), await raise(), await raise()]
  at('09:01:00')
  await take(first)
  await resolve(third, 'wrong_alarm')
  at('09:06:00')
  await take(second, boss())
  at('09:20:00')
  await resolve(first)
  await resolve(second, 'fixed', boss())
  const by = { state: 'resolved' as const, resolved_at: server.deps.clock.now() }
  await server.deps.db.updateTable('exceptions').set(by).where('id', '=', fourth).execute()
  return { first, second, third, fourth }
}

// covers: EXC-88, EXC-89
test('tells by kind, zone and hour how many there were, how fast they were answered, and what became of them', async () => {
  await aMorning()
  const { total, kinds, zones, hours } = await times()
  const figures = { count: 4, acknowledged: 3, itself: 1, wrong_alarm: 1, in_target: 2, late: 2 }
  expect(total).toMatchObject({ ...figures, acknowledge_median: 60, resolve_median: 1200 })
  expect(total.acknowledge_p90).toBeCloseTo(300, 0)
  expect(kinds).toMatchObject([{ kind: 'by_hand', ...figures }])
  expect(zones).toMatchObject([{ id: town.zone_id, ...figures }])
  expect(hours).toMatchObject([{ hour: 9, ...figures }])
})

// covers: EXC-88
test('each figure opens the rows that it counts', async () => {
  const { first, second, third, fourth } = await aMorning()
  expect(await rows({ figure: ['acknowledged'] })).toEqual([second, first, third])
  expect(await rows({ figure: ['itself'] })).toEqual([fourth])
  expect(await rows({ figure: ['wrong_alarm'] })).toEqual([third])
  expect(await rows({ figure: ['in_target'] })).toEqual([first, third])
  expect(await rows({ figure: ['late'] })).toEqual([fourth, second])
  expect(await rows({ hour: [9] })).toHaveLength(4)
  expect(await rows({ hour: [10] })).toEqual([])
})

// covers: EXC-90
test('shows figures of single people to themselves, and those of everybody to who may read them', async () => {
  const { first, second } = await aMorning()
  const me = (await town.dispatcher.call(api.sessions.current)).data.id
  const other = (await boss().call(api.sessions.current)).data.id
  expect((await times()).people.map(({ id, count }) => [id, count])).toEqual([
    [me, 2],
    [other, 1],
  ])
  expect((await times(town.dispatcher)).people).toMatchObject([{ id: me, count: 2, in_target: 2 }])
  expect((await times(server.client('customer_service'))).people).toEqual([])
  expect(await rows({ person: [me] }, town.dispatcher)).toContain(first)
  expect(await rows({ person: [other] })).toEqual([second])
  expect((await refusal(rows({ person: [other] }, town.dispatcher))).status).toBe(403)
})

test('is refused for more than 92 days, and counts what follows from another in no figure', async () => {
  const { first, second } = await aMorning()
  const query = { filter: { date_range: ['2026-08-01T00:00:00Z', '2026-11-30T00:00:00Z'] as [string, string] } }
  for (const endpoint of [api.exceptions.responseTimes, api.exceptions.ended])
    expect(await refusal(boss().call(endpoint, { query }))).toMatchObject({
      status: 422,
      errors: [{ source: { pointer: '/filter/date_range' } }],
    })
  await server.deps.db.updateTable('exceptions').set({ parent_id: first }).where('id', '=', second).execute()
  expect((await times()).total.count).toBe(3)
})

// covers: EXC-100
test('is read by analysts, without what people wrote', async () => {
  const { first } = await aMorning()
  const analyst = server.client('analyst')
  expect((await times(analyst)).total.count).toBe(4)
  const { data } = await analyst.call(api.exceptions.ended, { query: { filter: filter() } })
  expect(data.map(({ text, note }) => [text, note])).toEqual(data.map(() => [null, null]))
  const { data: log } = await analyst.call(api.exceptions.history, { params: { id: first } })
  expect(log.every(({ note }) => note === null)).toBe(true)
  expect((await refusal(take(first, analyst))).status).toBe(403)
})

// covers: EXC-87
test('History is of the last 7 days unless dates are given, is filtered like the inbox, and comes as CSV with the same rows', async () => {
  const { first, second, third, fourth } = await aMorning()
  const who = await town.passenger('Maria Silva')
  await town.vehicle('Van 1')
  const booked = await town.book({ who, from: 'Market', to: 'School', at: '15:00' })
  const window = { from: booked.pickup.lower_bound, until: booked.pickup.upper_bound }
  const bookings = JSON.stringify([{ id: booked.id, minutes: null, ...window }])
  const { db, clock } = server.deps
  await db.updateTable('exceptions').set({ bookings }).where('id', '=', third).execute()
  const old = new Date(clock.now().getTime() - 8 * 24 * 3_600_000)
  await db.updateTable('exceptions').set({ opened_at: old, resolved_at: old }).where('id', '=', fourth).execute()
  const me = (await town.dispatcher.call(api.sessions.current)).data.id
  const other = (await boss().call(api.sessions.current)).data.id
  const csv = async (query: object = {}, as = boss()) => {
    const response = await as.fetch(api.exceptions.export, { query: { filter: filter(), ...query } })
    expect(response.headers.get('content-type')).toContain('text/csv')
    const [header, ...lines] = (await response.text()).trim().split(/\r?\n/)
    expect(header).toMatch(/Exception.*Opened.*Ended.*Severity.*Kind.*Outcome/)
    return lines
  }
  const ids = async (query: object, as?: Client) =>
    (await csv(query, as)).map((line) => Number(line.replaceAll('"', '').split(',')[0]))
  expect(await rows({})).toEqual([second, first, third])
  expect(await ids({})).toEqual([first, second, third])
  const longer = { date_range: ['2026-11-01T00:00:00Z', '2026-11-30T00:00:00Z'] as [string, string] }
  expect(await ids({ filter: filter(longer) })).toEqual([first, second, third, fourth])
  for (const [narrower, found] of [
    [{ kind: ['by_hand'] }, [first, second, third]],
    [{ kind: ['fault'] }, []],
    [{ severity: ['urgent'] }, [first]],
    [{ owner: [me] }, [first]],
    [{ owner: [other] }, [second]],
    [{ owner: ['nobody'] }, [third]],
  ] as const) {
    expect(await ids({ filter: filter(narrower) })).toEqual(found)
    expect((await rows(narrower as never)).toSorted()).toEqual(found)
  }
  for (const search of ['silva', String(booked.id)]) expect(await ids({ search })).toContain(third)
  expect(await ids({ search: 'silva' })).toEqual([third])
  const analyst = server.client('analyst')
  expect(await ids({ search: 'silva' }, analyst)).toEqual([])
  expect((await csv({}, analyst)).join()).not.toContain('Ann Lee')
  expect((await csv()).join()).toContain('Told Ann Lee')
  const refused = refusal(
    town.dispatcher.fetch(api.exceptions.export, { query: { filter: filter({ owner: [other] }) } }),
  )
  expect((await refused).status).toBe(403)
})

// covers: EXC-99, EXC-101
test('has the keys and the calls that are documented', () => {
  const keys = ['exception:canRead', 'exception:canCreate', 'exception:canUpdate', 'exceptionRules:canRead']
  const others = ['exceptionRules:canUpdate', 'mute:canUpdate', 'responseTimes:canRead', 'handover:canRead']
  const named = ['Module', ...keys, ...others, 'handover:canCreate'].map((key) => `ExceptionManagement:${key}`)
  expect(permissionKeys.filter((key) => key.startsWith('ExceptionManagement:')).toSorted()).toEqual(named.toSorted())
  const all = [api.exceptions, api.exceptionRules, api.exceptionMutes, api.handovers]
    .flatMap((group) => Object.values<{ method: string; path: string; access: unknown }>(group))
    .map(({ method, path, access }) => [`${method} ${path}`, access] as const)
  const needs = new Map<string, unknown>(all)
  const update = 'ExceptionManagement:exception:canUpdate'
  const read = 'ExceptionManagement:exception:canRead'
  expect(Object.fromEntries([...needs].filter(([call]) => call in documented(read, update)))).toEqual(
    documented(read, update),
  )
})

const documented = (read: string, update: string): Readonly<Record<string, string>> => ({
  'GET /exceptions': read,
  'GET /exceptions/:id': read,
  'GET /exceptions/:id/history': read,
  'POST /exceptions': 'ExceptionManagement:exception:canCreate',
  'POST /exceptions/:id/acknowledge': update,
  'POST /exceptions/:id/release': update,
  'POST /exceptions/:id/hand_over': update,
  'POST /exceptions/:id/snooze': update,
  'POST /exceptions/:id/resolve': update,
  'POST /exceptions/:id/notes': update,
  'POST /exceptions/bulk': update,
  'GET /exceptions/response_times': read,
  'GET /exception_rules': 'ExceptionManagement:exceptionRules:canRead',
  'PATCH /exception_rules': 'ExceptionManagement:exceptionRules:canUpdate',
  'POST /exception_mutes': 'ExceptionManagement:mute:canUpdate',
  'GET /handovers': 'ExceptionManagement:handover:canRead',
  'POST /handovers': 'ExceptionManagement:handover:canCreate',
  'POST /handovers/:id/accept': 'ExceptionManagement:handover:canCreate',
})

// covers: EXC-56
test('names what nobody has touched for eight hours, and the most frequent causes of 30 days with their share', async () => {
  at('09:00:00')
  const [first, second, third] = [await raise(), await raise(), await raise()]
  const { db, clock } = server.deps
  await db.updateTable('exceptions').set({ kind: 'out_of_zone' }).where('id', '=', third).execute()
  const old = new Date(clock.now().getTime() - 31 * 24 * 3_600_000)
  const ended = { kind: 'fault' as const, subject: 'job:x', severity: 'soon' as const, zone_id: town.zone_id }
  await db
    .insertInto('exceptions')
    .values({ ...ended, state: 'resolved', opened_at: old, resolved_at: old } as never)
    .execute()
  const causes = async () =>
    (await boss().call(api.exceptionRules.causes, { query: { filter: { zone: [town.zone_id] } } })).data
  expect(await causes()).toMatchObject({
    stale: [],
    causes: [
      { kind: 'by_hand', zone_id: town.zone_id, count: 2, share: 2 / 3 },
      { kind: 'out_of_zone', count: 1, share: 1 / 3 },
    ],
  })
  at('10:00:00')
  await town.dispatcher.call(api.exceptions.addNote, { params: { id: second }, body: { note: 'Looked into it' } })
  at('17:00:00')
  expect((await causes()).stale.map(({ id }) => id)).toEqual([first, third])
  expect((await refusal(town.dispatcher.call(api.exceptionRules.causes, { query: {} }))).status).toBe(403)
})

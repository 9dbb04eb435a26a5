import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, type MissPolicy, type ObjectionOutcome } from '@ambit/contract'
import { sql } from 'kysely'
import { refusal } from '../testing/refusal.ts'
import { runJob } from '../testing/run-job.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { badRecord } from '../testing/suspensions.ts'
import { missOf } from '../testing/misses.ts'
import { pastRides } from '../testing/past-rides.ts'
import { proposeSteps } from './propose.ts'

let server: TestServer
let town: SmallTown
let maria: number
/** a booking that others are like */
let like: number
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  server.deps.clock.set('2026-11-23T08:00:00+10:00')
  town = await buildSmallTown(server)
  await town.vehicle('Van 1')
  maria = await town.passenger('Maria Silva')
  like = (await town.book({ who: maria, from: 'Market', to: 'Hospital', at: '09:00' })).id
  await setRegion({ miss_policy: 'propose' })
  await punctual()
})

/** So many days pass for what was sent. */
const pass = (days: number) =>
  sql`update suspensions set letter_sent_at = letter_sent_at - make_interval(days => ${days}),
    object_until = object_until - ${days}::int, begins_on = begins_on - ${days}::int, ends_on = ends_on - ${days}::int,
    objected_on = objected_on - ${days}::int where letter_sent_at is not null`.execute(server.deps.db)

/** Others of the region miss nothing, so that who does stands out. */
const punctual = async () =>
  pastRides(server, like, 60, { daysAgo: 1, traveler_id: await town.passenger('Otto Other') })

const [dispatcher, service, manager] = [
  () => server.client('dispatcher'),
  () => server.client('customer_service'),
  () => server.client('operations_manager'),
]
const setRegion = (body: { miss_policy?: MissPolicy; contact_phone?: string; contact_email?: string }) =>
  manager().call(api.regions.update, { params: { id: town.region_id }, body })
const propose = () => runJob(server.deps, proposeSteps)
const steps = async (standing?: 'open' | 'record') =>
  (
    await dispatcher().call(api.suspensions.list, {
      query: { filter: { region: [town.region_id], ...(standing === undefined ? {} : { standing }) } },
    })
  ).data
const theStep = async () => {
  const [step] = await steps()
  if (step === undefined) throw new Error('Nothing is proposed')
  return step
}
const params = async () => ({ id: (await theStep()).id })
const decide = async (body: { reason?: string; days?: number } = {}, by = dispatcher()) =>
  (await by.call(api.suspensions.decide, { params: await params(), body: { reason: 'It happened often', ...body } }))
    .data
const confirm = async (by = service()) => (await by.call(api.suspensions.confirm, { params: await params() })).data
const post = async (what: 'letter' | 'decision' = 'letter') =>
  (await service().call(api.suspensions.sent, { params: await params(), body: { what } })).data
const object = async (body: { objected_on?: string; hear_on?: string } = {}) =>
  (
    await service().call(api.suspensions.object, {
      params: await params(),
      body: { words: 'My bus was late', objected_on: '2026-11-23', hear_on: '2026-12-01', ...body },
    })
  ).data
const judgeObjection = async (body: { outcome: ObjectionOutcome; days?: number }, by = manager()) =>
  (
    await by.call(api.suspensions.decideObjection, {
      params: await params(),
      body: { reasons: 'The vehicle waited', ...body },
    })
  ).data
const search = (time: string, more: object = {}) =>
  dispatcher().call(api.searches.create, {
    body: {
      traveler_id: maria,
      origin: { name: 'Market', point: [153.03012, -27.47] },
      destination: { name: 'School', point: [153.04024, -27.47] },
      traveling_at: time,
      departing: true,
      passengers: [{ fare_type: 'adult' }],
      ...more,
    },
  })
const NONE = { journeys: 0, misses: 0, region_journeys: 0, region_misses: 0 }
/** A step that was settled so long ago. */
const settledStep = (days: number | null, daysAgo: number) =>
  sql`insert into suspensions (traveler_id, region_id, kind, days, rests_on, figures, proposed_at, decided_at,
      decided_reason, confirmed_at, letter_sent_at, letter_sent_by, object_until, begins_on, ends_on)
    select ${maria}, ${town.region_id}, ${days === null ? 'letter' : 'suspension'}, ${days}::int, '[]', ${JSON.stringify(NONE)}, t, t, 'x', t,
      t, 'post', t::date, case when ${days}::int > 0 then t::date + 1 end, case when ${days}::int > 0 then t::date + 8 end
    from (select ${server.deps.clock.now()}::timestamptz - make_interval(days => ${daysAgo}) as t) as sent`.execute(
    server.deps.db,
  )

describe('steps after a pattern of misses', () => {
  // covers: JRN-133
  test('are proposed from the fifth miss that counts, do nothing until two people have decided, and are held by an objection', async () => {
    await badRecord(server, like, { took: 6, missed: 4 })
    const [late = 0] = await pastRides(server, like, 1, { daysAgo: 6, status: 'no_show' })
    await missOf(server, late, { not_counted: 'vehicle_late' })
    await propose()
    expect(await steps()).toEqual([])
    const [sixth = 0] = await pastRides(server, like, 1, { daysAgo: 7, status: 'no_show' })
    await missOf(server, sixth)
    await propose()
    await propose()
    expect(await steps()).toMatchObject([{ kind: 'letter', days: null, state: 'proposed', traveler_id: maria }])
    expect((await theStep()).rests_on).toHaveLength(5)
    expect((await theStep()).rests_on.map(({ service_request_id }) => service_request_id)).not.toContain(late)
    expect((await search('2026-11-23T14:00:00+10:00')).data.status).toBe('offerings_available')
    await decide()
    await confirm()
    await post()
    await pass(30)
    await propose()
    expect(await steps('open')).toMatchObject([{ kind: 'suspension', days: 7, state: 'proposed' }])
    await decide()
    await confirm()
    expect(await post()).toMatchObject({
      state: 'announced',
      object_until: '2026-12-07',
      begins_on: '2026-12-08',
      ends_on: '2026-12-14',
    })
    await object()
    await pass(17)
    expect((await theStep()).state).toBe('held')
    expect((await search('2026-11-23T14:00:00+10:00')).data.status).toBe('offerings_available')
    await judgeObjection({ outcome: 'refused' })
    await post('decision')
    await pass(8)
    expect((await refusal(search('2026-11-23T14:00:00+10:00'))).errors[0]?.code).toBe('suspended')
  })

  // covers: JRN-98
  test.each(['off', 'count'] as const)('are not proposed where the policy is %s', async (miss_policy) => {
    await badRecord(server, like)
    await setRegion({ miss_policy })
    await propose()
    expect(await steps()).toEqual([])
  })

  // covers: JRN-105
  // @test-tag long
  test.each([
    ['a letter', [], null],
    ['7 days after a letter', [[null, 100]], 7],
    [
      '14 days after a letter and a suspension',
      [
        [null, 200],
        [7, 100],
      ],
      14,
    ],
    [
      '21 days after two suspensions',
      [
        [null, 300],
        [7, 200],
        [14, 100],
      ],
      21,
    ],
    [
      '30 days after three',
      [
        [null, 340],
        [7, 300],
        [14, 200],
        [21, 100],
      ],
      30,
    ],
    [
      '30 days at most after any more',
      [
        [null, 350],
        [7, 340],
        [14, 300],
        [21, 200],
        [30, 100],
      ],
      30,
    ],
    [
      'a letter again where the last step is more than 12 months ago',
      [
        [null, 400],
        [7, 370],
      ],
      null,
    ],
  ] as const)('are at first %s, by what stands in the record', async (_, before, days) => {
    for (const [of, ago] of before) await settledStep(of, ago)
    await badRecord(server, like)
    await propose()
    expect((await steps('open'))[0]).toMatchObject({ kind: days === null ? 'letter' : 'suspension', days })
  })

  test('rest on misses after the last step alone, and one that was lifted stands in no record', async () => {
    await badRecord(server, like)
    await propose()
    await decide()
    await confirm()
    await post()
    await propose()
    expect(await steps('open')).toEqual([])
    await manager().call(api.suspensions.lift, { params: await params(), body: { reason: 'Was in hospital' } })
    expect(await steps('record')).toEqual([])
    expect(await theStep()).toMatchObject({ state: 'lifted', lifted: { reason: 'Was in hospital' } })
  })

  test('lose misses that count no more, and are withdrawn by themselves where the rest is no pattern', async () => {
    await badRecord(server, like, { took: 6, missed: 6 })
    await propose()
    const { rests_on } = await theStep()
    expect(rests_on).toHaveLength(6)
    const judge = (id: number) =>
      service().call(api.misses.judge, { params: { id }, body: { counts: false, reason: 'Was in hospital' } })
    await judge(rests_on[0]?.miss_id ?? 0)
    await propose()
    expect((await theStep()).rests_on).toHaveLength(5)
    await judge(rests_on[1]?.miss_id ?? 0)
    const refused = await refusal(decide())
    expect(refused).toMatchObject({ status: 409 })
    expect(refused.errors[0]?.detail).toBe('This was withdrawn: what it rests on is no pattern any more')
    expect(await theStep()).toMatchObject({ state: 'withdrawn' })
  })
})

describe('deciding on a step', () => {
  beforeEach(async () => {
    await settledStep(null, 100)
    await badRecord(server, like)
    await propose()
  })

  // covers: JRN-106
  test('takes a reason and two people, whoever they are, and nothing follows before', async () => {
    expect((await refusal(confirm())).status).toBe(409)
    expect(await refusal(decide({ reason: ' ' }))).toMatchObject({
      status: 422,
      errors: [{ source: { pointer: '/reason' } }],
    })
    expect(await decide({}, server.client('administrator'))).toMatchObject({
      state: 'decided',
      decided: { by: 'Test administrator', reason: 'It happened often' },
    })
    const refused = await refusal(confirm(server.client('administrator')))
    expect([refused.status, refused.errors[0]?.detail]).toEqual([
      403,
      'You decided this: another person has to confirm it',
    ])
    expect(await theStep()).toMatchObject({ state: 'decided', letter: null, begins_on: null })
    expect(await confirm()).toMatchObject({
      state: 'confirmed',
      confirmed: { by: 'Test customer_service' },
      begins_on: null,
    })
    const reader = server.client({ permissions: ['TravellerManagement:suspension:canRead'] })
    expect((await refusal(decide({}, reader))).status).toBe(403)
  })

  test('makes the days fewer, never more, and dismisses what should not be', async () => {
    expect(await refusal(decide({ days: 8 }))).toMatchObject({
      status: 422,
      errors: [{ source: { pointer: '/days' } }],
    })
    expect(await decide({ days: 3 })).toMatchObject({ days: 3 })
    const { data } = await dispatcher().call(api.suspensions.dismiss, {
      params: await params(),
      body: { reason: 'A hard month' },
    })
    expect(data).toMatchObject({ state: 'dismissed', dismissed: { reason: 'A hard month' } })
    expect((await refusal(confirm())).status).toBe(409)
    await propose()
    expect(await steps('open')).toEqual([])
  })

  // covers: JRN-108
  test('lets it begin 15 days after its letter, and after the decision where an objection came in time', async () => {
    await decide()
    await confirm()
    expect(await post()).toMatchObject({ object_until: '2026-12-07', begins_on: '2026-12-08', ends_on: '2026-12-14' })
    await pass(16)
    expect(await theStep()).toMatchObject({ state: 'running' })
    expect(await refusal(object({ objected_on: '2026-11-22' }))).toMatchObject({
      status: 422,
      errors: [{ source: { pointer: '/objected_on' } }],
    })
    // It came in time, and was written down later.
    expect(await object({ objected_on: '2026-11-21' })).toMatchObject({ state: 'held' })
    expect((await refusal(object({ objected_on: '2026-11-21' }))).status).toBe(409)
    await judgeObjection({ outcome: 'refused' })
    expect(await theStep()).toMatchObject({ state: 'held' })
    expect(await post('decision')).toMatchObject({ state: 'announced', begins_on: '2026-11-30', ends_on: '2026-12-06' })
    await pass(14)
    expect(await theStep()).toMatchObject({ state: 'ended' })
  })

  // covers: JRN-109
  test('hears an objection on its date, decided with reasons by somebody who had no part in the step', async () => {
    await decide()
    await confirm()
    await post()
    await object()
    const moved = await service().call(api.suspensions.setHearing, {
      params: await params(),
      body: { hear_on: '2026-12-02' },
    })
    expect(moved.data.objection).toMatchObject({
      words: 'My bus was late',
      objected_on: '2026-11-23',
      hear_on: '2026-12-02',
    })
    for (const by of [dispatcher(), service()])
      expect((await refusal(judgeObjection({ outcome: 'refused' }, by))).status).toBe(403)
    expect(await refusal(judgeObjection({ outcome: 'shortened' }))).toMatchObject({
      status: 422,
      errors: [{ source: { pointer: '/days' } }],
    })
    expect(await judgeObjection({ outcome: 'shortened', days: 2 })).toMatchObject({
      state: 'held',
      days: 2,
      objection: { decision: { outcome: 'shortened', reason: 'The vehicle waited', sent: null } },
    })
    expect(await post('decision')).toMatchObject({ state: 'announced', begins_on: '2026-12-08', ends_on: '2026-12-09' })
  })

  // covers: JRN-111
  test('ends nothing but the days: an objection that is upheld takes the step out of the record, the passenger stays active', async () => {
    await decide()
    await confirm()
    await post()
    await object()
    expect(await judgeObjection({ outcome: 'upheld' })).toMatchObject({ state: 'lifted' })
    expect(await steps('record')).toMatchObject([{ kind: 'letter' }])
    expect(await post('decision')).toMatchObject({
      state: 'lifted',
      objection: { decision: { sent: { way: 'post' } } },
    })
    const { data } = await dispatcher().call(api.travelers.show, { params: { id: maria } })
    expect(data.status).toBe('active')
  })
})

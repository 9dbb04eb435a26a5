import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, type MissPolicy } from '@ambit/contract'
import { eraseTraveler } from '../erasures/erase.ts'
import { asJourney } from '../testing/journeys.ts'
import { missOf } from '../testing/misses.ts'
import { pastRides } from '../testing/past-rides.ts'
import { refusal } from '../testing/refusal.ts'
import { bookRide, openToApps, searchRide } from '../testing/rides.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

const DAY_MS = 86_400_000

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
  await openToApps(town)
  await town.vehicle('Van 1')
  maria = await town.passenger('Maria Silva')
  like = (await town.book({ who: maria, from: 'Market', to: 'Hospital', at: '09:00' })).id
})

const office = () => server.client('customer_service')
const conductOf = async (id = maria, client = office()) =>
  (await client.call(api.conduct.show, { params: { id } })).data
const figures = async (id = maria) => (await conductOf(id)).regions[0]?.figures
const judge = (id: number, counts: boolean, reason: string, client = office()) =>
  client.call(api.misses.judge, { params: { id }, body: { counts, reason } })
const setRegion = (body: { miss_policy?: MissPolicy; miss_window_days?: number; pattern_misses?: number }) =>
  server.client('operations_manager').call(api.regions.update, { params: { id: town.region_id }, body })
const took = (count: number, daysAgo = 1, traveler_id = maria) =>
  pastRides(server, like, count, { daysAgo, traveler_id })
const missed = async (count: number, daysAgo = 1, traveler_id = maria) => {
  const rides = await pastRides(server, like, count, { daysAgo, traveler_id, status: 'no_show' })
  for (const [index, ride] of rides.entries())
    await missOf(server, ride, { at: new Date(server.deps.clock.now().getTime() - (daysAgo + index) * DAY_MS) })
  return rides
}

describe('the conduct of a passenger', () => {
  // covers: JRN-102
  test('sets misses of the last 60 days against the journeys of these days, and has one of them for a no-show and its unused way back', async () => {
    await took(7)
    const [there = 0, back = 0] = await missed(2)
    await took(4, 70)
    await missed(1, 65)
    await pastRides(server, like, 3, { daysAgo: 1, status: 'cancelled' })
    const late = await pastRides(server, like, 1, { daysAgo: 2, status: 'cancelled' })
    await missOf(server, late[0] ?? 0, { kind: 'late_cancellation' })
    const { regions, misses } = await conductOf()
    expect(regions).toMatchObject([{ region_id: town.region_id, miss_window_days: 60 }])
    expect(regions[0]?.figures).toMatchObject({ journeys: 10, misses: 3, share: 0.3 })
    expect(Date.parse(regions[0]?.figures?.window_from ?? '')).toBe(server.deps.clock.now().getTime() - 60 * DAY_MS)
    expect(misses.map(({ standing }) => standing)).toEqual(['counts', 'counts', 'counts', 'before_window'])
    await setRegion({ miss_window_days: 90 })
    expect(await figures()).toMatchObject({ journeys: 15, misses: 4 })
    await asJourney(server, there, back)
    expect(await figures()).toMatchObject({ journeys: 15, misses: 3 })
  })

  test('says of the way back that went unused with which way there it is one', async () => {
    const [there = 0, back = 0] = await missed(2)
    expect(await figures()).toMatchObject({ journeys: 2, misses: 2 })
    await asJourney(server, there, back)
    expect(await figures()).toMatchObject({ journeys: 2, misses: 1 })
    const { misses } = await conductOf()
    const standing = (id: number) => misses.find((one) => one.service_request_id === id)
    expect(standing(there)).toMatchObject({ standing: 'counts', one_with: null })
    expect(standing(back)).toMatchObject({ standing: 'one_with', one_with: there })
  })

  test('has no miss of a way back where the way there does not count, and one where only the way back was missed', async () => {
    const [there = 0, back = 0] = await missed(2)
    await asJourney(server, there, back)
    const miss = (await conductOf()).misses.find((one) => one.service_request_id === there)
    await judge(miss?.id ?? 0, false, 'Was taken to hospital')
    expect(await figures()).toMatchObject({ journeys: 2, misses: 0 })
    const [taken = 0] = await took(1, 5)
    const [other = 0] = await missed(1, 6)
    await asJourney(server, taken, other)
    expect(await figures()).toMatchObject({ journeys: 4, misses: 1 })
  })

  test('is compared with all passengers of the region, without those whom drivers took along', async () => {
    const otto = await town.passenger('Otto Other')
    await took(30, 1, otto)
    await took(5)
    await missed(5)
    const aboard = await took(10, 1, otto)
    await server.deps.db
      .updateTable('service_requests')
      .set({ booking_method: 'driver' })
      .where('id', 'in', aboard)
      .execute()
    expect(await figures()).toMatchObject({
      journeys: 10,
      misses: 5,
      share: 0.5,
      average: 0.125,
      pattern: true,
      finding: 'pattern',
    })
    expect(await figures(otto)).toMatchObject({ journeys: 30, misses: 0, share: 0, pattern: false })
    await setRegion({ pattern_misses: 6 })
    expect(await figures()).toMatchObject({ pattern: false, finding: 'too_few_misses' })
  })

  test('is answered for the home of a passenger who never travelled, without a share', async () => {
    expect(await conductOf()).toMatchObject({
      regions: [{ figures: { journeys: 0, misses: 0, share: null, average: null, finding: 'too_few_journeys' } }],
      misses: [],
    })
  })

  test('tells each reader of the regions that the reader sees, and 404 of passengers out of sight', async () => {
    await missed(1)
    const elsewhere = await buildSmallTown(server)
    const near = server.client({
      permissions: ['TravellerManagement:conduct:canRead', 'TravellerManagement:conduct:canUpdate'],
      region_ids: [elsewhere.region_id],
    })
    expect((await refusal(conductOf(maria, near))).status).toBe(404)
    const id = (await conductOf()).misses[0]?.id ?? 0
    expect((await refusal(judge(id, false, 'Was ill that day', near))).status).toBe(404)
    await elsewhere.vehicle('Van 2')
    await elsewhere.book({ who: maria, from: 'Market', to: 'Hospital', at: '12:00' })
    expect(await conductOf(maria, near)).toMatchObject({ regions: [], misses: [] })
    expect((await refusal(judge(id, false, 'Was ill that day', near))).status).toBe(404)
    const reader = server.client({ permissions: ['TravellerManagement:traveller:canRead'] })
    expect((await refusal(conductOf(maria, reader))).status).toBe(403)
  })
})

describe('staff who record that a miss does not count', () => {
  test('take it out of the figures with a sentence, and back into them by recording again', async () => {
    await took(3)
    await missed(1)
    const id = (await conductOf()).misses[0]?.id ?? 0
    const refused = await refusal(judge(id, false, ' '))
    expect(refused).toMatchObject({ status: 422, errors: [{ source: { pointer: '/reason' } }] })
    expect((await judge(id, false, 'Her son was taken to hospital')).data).toMatchObject({
      standing: 'not_counted',
      not_counted: 'beyond_control',
      judged_reason: 'Her son was taken to hospital',
      judged_by: 'Test customer_service',
    })
    expect(await figures()).toMatchObject({ journeys: 4, misses: 0 })
    expect((await refusal(judge(id, false, 'Once more, please'))).status).toBe(409)
    await judge(id, true, 'It was another day')
    expect(await figures()).toMatchObject({ journeys: 4, misses: 1 })
    expect((await refusal(judge(id, true, 'Once more, please'))).status).toBe(409)
    const read = server.client('administrator')
    const filter = { record_kind: ['misses' as const], record_id: [String(id)] }
    const events = (await read.call(api.auditEvents.list, { query: { filter } })).data
    expect(events.slice(0, 2).map(({ actor_name, changes }) => [actor_name, changes['judged_reason']?.after])).toEqual([
      ['Test customer_service', 'It was another day'],
      ['Test customer_service', 'Her son was taken to hospital'],
    ])
    expect(events[0]).toMatchObject({ parent_kind: 'service_requests', region_id: town.region_id })
  })

  test('cannot make one count that does not count by itself', async () => {
    const [ride = 0] = await pastRides(server, like, 1, { daysAgo: 1, status: 'no_show' })
    const id = await missOf(server, ride, { not_counted: 'not_shown' })
    expect((await refusal(judge(id, true, 'He was not there'))).status).toBe(409)
    expect((await refusal(judge(id, false, 'He was ill that day'))).status).toBe(409)
    expect((await conductOf()).misses).toMatchObject([{ standing: 'not_counted', not_counted: 'not_shown' }])
  })

  test('are not read by those who do not see the care of passengers, and what they wrote goes with the passenger', async () => {
    const [ride = 0] = await missed(1)
    const id = (await conductOf()).misses[0]?.id ?? 0
    await judge(id, false, 'Broke her hip')
    const reader = server.client({ permissions: ['TravellerManagement:conduct:canRead'] })
    expect((await conductOf(maria, reader)).misses).toMatchObject([{ judged_reason: 'Hidden' }])
    const { db, clock } = server.deps
    await db.transaction().execute((tx) => eraseTraveler(tx, maria, 'Asked for it', clock.now()))
    const left = await db
      .selectFrom('audit_events')
      .select('changes')
      .where('record_kind', '=', 'misses')
      .where('parent_id', '=', String(ride))
      .execute()
    expect(left.length).toBeGreaterThan(1)
    expect(JSON.stringify(left)).not.toContain('hip')
  })
})

describe('a region that counts no misses', () => {
  test('notes none from then on, shows none that it noted, and has no time from which cancelling is late', async () => {
    await missed(1)
    const app = server.passengerClient(maria)
    const late = async () => (await app.call(api.ride.booking, { params: { id: like } })).data.late_from
    expect(await late()).toBeDefined()
    await setRegion({ miss_policy: 'off' })
    expect(await late()).toBeUndefined()
    const { service_offerings } = await searchRide(app, { from: 'Market', to: 'School', at: '11:00' })
    expect(service_offerings[0]?.late_from).toBeNull()
    const { id } = await bookRide(app, { from: 'School', to: 'Market', at: '12:00' })
    server.deps.clock.set('2026-11-23T08:50:00+10:00')
    await app.call(api.ride.cancel, { params: { id: like }, body: {} })
    const notedOf = (booking: number) =>
      server.deps.db.selectFrom('misses').select('id').where('service_request_id', '=', booking).execute()
    expect(await notedOf(like)).toEqual([])
    expect(await conductOf()).toMatchObject({ regions: [{ miss_policy: 'off', figures: null }], misses: [] })
    expect((await app.call(api.ride.misses)).data).toEqual([])
    await setRegion({ miss_policy: 'count' })
    expect((await conductOf()).misses).toHaveLength(1)
    server.deps.clock.set('2026-11-23T11:50:00+10:00')
    await app.call(api.ride.cancel, { params: { id }, body: {} })
    expect(await notedOf(id)).toHaveLength(1)
  })

  test('is set by those who may change regions, within limits, and the change is in the audit', async () => {
    const region = { id: town.region_id }
    const asked = (body: object, client = server.client('operations_manager')) =>
      refusal(client.call(api.regions.update, { params: region, body }))
    const low = {
      miss_policy: 'fine',
      miss_window_days: 29,
      pattern_misses: 4,
      pattern_share: 14,
      pattern_of_average: 1,
      pattern_min_journeys: 9,
    }
    const refused = await asked(low)
    expect(refused.errors.map(({ source }) => source?.pointer).toSorted()).toEqual(
      Object.keys(low)
        .map((field) => `/${field}`)
        .toSorted(),
    )
    expect((await asked({ miss_policy: 'off' }, server.client('dispatcher'))).status).toBe(403)
    const { data } = await server.client('operations_manager').call(api.regions.show, { params: region })
    expect(data).toMatchObject({ miss_policy: 'count', miss_window_days: 60, pattern_misses: 5, pattern_share: 15 })
    expect(data).toMatchObject({ pattern_of_average: 2, pattern_min_journeys: 10 })
    await setRegion({ miss_policy: 'off' })
    const filter = { record_kind: ['regions' as const], record_id: [String(region.id)] }
    const [event] = (await server.client('administrator').call(api.auditEvents.list, { query: { filter } })).data
    expect(event?.changes['miss_policy']).toEqual({ before: 'count', after: 'off' })
  })
})

test('the report has twelve months, the first of them from its midnight on by the clocks of the region', async () => {
  await setRegion({ miss_policy: 'count' })
  // At eight on the 1st of December, which is the 30th of November in Greenwich, and a day before.
  await took(1, 357)
  await took(1, 358)
  const query = { per_page: 200, filter: { region: [town.region_id] } }
  const { data } = await server.client('superadmin').call(api.conductReports.list, { query })
  const rides = data.filter(({ group, journeys }) => group === 'all' && journeys > 0)
  expect(rides.map(({ month, journeys }) => [month, journeys])).toEqual([['2025-12', 1]])
})

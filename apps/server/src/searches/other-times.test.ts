import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api, type OtherTime } from '@ambit/contract'
import { spaced } from '../planning/search/other-times.ts'
import { refusal } from '../testing/refusal.ts'
import { buildSmallTown, clockOf, type SmallTown, stopPoint } from '../testing/small-town.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
let maria: number
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  maria = await town.passenger('Maria Silva')
})

const moment = (time: string): string => `2026-11-23T${time}:00+10:00`
const question = (time: string, departing = true) => ({
  traveler_id: maria,
  passengers: [{ fare_type: 'adult' as const }],
  origin: { name: 'Market', point: stopPoint('Market') },
  destination: { name: 'Hospital', point: stopPoint('Hospital') },
  traveling_at: moment(time),
  departing,
})
const around = async (time: string, departing = true): Promise<OtherTime[]> =>
  (await town.dispatcher.call(api.searches.otherTimes, { body: question(time, departing) })).data
const clocks = (times: readonly OtherTime[]) => times.map(({ traveling_at }) => clockOf(traveling_at))
const searchAt = async ({ traveling_at, departing }: OtherTime) => {
  const body = { ...question('09:00'), traveling_at, departing, wished_at: moment('11:00') }
  return (await town.dispatcher.call(api.searches.create, { body })).data
}

// covers: JRN-68
test('six times before a wished departure and six after it, ten minutes apart, are each offered by a search at that time', async () => {
  await town.vehicle('Van 1')
  const times = await around('11:00')
  expect(clocks(times).join(' ')).toBe('10:00 10:10 10:20 10:30 10:40 10:50 11:10 11:20 11:30 11:40 11:50 12:00')
  for (const time of times) {
    const { service_offerings } = await searchAt(time)
    expect(service_offerings.map(({ pickup }) => pickup.lower_bound)).toContain(time.pickup.lower_bound)
  }
})

// covers: JRN-68
test('of a wished arrival there are earlier ones alone', async () => {
  await town.vehicle('Van 1')
  const times = await around('11:00', false)
  expect(times).toHaveLength(6)
  for (const { dropoff, traveling_at } of times) {
    expect(Date.parse(dropoff.upper_bound)).toBeLessThanOrEqual(Date.parse(traveling_at))
    expect(Date.parse(traveling_at)).toBeLessThan(Date.parse(moment('11:00')))
  }
})

// covers: JRN-68
test('they are within two hours, in service and within the rules of the zone, and not those of another ride', async () => {
  await town.vehicle('Van 1', { from: '10:15' })
  expect(await around('08:10')).toEqual([])
  const [first] = clocks(await around('08:30'))
  expect(first! >= '10:15' && first! <= '10:30').toBe(true)
  await server.client('superadmin').call(api.bookingRules.create, {
    params: { id: town.zone_id },
    body: { holds_from: '2026-11-01', hours: Array.from({ length: 7 }, () => [{ from: 11 * 60, until: 13 * 60 }]) },
  })
  expect(clocks(await around('10:50'))).toEqual(['11:00', '11:10', '11:20', '11:30', '11:40', '11:50'])
  await town.book({ who: maria, from: 'Hospital', to: 'Market', at: '11:20' })
  const left = clocks(await around('10:50'))
  expect(left).toContain('11:00')
  expect(left).not.toContain('11:20')
})

test('of two zones that have nearly the same time one is named', () => {
  expect(spaced([600, 540, 1199, 1200, -600], (seconds) => seconds)).toEqual([600, 1200, -600])
})

test('nothing is stored or held, and a passenger out of sight is refused', async () => {
  await town.vehicle('Van 1')
  const count = async () =>
    (await server.deps.db.selectFrom('service_availability_searches').select('id').execute()).length
  const before = await count()
  expect(await around('11:00')).not.toEqual([])
  expect(await count()).toBe(before)
  const body = { ...question('11:00'), traveler_id: 4_711_000 }
  expect(await refusal(town.dispatcher.call(api.searches.otherTimes, { body }))).toMatchObject({
    status: 422,
    errors: [{ source: { pointer: '/traveler_id' } }],
  })
})

// covers: JRN-73
test('the time that was wished for first is kept beside the agreed and the promised one, in the booking and in exports', async () => {
  await town.vehicle('Van 1')
  const [first] = await around('11:00')
  const { service_offerings } = await searchAt(first!)
  const body = {
    service_offering_id: service_offerings[0]?.id ?? 0,
    traveler_id: maria,
    payment_method: 'cash' as const,
  }
  const { data } = await town.dispatcher.call(api.serviceRequests.create, { body })
  expect(data.asked).toEqual({
    traveling_at: new Date(moment('10:00')).toISOString(),
    departing: true,
    wished_at: new Date(moment('11:00')).toISOString(),
  })
  expect(clockOf(data.pickup.promised_lower_bound)).toBe('10:00')
  const csv = await (
    await town.dispatcher.fetch(api.serviceRequests.export, { query: { filter: { id: [data.id] } } })
  ).text()
  const [head = '', row = ''] = csv.split('\r\n')
  const cellOf = (name: string) => row.split(',')[head.split(',').indexOf(name)]
  expect([cellOf('Wished for'), cellOf('Agreed'), cellOf('Agreed time is'), cellOf('Pick-up from')]).toEqual([
    '2026-11-23 11:00',
    '2026-11-23 10:00',
    'departure',
    '2026-11-23 10:00',
  ])
})

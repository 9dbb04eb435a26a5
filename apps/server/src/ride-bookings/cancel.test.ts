import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, type Client } from '@ambit/contract'
import { bookRide, openToApps } from '../testing/rides.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
let app: Client
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
  town = await buildSmallTown(server)
  await openToApps(town)
  await town.vehicle('Van 1')
  app = server.passengerClient(await town.passenger('Maria Silva'))
})
afterAll(() => server.close())

const ride = { from: 'Market', to: 'Hospital', at: '09:00' } as const
const show = async (id: number) => (await app.call(api.ride.booking, { params: { id } })).data

// covers: RIDE-80
test('an own ride is cancelled with a reason of the survey or none, which stands in the report though it is cancelled again with another', async () => {
  const cancel = async (reason?: string) => {
    const { id } = await bookRide(app, ride)
    const { data } = await app.call(api.ride.cancel, { params: { id }, body: { reason } })
    expect(data).toMatchObject({ phase: 'cancelled', cancel_refused: expect.stringContaining('is cancelled') })
    return id
  }
  const [byKey, byWords, otherwise, none] = [
    await cancel('too_far_to_walk'),
    await cancel('plans have changed'),
    await cancel('My cat is ill'),
    await cancel(),
  ]
  const { data } = await server.client('superadmin').call(api.surveyReports.list, { query: {} })
  const told = new Map(data.map((row) => [row.service_request_id, row]))
  expect(told.get(byKey)).toMatchObject({ cancellation_reason_key: 'too_far_to_walk', additional_information: null })
  expect(told.get(byWords)?.reason).toBe('Plans have changed')
  expect(told.get(otherwise)).toMatchObject({ reason: 'Other', additional_information: 'My cat is ill' })
  expect(told.has(none)).toBe(false)
  const { data: history } = await town.dispatcher.call(api.serviceRequests.history, { params: { id: byKey } })
  expect(history.at(-1)).toMatchObject({ status: 'cancelled', user_type: 'passenger' })
  const twice = { params: { id: byKey }, body: { reason: 'illness' } }
  expect((await app.call(api.ride.cancel, twice)).data).toEqual(await show(byKey))
  const { data: after } = await server.client('superadmin').call(api.surveyReports.list, { query: {} })
  expect(after.find((row) => row.service_request_id === byKey)?.cancellation_reason_key).toBe('too_far_to_walk')
})

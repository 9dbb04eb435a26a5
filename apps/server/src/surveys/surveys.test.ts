import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, SURVEY_INFORMATION_LIMIT } from '@ambit/contract'
import { refusal } from '../testing/refusal.ts'
import { buildSmallTown } from '../testing/small-town.ts'
import type { SmallTown } from '../testing/small-town.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
let maria: number
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
  town = await buildSmallTown(server)
  await town.vehicle('Van 1')
  maria = await town.passenger('Maria Silva')
})
afterAll(() => server.close())

const booked = async (at: string) => (await town.book({ who: maria, from: 'Market', to: 'Hospital', at })).id
const cancelled = async (at: string): Promise<number> => {
  const id = await booked(at)
  await town.dispatcher.call(api.serviceRequests.cancel, { params: { id }, body: { reason: 'She rang' } })
  return id
}
const record = (service_request_id: number, more: object = {}) =>
  town.dispatcher.call(api.surveys.create, {
    body: { service_request_id, cancellation_reason_key: 'illness', ...more },
  })
const errorOf = async (call: Promise<unknown>) => {
  const { status, errors } = await refusal(call)
  return [status, errors[0]?.source?.pointer, errors[0]?.detail]
}

// covers: SURV-05, SURV-06, SURV-11
test('staff record why a passenger cancelled, and the booking shows it from then on', async () => {
  const { data: options } = await town.dispatcher.call(api.surveyOptions.list)
  const illness = options.find(({ key }) => key === 'illness')
  expect(options.length).toBeGreaterThan(4)
  const id = await cancelled('09:00')
  const before = (await town.dispatcher.call(api.serviceRequests.show, { params: { id } })).data
  expect(before).toMatchObject({ cancellation_reason: 'She rang', additional_information: null, survey_ids: [] })
  const { data: survey } = await record(id, { additional_information: ' A cold. ' })
  expect(survey).toMatchObject({
    service_request_id: id,
    cancellation_reason_key: 'illness',
    additional_information: 'A cold.',
  })
  const after = (await town.dispatcher.call(api.serviceRequests.show, { params: { id } })).data
  expect(after).toMatchObject({
    cancellation_reason: illness?.reason,
    additional_information: 'A cold.',
    survey_ids: [survey.id],
  })
  expect(await errorOf(record(id))).toEqual([409, undefined, 'This booking already has a survey'])
})

test('refuses an invalid survey with an error beside each field', async () => {
  const id = await cancelled('10:00')
  const standing = await booked('11:00')
  const pointer = '/service_request_id'
  expect(await errorOf(record(4711))).toEqual([422, pointer, 'There is no such booking'])
  expect(await errorOf(record(standing))).toEqual([422, pointer, 'Only a cancelled booking can have a survey'])
  const reason = '/cancellation_reason_key'
  expect(await errorOf(record(id, { cancellation_reason_key: 'rain' }))).toEqual([
    422,
    reason,
    'There is no such reason',
  ])
  expect(await errorOf(record(id, { cancellation_reason_key: ' ' }))).toEqual([422, reason, 'Please select a reason'])
  const long = 'x'.repeat(SURVEY_INFORMATION_LIMIT + 1)
  expect((await errorOf(record(id, { additional_information: long }))).slice(0, 2)).toEqual([
    422,
    '/additional_information',
  ])
  expect(SURVEY_INFORMATION_LIMIT).toBe(250)
})

test('refuses a survey for a booking in a region that the user may not see', async () => {
  const id = await cancelled('13:00')
  const away = server.client({ permissions: ['LiveBooking:booking:canUpdate'], region_ids: [town.region_id + 1] })
  const body = { service_request_id: id, cancellation_reason_key: 'illness' }
  expect(await errorOf(away.call(api.surveys.create, { body }))).toEqual([
    422,
    '/service_request_id',
    'There is no such booking',
  ])
})

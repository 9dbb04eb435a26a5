import { ApiError, type ErrorEnvelope, NetworkError } from '@ambit/contract'
import { expect, test } from 'vitest'
import { announcesByItself, apiErrorNotice, errorLine, signsOut } from './error-notice.ts'

const entry: ErrorEnvelope['errors'][number] = {
  status: '500',
  code: 'internal',
  title: 'Internal',
  detail: 'It broke.',
}
const failed = (status: number, url: string, errors: ErrorEnvelope['errors'] = [entry]) =>
  new ApiError(status, url, { errors })

// covers: API-36, API-39..44, NOTE-08
test('a failed read shows a notice with its address and every error for five seconds', () => {
  const pointed = { ...entry, title: '', source: { pointer: '/name' }, detail: 'Too long.' }
  expect(apiErrorNotice(failed(500, '/api/v2/ops/drivers', [entry, pointed]))).toMatchObject({
    title: 'Error fetching data from API',
    type: 'error',
    message: ['API error when trying to fetch from /api/v2/ops/drivers', 'Internal: It broke.', '/name: Too long.'],
    decay: 5000,
  })
})

// covers: API-35, API-37, API-38
test('a 404, a failed batch or a lost network raises no notice', () => {
  expect(apiErrorNotice(failed(404, '/api/v2/ops/drivers/9'))).toBeNull()
  expect(apiErrorNotice(failed(422, '/api/v2/ops/raw_batches'))).toBeNull()
  expect(apiErrorNotice(failed(422, '/api/v2/ops/vehicle_batches/3'))).toBeNull()
  expect(apiErrorNotice(new NetworkError('/api/v2/ops/drivers'))).toBeNull()
})

// covers: API-34
test('a 401 signs the user out, except when it answers the sign-in itself', () => {
  expect(signsOut(failed(401, '/x'), { name: 'drivers.list' })).toBe(true)
  for (const name of ['sessions.create', 'sessions.secondStep', 'sessions.passkey', 'sessions.sso'])
    expect(signsOut(failed(401, '/x'), { name })).toBe(false)
  expect(signsOut(failed(403, '/x'), { name: 'drivers.list' })).toBe(false)
})

test('a failed save is reported by its form and raises no notice', () => {
  expect(announcesByItself({ name: 'drivers.list', method: 'GET', audience: 'ops' })).toBe(true)
  expect(announcesByItself({ name: 'drivers.update', method: 'PATCH', audience: 'ops' })).toBe(false)
  expect(announcesByItself({ name: 'geo.suggest', method: 'GET', audience: 'geo' })).toBe(false)
  expect(announcesByItself({ name: 'paymentMethods.list', method: 'GET', audience: 'ops' })).toBe(false)
  expect(announcesByItself({ name: 'discounts.lookUp', method: 'GET', audience: 'ops' })).toBe(false)
})

// covers: AUTH-39
test('an error without a title is shown with its field name', () => {
  expect(errorLine(entry)).toBe('Internal: It broke.')
  expect(errorLine({ title: '', detail: 'Missing.', source: { pointer: '/email' } })).toBe('/email: Missing.')
})

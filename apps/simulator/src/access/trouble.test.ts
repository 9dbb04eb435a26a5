import { ApiError } from '@ambit/contract'
import { expect, test } from 'vitest'
import { sentence } from './trouble.ts'

const refused = (url: string): ApiError =>
  new ApiError(422, url, {
    errors: [{ status: '422', code: 'invalid', title: 'Not possible now', detail: 'The trip goes on' }],
  })

test.each([
  ['the server', 'http://127.0.0.1:8080/api/v2/driver/trips/7/complete', '/api/v2/driver/trips/7/complete'],
  ['a device by itself', '/api/v2/driver/trips/complete', '/api/v2/driver/trips/complete'],
])('what %s refuses is told in a sentence with its path', (_, url, path) => {
  expect(sentence(refused(url))).toBe(`${path} answered 422: The trip goes on`)
})

import { ApiError, NetworkError } from '@ambit/contract'
import { expect, test } from 'vitest'
import { eachRecord } from './each-record.ts'

const buses = Array.from({ length: 9 }, (_, at) => `Bus ${at + 1}`)
const stale = (detail: string) =>
  new ApiError(409, '/vehicles/1', {
    errors: [{ status: '409', code: 'stale_record', title: 'Changed', detail, source: { pointer: '/status' } }],
    meta: { current: { version: 2 } },
  })

// covers: API-11, API-12
test('a bulk change sends one call per record, a few at a time', async () => {
  const called: string[] = []
  let [running, most] = [0, 0]
  await eachRecord(buses, String, async (bus) => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setTimeout(resolve, 2))
    running--
    called.push(bus)
  })
  expect(called.toSorted()).toEqual(buses)
  expect(most).toBeLessThanOrEqual(6)
})

// covers: API-13, API-14
test('a bulk change fails if any record fails, still sends the others, and names each refused record', async () => {
  const called: string[] = []
  const failing = eachRecord(buses, String, async (bus) => {
    called.push(bus)
    if (bus === 'Bus 2' || bus === 'Bus 9') throw stale('It was changed')
  })
  const error = await failing.catch((reason: unknown) => reason)
  if (!(error instanceof ApiError)) throw new Error('It should have been refused')
  expect(called).toHaveLength(9)
  expect(error.errors.map(({ detail, source }) => [detail, source])).toEqual([
    ['Bus 2: It was changed', undefined],
    ['Bus 9: It was changed', undefined],
  ])
  expect(error.meta).toBeUndefined()
})

test('a bulk change without a connection fails as a network error', async () => {
  const failing = eachRecord(buses, String, () => Promise.reject(new NetworkError('/vehicles')))
  await expect(failing).rejects.toBeInstanceOf(NetworkError)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { createTraveler } from '../testing/people.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  for (let i = 0; i < 13; i += 1) await createTraveler(server, `${'Same Other'.split(' ')[i % 2]} Person${i}`)
})
afterAll(() => server.close())

const page = (page: number, per_page: number, sort?: string) =>
  server.client('superadmin').call(api.travelers.list, { query: { page, per_page, ...(sort && { sort }) } })

test('pages read from the end are in the same order as from the start, for every sort', async () => {
  for (const sort of [undefined, 'first_name', '-first_name', 'created_at', '-created_at']) {
    const whole = (await page(1, 1000, sort)).data.map(({ id }) => id)
    expect(whole).toHaveLength(13)
    const pages = await Promise.all([1, 2, 3, 4].map((number) => page(number, 4, sort)))
    expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(whole)
    expect(pages.map(({ data, meta }) => [data.length, meta.total])).toEqual([
      [4, 13],
      [4, 13],
      [4, 13],
      [1, 13],
    ])
  }
  expect((await page(5, 4)).data).toEqual([])
})

test('records without a value are last in both directions, on pages from either end', async () => {
  const dana = server.client('superadmin')
  for (let i = 0; i < 5; i += 1) {
    const make = i < 2 ? ['Ford', 'Toyota'][i]! : null
    const body = { license_plate: `P${i}`, vehicle_number: `V${i}`, make, capacity: 8, mobility_capacity: 0 }
    await dana.call(api.vehicles.create, { body })
  }
  const makes = async (sort: string) => {
    const pages = await Promise.all(
      [1, 2, 3].map((number) => dana.call(api.vehicles.list, { query: { page: number, per_page: 2, sort } })),
    )
    return pages.flatMap(({ data }) => data.map(({ make }) => make))
  }
  expect(await makes('make')).toEqual(['Ford', 'Toyota', null, null, null])
  expect(await makes('-make')).toEqual(['Toyota', 'Ford', null, null, null])
})

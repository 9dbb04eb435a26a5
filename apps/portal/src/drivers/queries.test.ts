import { afterAll, expect, test, vi } from 'vitest'
import { parseSearch } from '../url/plain-search.ts'

vi.stubGlobal('document', { cookie: '' })
vi.stubGlobal('location', { protocol: 'http:', origin: 'http://ambit.example' })
const asked: string[] = []
vi.stubGlobal('fetch', (url: string) => {
  asked.push(decodeURIComponent(url))
  return Promise.resolve(Response.json({ data: [], meta: { total: 0, total_count: 0 } }))
})
afterAll(() => vi.unstubAllGlobals())

// covers: API-15
test('the list request sends the list settings of the page address and nothing else', async () => {
  const { driversQuery, driversState } = await import('./queries.ts')
  const ask = (address: string) => {
    const { signal } = new AbortController()
    return driversQuery(driversState.read(parseSearch(address))).queryFn({ signal })
  }
  await ask('?page=2&search=chen&sort=-email&filter.approved=true&region=3&d=DriverDialog-view-7')
  await ask('')
  expect(asked).toEqual([
    '/api/v2/ops/drivers?page=2&per_page=25&search=chen&sort=-email&filter[approved]=true',
    '/api/v2/ops/drivers?page=1&per_page=25',
  ])
})

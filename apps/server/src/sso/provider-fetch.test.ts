import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserSecret } from '../http/portal-cookies.ts'
import { testConfig } from '../testing/server.ts'
import { providerFetch } from './provider-fetch.ts'

let house: Server
let asked: string | undefined
beforeAll(async () => {
  house = createServer(({ url, headers }, response) => {
    asked = headers['accept-encoding']
    if (url === '/packed') response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(50_000_000)))
    else response.end(Buffer.alloc(url === '/large' ? 1_000_001 : 10, 32))
  })
  await new Promise<void>((done) => house.listen(0, '127.0.0.1', done))
})
afterAll(() => house.close())

test('no answer of a provider takes more than a megabyte, however it is packed', async () => {
  const fetch = providerFetch({ ...testConfig, environment: 'dev' }, AbortSignal.timeout(10_000))
  const get = (path: string) =>
    fetch(`http://127.0.0.1:${(house.address() as AddressInfo).port}${path}`, { method: 'GET', headers: {} }) // it listens to a port
  expect(await (await get('/small')).text()).toHaveLength(10)
  expect(asked).toBe('identity')
  await expect(get('/packed')).rejects.toThrow('compresses its answers')
  await expect(get('/large')).rejects.toThrow()
})

test('where the portal has HTTPS, a neighbouring host cannot say which browser began a sign-in', () => {
  const secretAt = (publicUrl: string, cookies: Record<string, string>) => browserSecret({ publicUrl }, { cookies })
  expect(secretAt('https://ambit.test', { ambit_sso: 'of a neighbour' })).toBeNull()
  expect(secretAt('https://ambit.test', { '__Host-ambit_sso': 'own', ambit_sso: 'of a neighbour' })).toBe('own')
  expect(secretAt('http://localhost:8080', { ambit_sso: 'own' })).toBe('own')
})

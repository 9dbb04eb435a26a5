import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../testing/server.ts'

let folders: { portalFolder: string; driverFolder: string; rideFolder: string }
let server: TestServer

const folderOf = (title: string): string => {
  const folder = mkdtempSync(join(tmpdir(), `ambit-${title}-`))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), `<!doctype html><title>${title}</title>`)
  writeFileSync(join(folder, 'assets', 'index-a1b2c3.js'), `console.log(${JSON.stringify('x'.repeat(4000))})`)
  return folder
}
beforeAll(async () => {
  folders = { portalFolder: folderOf('Portal'), driverFolder: folderOf('Drive'), rideFolder: folderOf('Ride') }
  for (const folder of [folders.driverFolder, folders.rideFolder])
    writeFileSync(join(folder, 'worker.js'), 'self.skipWaiting()')
  server = await startTestServer({ config: folders })
})
afterAll(async () => {
  await server.close()
  for (const folder of Object.values(folders)) rmSync(folder, { recursive: true, force: true })
})

const get = (path: string, headers: Record<string, string> = { accept: 'text/html,*/*' }) =>
  fetch(server.url + path, { headers })

test('all addresses of the portal serve one page, uncached, under the strict content policy', async () => {
  for (const path of [
    '/',
    '/DriverManagement?d=DriverDialog-view-1',
    '/Admin/ResetPassword/abc_DEF-123',
    '/deep/er/page',
  ]) {
    const response = await get(path)
    expect([path, response.status, await response.text()]).toEqual([path, 200, '<!doctype html><title>Portal</title>'])
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  }
})

// covers: DAPP-02
test.each(['Drive', 'Ride'])(
  'the app for phones answers at /%s and below, uncached, and the portal does not answer there',
  async (app) => {
    for (const path of [`/${app}`, `/${app}/`, `/${app}?from=home`, `/${app}/trips/7`]) {
      const response = await get(path)
      expect([path, response.status, await response.text()]).toEqual([
        path,
        200,
        `<!doctype html><title>${app}</title>`,
      ])
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(response.headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe/)
    }
    for (const path of [`/${app}/assets/old.js`, `/${app}/assets/old`, `/${app}/none.js`])
      expect([path, (await get(path)).status]).toEqual([path, 404])
    expect(await (await get(`/${app}r`)).text()).toContain('Portal')
    const worker = await get(`/${app}/worker.js`)
    expect(worker.headers.get('cache-control')).toBe('no-cache')
    expect(worker.headers.get('service-worker-allowed')).toBe(`/${app}`)
    const asset = await get(`/${app}/assets/index-a1b2c3.js`)
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  },
)

test.each(['Drive', 'Ride'])('without its app nothing answers at /%s', async (app) => {
  const alone = await startTestServer({ config: { portalFolder: folders.portalFolder } })
  expect((await fetch(`${alone.url}/${app}`, { headers: { accept: 'text/html' } })).status).toBe(404)
  await alone.close()
})

test('hashed assets are cached permanently and sent compressed', async () => {
  const response = await get('/assets/index-a1b2c3.js', { 'accept-encoding': 'gzip', accept: '*/*' })
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(response.headers.get('content-type')).toContain('javascript')
  expect(response.headers.get('content-encoding')).toBe('gzip')
  expect(await response.text()).toContain('xxxx')
})

test('a missing API path, asset or file is never answered with a page', async () => {
  const paths = [
    '/api/v2/ops/nothing',
    '/api/nothing',
    '/geo/nothing',
    '/assets/index-old.js',
    '/favicon.ico',
    '/robots.txt',
    '/tiles/a.pmtiles',
  ]
  for (const path of paths) {
    const response = await get(path)
    expect([path, response.status]).toEqual([path, 404])
    expect(await response.json()).toMatchObject({ errors: [{ code: 'not_found' }] })
  }
  expect((await fetch(`${server.url}/DriverManagement`, { method: 'POST' })).status).toBe(404)
  for (const path of ['/..%2f..%2fetc%2fpasswd', '/assets/..%2f..%2f..%2fetc%2fpasswd', '/%2e%2e/%2e%2e/etc/passwd']) {
    expect(await (await get(path)).text()).not.toContain('root:')
  }
})

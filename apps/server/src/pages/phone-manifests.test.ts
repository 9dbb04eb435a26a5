import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '@ambit/contract'
import { startTestServer, type TestServer } from '../testing/server.ts'

const Manifest = z
  .record(z.string(), z.unknown())
  .and(z.object({ icons: z.array(z.object({ src: z.string(), sizes: z.string(), purpose: z.string() })) }))

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test.each([
  { scope: '/Drive', app: 'driver', name: 'Coastlink Drive' },
  { scope: '/Ride', app: 'rider', name: 'Coastlink' },
])(
  "the app at $scope is installed by the brand's name and colour, with icons of two sizes and one to be cut out",
  async ({ scope, app, name }) => {
    await server
      .client('administrator')
      .call(api.settings.update, { body: { app: { brandName: 'Coastlink', brandColor: { h: 200, s: 100, l: 25 } } } })
    const answer = await fetch(`${server.url}${scope}/manifest.webmanifest`)
    expect(answer.headers.get('content-type')).toContain('application/manifest+json')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    const manifest = Manifest.parse(await answer.json())
    expect(manifest).toMatchObject({
      name,
      short_name: 'Coastlink',
      start_url: scope,
      scope,
      display: 'standalone',
      orientation: 'any',
      theme_color: '#005580',
    })
    const icons = manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)
    expect(icons).toEqual(['192x192 any', '512x512 any', '512x512 maskable'])
    const folder = join(import.meta.dirname, '../../..', app, 'public')
    for (const { src, sizes } of manifest.icons) {
      const file = join(folder, src.replace(scope, ''))
      expect([src, existsSync(file)]).toEqual([src, true])
      // The width of a PNG stands in its header.
      expect(`${readFileSync(file).readUInt32BE(16)}x${readFileSync(file).readUInt32BE(20)}`).toBe(sizes)
    }
  },
)

const manifestOf = async (query = '') =>
  Manifest.parse(await (await fetch(`${server.url}/Ride/manifest.webmanifest${query}`)).json())

// covers: RIDE-04
test('passengers install the app that they came by: with its name, colour and icons, in its own window below /Ride', async () => {
  const olivia = server.client('operations_manager')
  const drawn = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
  const { data: logo } = await olivia.call(api.consumerApps.addLogo, {
    body: { content: Buffer.from(drawn).toString('base64') },
  })
  const { data: hills } = await olivia.call(api.consumerApps.create, {
    body: { name: 'Hills', slug: 'hills', brand_name: 'Hills Bus', brand_color: '#0a7e3e', logo: logo.digest },
  })
  const own = {
    name: 'Hills Bus',
    short_name: 'Hills Bus',
    theme_color: '#0a7e3e',
    scope: '/Ride',
    display: 'standalone',
    icons: [{ src: `/logos/${logo.digest}`, sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
  }
  // From the home screen, too, it is this app that opens.
  expect(await manifestOf('?app=hills')).toMatchObject({ ...own, id: '/Ride?app=hills', start_url: '/Ride?app=hills' })
  const icon = await fetch(`${server.url}/logos/${logo.digest}`)
  expect([icon.headers.get('content-type'), await icon.text()]).toEqual(['image/svg+xml', drawn])
  expect((await manifestOf('?app=unknown')).icons[0]?.src).toBe('/Ride/icons/any-192.png')
  await olivia.call(api.consumerApps.update, { params: { id: hills.id }, body: { host_names: ['127.0.0.1'] } })
  expect(await manifestOf()).toMatchObject({ ...own, start_url: '/Ride' })
})

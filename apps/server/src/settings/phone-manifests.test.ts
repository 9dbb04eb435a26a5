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

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { decodeFlexiblePolyline } from '@ambit/geo'
import type { Address, Streets } from '@ambit/streets'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { openStreetsSource } from './source.ts'

const pier: Address = {
  id: 'a1',
  label: '12 Ocean Street, Eastbeach, Port Halloran 4991',
  title: '12 Ocean Street',
  kind: 'house_number',
  position: [153.01, -27.47],
  street: 'Ocean Street',
  house_number: '12',
  district: 'Eastbeach',
  city: 'Port Halloran',
  postcode: '4991',
}
const town: Address = { id: 'p1', label: 'Eastbeach', title: 'Eastbeach', kind: 'place', position: [153.02, -27.47] }

let folder: string
let server: TestServer
beforeAll(async () => {
  folder = join(mkdtempSync(join(tmpdir(), 'ambit-geo-')), 'streets', 'halloran')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'tiles.pmtiles'), 'PMTiles and what follows')
  const streets: Streets = {
    ...straightStreets(),
    addresses: { ...straightStreets().addresses, suggest: () => [pier, town], reverse: () => [pier] },
  }
  server = await startTestServer({ streets, streetsFolder: folder })
})
afterAll(async () => {
  await server.close()
  rmSync(join(folder, '../..'), { recursive: true, force: true })
})
const mina = () => server.client('dispatcher')

describe('map services', () => {
  // covers: ZONE-114, ZONE-115
  test('the maps service answers the address at coordinates and finds places by text', async () => {
    const place = {
      formatted_address: '12 Ocean Street, Eastbeach, Port Halloran 4991',
      place_id: 'a1',
      geometry: { location: { lat: -27.47, lng: 153.01 } },
    }
    const near = await mina().call(api.geo.geocode, { query: { latlng: '-27.47,153.01' } })
    expect(near).toEqual({ status: 'OK', results: [place] })
    const { results } = await mina().call(api.geo.textSearch, { query: { query: 'ocean', location: '-27.4,153' } })
    expect(results[0]).toEqual(place)
    const bad = refusal(mina().call(api.geo.geocode, { query: { latlng: '-127.47,153.01' } }))
    expect((await bad).status).toBe(422)
  })

  test('a route is answered as a flexible polyline with its time and length', async () => {
    const way = { origin: '-27.47,153.01', destination: '-27.47,153.02' }
    const { routes } = await mina().call(api.geo.routes, { query: { ...way, return: 'polyline,summary' } })
    const section = routes[0]?.sections[0]
    expect(section).toMatchObject({
      type: 'vehicle',
      transport: { mode: 'car' },
      summary: { duration: 99, length: 987, baseDuration: 99 },
    })
    expect(decodeFlexiblePolyline(section?.polyline ?? '').polyline).toEqual([
      [153.01, -27.47],
      [153.02, -27.47],
    ])
    const walk = await mina().call(api.geo.routes, {
      query: { ...way, transportMode: 'pedestrian', return: 'summary' },
    })
    expect(walk.routes[0]?.sections[0]).toMatchObject({ type: 'pedestrian', summary: { duration: 789 } })
    expect(walk.routes[0]?.sections[0]).not.toHaveProperty('polyline')
  })

  test('addresses are answered in the specification’s format', async () => {
    const { items } = await mina().call(api.geo.autosuggest, { query: { q: '12 oce', at: '-27.47,153.02', limit: 5 } })
    expect(items).toEqual([
      {
        title: '12 Ocean Street',
        id: 'a1',
        resultType: 'houseNumber',
        address: {
          label: pier.label,
          street: 'Ocean Street',
          houseNumber: '12',
          district: 'Eastbeach',
          city: 'Port Halloran',
          postalCode: '4991',
        },
        position: { lat: -27.47, lng: 153.01 },
        distance: 987,
      },
      {
        title: 'Eastbeach',
        id: 'p1',
        resultType: 'locality',
        address: { label: 'Eastbeach' },
        position: { lat: -27.47, lng: 153.02 },
        distance: 0,
      },
    ])
    expect((await mina().call(api.geo.revgeocode, { query: { at: '-27.47,153.01' } })).items[0]?.title).toBe(
      '12 Ocean Street',
    )
  })

  test('refuses coordinates that are not on the map', async () => {
    const refused = await refusal(mina().call(api.geo.revgeocode, { query: { at: '97.47,153.01' } }))
    expect(refused.errors[0]?.source?.pointer).toBe('/query/at')
    expect(
      (await refusal(mina().call(api.geo.routes, { query: { origin: 'here', destination: 'there' } }))).errors,
    ).toHaveLength(2)
  })

  test('map tiles are read in ranges, cached without expiry, and named by the settings', async () => {
    const { data } = await server.publicClient().call(api.settings.show)
    expect(data.streets).toMatchObject({
      available: true,
      name: 'Straight',
      tiles: expect.stringMatching(/^\/tiles\/halloran\.pmtiles\?v=\d+$/),
    })
    const part = await fetch(server.url + (data.streets.tiles ?? ''), { headers: { range: 'bytes=0-6' } })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe('bytes 0-6/24')
    expect(part.headers.get('cache-control')).toContain('immutable')
    expect(await part.text()).toBe('PMTiles')
    for (const path of ['/tiles/other.pmtiles', '/tiles/..%2F..%2Fsecret.pmtiles', '/tiles/halloran']) {
      expect((await fetch(server.url + path)).status).toBe(404)
    }
  })
})

test('missing or damaged street data is logged, and everything else keeps working', async () => {
  const data = mkdtempSync(join(tmpdir(), 'ambit-streets-'))
  const warnings: string[] = []
  const log = {
    debug: () => {},
    info: () => {},
    error: () => {},
    warn: (_fields: object, message = '') => void warnings.push(message),
  }
  expect((await openStreetsSource(data, null, log)).current()).toBeNull()
  const damaged = join(data, 'streets', 'town')
  mkdirSync(damaged, { recursive: true })
  writeFileSync(join(damaged, 'manifest.json'), '{"format": 1')
  expect((await openStreetsSource(data, '/somewhere/town.osm.pbf', log)).current()).toBeNull()
  expect(warnings).toHaveLength(2)
  expect(warnings[1]).toContain(damaged)
  rmSync(data, { recursive: true, force: true })
})

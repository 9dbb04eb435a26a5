import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { flatDistance, type LngLat, polygonArea } from '@ambit/geo'
import type { Address, Inside, Streets } from '@ambit/streets'
import { square } from '../testing/designer.ts'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { at } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

/** One street from west to east through the harbour, with a house 20 m north of it every 10 m, 3,000 in all. */
const houses = Array.from({ length: 3000 }, (_, i) => at(i * 10, 20))
const houseAt = (point: LngLat): Address | undefined => {
  const number = houses.findIndex((house) => flatDistance(house, point) < 25)
  if (number < 0) return undefined
  const title = `${number} Ocean Street`
  return {
    id: title,
    label: `${title}, Bay`,
    title,
    kind: 'house_number',
    position: houses[number]!,
    street: 'Ocean Street',
  }
}

let asked: Parameters<Inside['suggestions']> | null = null
/** Everything that the streets were asked to do in steps waits until another request was answered. */
const others = { waiting: false }
const inside: Inside = {
  *streetMetres() {
    while (others.waiting) yield
    return 4321
  },
  *houses() {
    yield
    return houses.length
  },
  *walks(stops, limit) {
    while (others.waiting) yield
    return houses.map((house) => {
      const metres = Math.min(...stops.map((stop) => flatDistance(stop, house)))
      return { at: house, metres: metres <= limit ? metres : Infinity }
    })
  },
  *suggestions(...question) {
    asked = question
    yield
    const place = { piece: 0, share: 0, street: 'Ocean Street' }
    return {
      stops: [
        { ...place, point: at(105), crossing: 'Mill Road', houses: 80 },
        { ...place, point: at(505), crossing: '', houses: 40 },
        { ...place, point: at(905), crossing: '', houses: 20 },
      ],
      left: 7,
    }
  },
}

let server: TestServer
beforeAll(async () => {
  const plain = straightStreets()
  const streets: Streets = {
    ...plain,
    inside: () => inside,
    kerb: (point) => {
      const [, north] = [point[0], (point[1] - at(0)[1]) * 111_195]
      if (Math.abs(north) > 200) return null
      const kerb: LngLat = [point[0], at(0, Math.sign(Math.round(north)) * 4)[1]]
      return { point: kerb, street: 'Ocean Street', distance: flatDistance(point, kerb) }
    },
    addresses: { ...plain.addresses, reverse: (point) => [houseAt(point)].filter((found) => found !== undefined) },
  }
  server = await startTestServer({ streets })
})
beforeEach(() => {
  others.waiting = false
  asked = null
})
afterAll(() => server.close())
const olivia = () => server.client('operations_manager')
const areas = [square(0, 0)]

describe('figures of an area', () => {
  test('an area’s figures give its size on the globe and count its streets and addresses', async () => {
    const { data } = await olivia().call(api.zoneDesigns.figures, { body: { areas } })
    expect(data).toEqual({ area_m2: polygonArea(areas[0]!), street_m: 4321, addresses: 3000 })
    expect(Math.abs(data.area_m2 - 1_000_000)).toBeLessThan(1000)
    expect((await olivia().call(api.zoneDesigns.figures, { body: { areas: [] } })).data.area_m2).toBe(0)
  })

  test('coverage counts addresses within each walking distance and samples those out of reach', async () => {
    const { data } = await olivia().call(api.zoneDesigns.coverage, {
      body: { areas, stops: [at(0)], distances: [800, 300] },
    })
    expect(data.addresses).toBe(3000)
    expect(data.within).toEqual([
      { distance_m: 800, addresses: 80 },
      { distance_m: 300, addresses: 30 },
    ])
    expect(data.uncovered).toHaveLength(2000)
    expect(data.uncovered[0]?.[0]).toBeCloseTo(at(800)[0], 5)
    const [east] = data.uncovered.at(-1)!
    expect(east).toBeGreaterThan(at(29_900)[0])
  })

  test('a boundary of thousands of corners is measured; a star that crosses itself as often is refused', async () => {
    const around = (corners: number, round: number): [number, number][][] => [
      Array.from({ length: corners }, (_, i) => {
        const angle = (i * round * 2 * Math.PI) / corners
        return at(5000 * Math.cos(angle), 5000 * Math.sin(angle))
      }),
    ]
    await olivia().call(api.zoneDesigns.figures, { body: { areas: [around(4999, 1), around(4999, 1)] } })
    const star = [around(1999, 999)]
    for (const ask of [
      () => olivia().call(api.zoneDesigns.figures, { body: { areas: star } }),
      () => olivia().call(api.zoneDesigns.coverage, { body: { areas: star, stops: [] } }),
      () => olivia().call(api.zoneDesigns.suggestions, { body: { areas: star, stops: [], walk_m: 400 } }),
    ]) {
      const { status, errors } = await refusal(ask())
      expect([status, errors[0]?.source?.pointer]).toEqual([422, '/areas'])
    }
  })

  test('other requests are answered while a long question about an area is worked out', async () => {
    others.waiting = true
    const coverage = olivia().call(api.zoneDesigns.coverage, { body: { areas, stops: [] } })
    const figures = olivia().call(api.zoneDesigns.figures, { body: { areas } })
    await server.client('dispatcher').call(api.zoneDesigns.addresses, { body: { points: [] } })
    others.waiting = false
    expect((await coverage).data.within.map(({ distance_m }) => distance_m)).toEqual([300, 500, 800])
    expect((await figures).data.street_m).toBe(4321)
  })

  test('suggested stops have distinct names and lie on the side of the houses', async () => {
    const { data } = await olivia().call(api.zoneDesigns.suggestions, {
      body: { areas, stops: [at(0)], walk_m: 400, limit: 5 },
    })
    expect(asked).toEqual([[at(0)], 400, 5])
    expect(data.left).toBe(7)
    expect(data.stops.map(({ name, street_address, addresses }) => [name, street_address, addresses])).toEqual([
      ['Ocean Street at Mill Road', '10 Ocean Street, Bay', 80],
      ['Ocean Street', '50 Ocean Street, Bay', 40],
      ['Ocean Street (2)', '90 Ocean Street, Bay', 20],
    ])
    for (const { point } of data.stops) expect(point[1]).toBeCloseTo(at(0, 4)[1], 5)
  })
})

describe('placing stops on the map', () => {
  test('a placed stop snaps to the intended side of the street with its address, if there is a street', async () => {
    const points: [number, number][] = [at(300, 15), at(300, -9), at(300, 5000), at(31_000, 1)]
    const { data } = await olivia().call(api.zoneDesigns.addresses, { body: { points } })
    const [north, south, nowhere, unnamed] = data.stops
    expect(north).toMatchObject({ street: 'Ocean Street', street_address: '29 Ocean Street, Bay' })
    expect(north?.moved_m).toBeCloseTo(11, 0)
    expect(flatDistance(north!.point, at(300, 4))).toBeLessThan(0.5)
    expect(flatDistance(south!.point, at(300, -4))).toBeLessThan(0.5)
    expect(nowhere).toBeNull()
    expect(unnamed).toMatchObject({ street_address: null })
  })

  test('places two thousand stops in one call and refuses more', async () => {
    const points = Array.from({ length: 2000 }, (_, i) => at(i, 1))
    expect((await olivia().call(api.zoneDesigns.addresses, { body: { points } })).data.stops).toHaveLength(2000)
    const refused = await refusal(olivia().call(api.zoneDesigns.addresses, { body: { points: [...points, at(0)] } }))
    expect(refused.errors[0]?.source?.pointer).toBe('/points')
  })
})

test('every figure says so when street data is missing', async () => {
  const bare = await startTestServer()
  const client = bare.client('operations_manager')
  const refusals = await Promise.all(
    [
      client.call(api.zoneDesigns.figures, { body: { areas } }),
      client.call(api.zoneDesigns.coverage, { body: { areas, stops: [] } }),
      client.call(api.zoneDesigns.suggestions, { body: { areas, stops: [], walk_m: 400 } }),
      client.call(api.zoneDesigns.addresses, { body: { points: [] } }),
    ].map(refusal),
  )
  expect(refusals).toHaveLength(4)
  for (const { status, errors } of refusals)
    expect([status, errors[0]?.code, errors[0]?.detail]).toEqual([
      503,
      'not_ready',
      'There is no street data yet. Import an OpenStreetMap extract first',
    ])
  await bare.close()
})

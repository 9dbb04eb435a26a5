import { join } from 'node:path'
import { flatDistance, pointInPolygon } from '@ambit/geo'
import type { LngLat } from '@ambit/geo'
import { beforeAll, describe, expect, it } from 'vitest'
import { importStreets } from './import.ts'
import { openStreets } from './open.ts'
import type { Streets } from './open.ts'
import { withExtract } from './sketch.ts'
import { STAGES } from './stages.ts'
import { startDrawing } from './osm/drawing.ts'
import type { Tags } from './osm/drawing.ts'
import { toLngLat } from './osm/plane.ts'
import { runSteps } from './walking/steps.ts'

const BLOCK = 150
const SIDE = 7
const ROWS = ['Ash', 'Birch', 'Cedar', 'Date', 'Elm', 'Fig', 'Gum'].map((name) => `${name} Street`)
const COLUMNS = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven'].map((name) => `Road ${name}`)

/**
 * Seven streets and seven roads, blocks of 150 m, houses on the north side of each street every 25 m. There is no walking along
 * Road Four, a trunk road, so that it is crossed at the junctions only; one house lies far off in a paddock.
 */
const drawTown = () => {
  const drawing = startDrawing()
  const corner = Array.from({ length: SIDE * SIDE }, (_, i) =>
    drawing.node([(i % SIDE) * BLOCK, Math.floor(i / SIDE) * BLOCK]),
  )
  for (let line = 0; line < SIDE; line++) {
    const across = Array.from({ length: SIDE }, (_, i) => corner[line * SIDE + i]!)
    const up = Array.from({ length: SIDE }, (_, i) => corner[i * SIDE + line]!)
    drawing.way(across, { highway: 'residential', name: ROWS[line]! })
    const road: Tags = line === 3 ? { highway: 'trunk', foot: 'no' } : { highway: 'residential' }
    drawing.way(up, { ...road, name: COLUMNS[line]! })
    for (let x = 12; x < (SIDE - 1) * BLOCK; x += 25) {
      drawing.node([x, line * BLOCK + 12], { 'addr:housenumber': String(x), 'addr:street': ROWS[line]! })
    }
  }
  drawing.node([1200, 300], { 'addr:housenumber': '1', 'addr:street': 'Cedar Street' })
  return drawing
}

let streets: Streets
beforeAll(async () => {
  streets = await withExtract(drawTown(), async (file, home) => {
    const folder = join(home, 'streets')
    const createdAt = '2026-11-20T08:00:00Z'
    const stages = STAGES.filter(({ key }) => key !== 'tiles')
    await importStreets({ file, folder, name: 'Gridtown', demo: false, createdAt }, stages)
    return openStreets(folder)
  })
})

const at = (x: number, y: number): LngLat => toLngLat([x, y])
const box = (west: number, south: number, east: number, north: number): LngLat[] => [
  at(west, south),
  at(east, south),
  at(east, north),
  at(west, north),
]
const everything = () => streets.inside([[box(-100, -100, 1300, 1000)]])
const houses = (): LngLat[] => [...streets.addresses.houseNumbers()].map(({ position }) => position)

describe('the streets and houses inside an area', () => {
  it('count streets up to the border only', () => {
    // Two streets for 310 m, three roads for 160 m.
    expect(runSteps(streets.inside([[box(-10, -10, 310, 160)]]).streetMetres())).toBeCloseTo(2 * 310 + 3 * 160, 0)
    expect(runSteps(everything().streetMetres())).toBeCloseTo(14 * 6 * BLOCK, -1)
    expect(runSteps(streets.inside([[box(10, 10, 140, 140)]]).streetMetres())).toBe(0)
    expect(runSteps(streets.inside([]).streetMetres())).toBe(0)
    expect(runSteps(streets.inside([[box(5000, 5000, 6000, 6000)]]).streetMetres())).toBe(0)
  })

  it('leave out holes, and count ground that two areas share once', () => {
    const [whole, hole] = [box(-10, -10, 310, 310), box(100, 100, 200, 200)]
    expect(runSteps(streets.inside([[whole, hole]]).streetMetres())).toBeCloseTo(6 * 310 - 200, 0)
    const [west, east] = [[box(-10, -10, 200, 310)], [box(100, -10, 310, 310)]]
    expect(runSteps(streets.inside([west, east]).streetMetres())).toBeCloseTo(6 * 310, 0)
    // Below the diagonal of the first two blocks: three streets and three roads, each up to where it meets the line.
    const corner = streets.inside([[[at(0, -0.5), at(301, -0.5), at(301, 300.5)]]])
    expect(runSteps(corner.streetMetres())).toBeCloseTo(300 + 150 + 0 + (0 + 150 + 300), -1)
  })

  it('include the houses that testing each by itself finds', () => {
    for (const polygon of [[box(-100, -100, 1300, 1000)], [box(33, 7, 400, 320), box(100, 100, 200, 200)]]) {
      const inside = houses().filter((house) => pointInPolygon(house, polygon))
      expect(inside.length).toBeGreaterThan(30)
      expect(runSteps(streets.inside([polygon]).houses())).toBe(inside.length)
      expect(runSteps(streets.inside([polygon, polygon]).houses())).toBe(inside.length)
    }
  })
})

describe('the walk to the nearest stop', () => {
  const stops = [at(20, 0), at(450, 310), at(880, 905), at(600, 75)]

  it('is the one that the router finds for each house and stop, and never less than the straight line', () => {
    for (const limit of [250, 800]) {
      const walks = runSteps(everything().walks(stops, limit))
      const table = streets.table(
        'foot',
        walks.map((walk) => walk.at),
        stops,
      )
      expect(walks).toHaveLength(houses().length)
      walks.forEach((walk, i) => {
        const ways = stops.map((stop, j) =>
          Math.max(table.distance[i * stops.length + j]!, flatDistance(walk.at, stop)),
        )
        const shortest = Math.min(...ways)
        // The stop is the nearest along the paths, even for the house in the paddock, which has one that is nearer by air.
        if (walk.at[0] > at(1000, 0)[0]) expect(walk.metres).toBeGreaterThanOrEqual(shortest)
        else if (shortest > limit + 1) expect(walk.metres).toBe(Infinity)
        else if (shortest < limit - 1) expect(Math.abs(walk.metres - shortest)).toBeLessThan(1)
      })
    }
  })

  it('is right for each of two questions asked at the same time', () => {
    // So many that finding where they stand takes several steps
    const many = Array.from({ length: 250 }, (_, i) => stops[i % stops.length]!)
    const alone = runSteps(everything().walks(many, 600))
    const [one, other] = [everything().walks(many, 600), everything().walks([at(900, 0)], 300)]
    expect(one.next().done).toBe(false)
    const second = runSteps(other)
    expect(runSteps(one)).toEqual(alone)
    expect(second.filter(({ metres }) => metres < Infinity).length).toBeGreaterThan(0)
  })

  it('does not exist without a stop', () => {
    expect(runSteps(everything().walks([], 500)).every(({ metres }) => metres === Infinity)).toBe(true)
  })
})

describe('suggested stops', () => {
  const reached = (stops: readonly LngLat[], walk: number): number =>
    runSteps(everything().walks(stops, walk)).filter(({ metres }) => metres <= walk).length

  it('reach as many houses as they say, the most first, until no house is left in reach', () => {
    const walk = 260
    const { stops, left } = runSteps(everything().suggestions([], walk, 100))
    let before = 0
    stops.forEach((stop, i) => {
      const now = reached(
        stops.slice(0, i + 1).map(({ point }) => point),
        walk,
      )
      // A house that stands just at the limit may fall to either side of it.
      expect(Math.abs(now - before - stop.houses)).toBeLessThan(3)
      before = now
    })
    const gains = stops.map((stop) => stop.houses)
    expect(gains).toEqual(gains.toSorted((a, b) => b - a))
    // The house in the paddock is 300 m from the nearest path.
    expect(left).toBe(1)
    expect(stops.length).toBeLessThan(20)
  })

  it('take existing stops into account, and end at the limit', () => {
    const walk = 260
    const first = runSteps(everything().suggestions([], walk, 3))
    expect(first.stops).toHaveLength(3)
    const own = first.stops.map(({ point }) => point)
    const second = runSteps(everything().suggestions(own, walk, 100))
    expect(
      Math.abs(
        houses().length - reached(own, walk) - second.left - second.stops.reduce((sum, stop) => sum + stop.houses, 0),
      ),
    ).toBeLessThan(3)
    expect(runSteps(streets.inside([[box(5000, 5000, 6000, 6000)]]).suggestions([], walk, 9))).toEqual({
      stops: [],
      left: 0,
    })
  })

  it('lie on streets open on foot and to vehicles, after a junction with another street', () => {
    const { stops } = runSteps(everything().suggestions([], 260, 100))
    for (const { point, street, crossing } of stops) {
      expect(streets.snap('car', point)?.distance).toBeLessThan(1)
      expect(streets.snap('foot', point)?.distance).toBeLessThan(1)
      expect([...ROWS, ...COLUMNS]).toContain(street)
      expect(street).not.toBe('Road Four')
      if (ROWS.includes(street)) expect([...COLUMNS, '']).toContain(crossing)
      else expect([...ROWS, '']).toContain(crossing)
    }
    expect(stops.filter(({ crossing }) => crossing !== '').length).toBeGreaterThan(stops.length / 2)
  })
})

describe('the kerb', () => {
  it('is on the side of the street where the point lies', () => {
    const north = streets.kerb(at(70, 20))
    expect(north).toMatchObject({ street: 'Ash Street' })
    expect(flatDistance(north!.point, at(70, 4))).toBeLessThan(0.1)
    expect(north!.distance).toBeCloseTo(16, 1)
    expect(flatDistance(streets.kerb(at(70, -1))!.point, at(70, -4))).toBeLessThan(0.1)
    expect(flatDistance(streets.kerb(at(70, 0))!.point, at(70, 0))).toBeLessThan(0.1)
    expect(streets.kerb(at(70, -300), 250)).toBeNull()
  })
})

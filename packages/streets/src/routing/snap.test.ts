import { flatDistance, nearestOnLine } from '@ambit/geo'
import type { LngLat } from '@ambit/geo'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildRoadGraph } from '../roads/build.ts'
import { collectRoads } from '../roads/collect.ts'
import { sketch, withExtract } from '../sketch.ts'
import { startDrawing } from '../osm/drawing.ts'
import { toLngLat } from '../osm/plane.ts'
import { prepareNetwork } from './network.ts'
import { createRouter } from './router.ts'

const ring = async () => {
  const drawing = startDrawing()
  const lines: LngLat[][] = []
  // Spokes and rings of very unequal length: long segments next to short ones are what a grid gets wrong.
  const node = new Map<string, number>()
  const at = (spoke: number, step: number): [number, number] => {
    const angle = (spoke / 9) * 2 * Math.PI
    const far = step ** 2 * 45
    return [Math.cos(angle) * far, Math.sin(angle) * far]
  }
  for (let step = 1; step <= 6; step++) {
    for (let spoke = 0; spoke < 9; spoke++) node.set(`${spoke % 9},${step}`, drawing.node(at(spoke, step)))
  }
  const street = (...corners: [number, number][]): void => {
    drawing.way(
      corners.map(([spoke, step]) => node.get(`${spoke % 9},${step}`)!),
      { highway: 'residential' },
    )
    lines.push(corners.map(([spoke, step]) => toLngLat(at(spoke % 9, step))))
  }
  for (let spoke = 0; spoke < 9; spoke++) {
    street([spoke, 1], [spoke, 2], [spoke, 3], [spoke, 6])
    for (const step of [1, 3, 6]) street([spoke, step], [spoke + 1, step])
  }
  const roads = await withExtract(drawing, (file) => collectRoads(file, undefined))
  return { lines, router: createRouter(prepareNetwork(buildRoadGraph(roads, 'foot'), roads.names)) }
}

describe('snapping', () => {
  it('finds the nearest place of all streets from any point', async () => {
    const { lines, router } = await ring()
    const metres = fc.double({ min: -2600, max: 2600, noNaN: true })
    fc.assert(
      fc.property(metres, metres, (x, y) => {
        const point = toLngLat([x, y])
        const nearest = Math.min(...lines.map((line) => nearestOnLine(point, line)!.distance))
        const snap = router.snap(point, 5000)!
        expect(Math.abs(snap.distance - nearest)).toBeLessThan(0.05)
        expect(flatDistance(point, snap.point)).toBeCloseTo(snap.distance, 6)
        expect(router.snap(point, nearest + 0.1)).not.toBeNull()
        expect(router.snap(point, nearest - 0.1)).toBeNull()
      }),
      { numRuns: 400 },
    )
  })

  it('finds the side of the street, and every street of a junction', async () => {
    const town = await sketch((world) => {
      world.place('A', 0, 0)
      world.place('B', 200, 0)
      world.place('C', 200, 200)
      world.place('D', 200, -200)
      world.street('AB')
      world.street('BC')
      world.street('BD')
    })
    const router = town.router('car')
    expect(router.snap(toLngLat([100, 15]))).toMatchObject({ side: 'left' })
    expect(router.snap(toLngLat([100, -15]))).toMatchObject({ side: 'right' })
    expect(router.snap(toLngLat([100, 0.1]))).toMatchObject({ side: 'on' })
    expect(router.snap(toLngLat([100, 15]))!.at).toHaveLength(1)
    expect(router.snap(toLngLat([201, 0]))!.at).toHaveLength(3)
  })

  it('goes round for Tomas, whose door lies behind him in a one-way street', async () => {
    const town = await sketch((world) => {
      for (const [letter, x, y] of [
        ['A', 0, 0],
        ['B', 200, 0],
        ['C', 200, 100],
        ['D', 0, 100],
      ] as const) {
        world.place(letter, x, y)
      }
      world.place('x', 60, 0)
      world.place('y', 140, 0)
      world.street('AB', { oneway: 'yes' })
      world.street('BC')
      world.street('CD')
      world.street('DA')
    })
    expect(town.drive('car', 'x', 'y')).toBe('xy')
    expect(town.drive('car', 'y', 'x')).toBe('yBCDAx')
    expect(town.router('car').route(toLngLat([140, 0]), toLngLat([60, 0]))!.distance).toBeCloseTo(520, 0)
    expect(town.drive('foot', 'y', 'x')).toBe('yx')
  })
})

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LngLat } from '@ambit/geo'
import { buildRoadGraph } from './roads/build.ts'
import { collectRoads } from './roads/collect.ts'
import type { Profile } from './roads/collect.ts'
import { prepareNetwork } from './routing/network.ts'
import { createRouter } from './routing/router.ts'
import type { Router } from './routing/router.ts'
import { startDrawing } from './osm/drawing.ts'
import type { Drawing, Tags } from './osm/drawing.ts'
import { encodeOsm } from './osm/write.ts'
import { toLngLat } from './osm/plane.ts'

/** A few streets drawn by hand in a test: places by a letter, streets as strings of letters. Coordinates in metres. */
export type Sketch = {
  drawing: Drawing
  place: (letter: string, x: number, y: number, tags?: Tags) => void
  /** Draws a street over the letters; gives its way id. */
  street: (letters: string, tags?: Tags) => number
  /** A turn restriction from one way over a letter (or a way) to another. */
  sign: (kind: string, from: number, via: string | number, to: number, tags?: Tags) => void
  at: (letter: string) => LngLat
}

export type Sketched = {
  router: (profile: Profile) => Router
  /** Letters of the sketched places on the fastest route, or 'no way'. */
  drive: (profile: Profile, from: string, to: string) => string
}

const startSketch = (): Sketch => {
  const drawing = startDrawing()
  const nodes = new Map<string, number>()
  const node = (letter: string): number => {
    const found = nodes.get(letter)
    if (found === undefined) throw new Error(`No place ${letter} in the sketch`)
    return found
  }
  return {
    drawing,
    place: (letter, x, y, tags) => nodes.set(letter, drawing.node([x, y], tags)),
    street: (letters, tags = {}) => drawing.way(letters.split('').map(node), { highway: 'residential', ...tags }),
    sign: (kind, from, via, to, tags = {}) => {
      const member =
        typeof via === 'string' ? ({ type: 'node', ref: node(via) } as const) : ({ type: 'way', ref: via } as const)
      drawing.relation(
        [
          { type: 'way', ref: from, role: 'from' },
          { ...member, role: 'via' },
          { type: 'way', ref: to, role: 'to' },
        ],
        { type: 'restriction', restriction: kind, ...tags },
      )
    },
    at: (letter) => toLngLat(drawing.at(node(letter))),
  }
}

/** Writes the drawing as an extract, hands its path over, and clears it away. */
export const withExtract = async <T>(
  drawing: Drawing,
  use: (file: string, folder: string) => Promise<T>,
): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'ambit-sketch-'))
  try {
    const file = join(folder, 'sketch.osm.pbf')
    await writeFile(file, encodeOsm(drawing, 'sketch'))
    return await use(file, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const near = (a: LngLat, b: LngLat): boolean => Math.abs(a[0] - b[0]) < 2e-6 && Math.abs(a[1] - b[1]) < 2e-6

/** Draws a few streets and makes them ready to drive and walk on. */
export const sketch = async (draw: (world: Sketch) => void): Promise<Sketched> => {
  const world = startSketch()
  const letters = new Set<string>()
  const { place } = world
  world.place = (letter, x, y, tags) => {
    letters.add(letter)
    place(letter, x, y, tags)
  }
  draw(world)
  const roads = await withExtract(world.drawing, (file) => collectRoads(file, undefined))
  const routers = new Map<Profile, Router>()
  const router = (profile: Profile): Router => {
    const known = routers.get(profile)
    if (known) return known
    const made = createRouter(prepareNetwork(buildRoadGraph(roads, profile), roads.names))
    routers.set(profile, made)
    return made
  }
  return {
    router,
    drive: (profile, from, to) => {
      const answer = router(profile).route(world.at(from), world.at(to))
      if (answer === null) return 'no way'
      const passed = answer.geometry.map((point) => [...letters].find((letter) => near(world.at(letter), point)) ?? '')
      return passed.filter((letter, i) => letter !== passed[i - 1]).join('')
    },
  }
}

import { describe, expect, it } from 'vitest'
import { sketch } from '../sketch.ts'
import type { Sketch } from '../sketch.ts'
import { toLngLat } from '../osm/plane.ts'
import type { Tags } from '../osm/read.ts'

/**
 *   E──F──G      100 m blocks; every corner is a place of its own. Dead ends lead out of A, C and G so that a bus
 *   │  │  │      that wants to start or end at a corner may do so from either side.
 *   A──B──C
 */
const twoBlocks = (world: Sketch, streets: { ab?: object; bc?: object; bf?: object } = {}) => {
  const corners = { A: [0, 0], B: [100, 0], C: [200, 0], E: [0, 100], F: [100, 100], G: [200, 100] } as const
  for (const [letter, [x, y]] of Object.entries(corners)) world.place(letter, x, y)
  return {
    ab: world.street('AB', { ...streets.ab }),
    bc: world.street('BC', { ...streets.bc }),
    bf: world.street('BF', { ...streets.bf }),
    rest: [world.street('AE'), world.street('EF'), world.street('FG'), world.street('GC')],
  }
}

describe('one-way streets', () => {
  it('sends Amira round the block when her street is one-way against her', async () => {
    const town = await sketch((world) => twoBlocks(world, { ab: { oneway: 'yes' } }))
    expect(town.drive('car', 'A', 'B')).toBe('AB')
    expect(town.drive('car', 'B', 'A')).toBe('BFEA')
    expect(town.drive('foot', 'B', 'A')).toBe('BA')
  })

  it('reads -1 as one-way against the drawing', async () => {
    const town = await sketch((world) => twoBlocks(world, { ab: { oneway: '-1' } }))
    expect(town.drive('car', 'B', 'A')).toBe('BA')
    expect(town.drive('car', 'A', 'B')).toBe('AEFB')
  })

  it('lets service vehicles use a bus lane against the one-way', async () => {
    for (const tags of [{ 'oneway:bus': 'no' }, { 'oneway:psv': 'no' }, { busway: 'opposite_lane' }]) {
      const town = await sketch((world) => twoBlocks(world, { ab: { oneway: 'yes', ...tags } }))
      expect(town.drive('car', 'B', 'A')).toBe('BA')
    }
  })

  it('drives a roundabout one way round', async () => {
    const town = await sketch((world) => {
      for (const [letter, x, y] of [
        ['N', 0, 20],
        ['W', -20, 0],
        ['S', 0, -20],
        ['E', 20, 0],
        ['n', 0, 120],
        ['e', 120, 0],
        ['s', 0, -120],
      ] as const) {
        world.place(letter, x, y)
      }
      world.street('NWSEN', { junction: 'roundabout' })
      world.street('nN')
      world.street('eE')
      world.street('sS')
    })
    expect(town.drive('car', 'n', 'e')).toBe('nNWSEe')
    expect(town.drive('car', 'e', 'n')).toBe('eENn')
  })
})

const shortcut = (tags: object) => sketch((world) => twoBlocks(world, { bf: tags }))

describe('access to streets', () => {
  it('opens bus-only streets to service vehicles and keeps private ones shut', async () => {
    expect((await shortcut({ access: 'no', bus: 'yes' })).drive('car', 'B', 'F')).toBe('BF')
    expect((await shortcut({ motor_vehicle: 'no', psv: 'designated' })).drive('car', 'B', 'F')).toBe('BF')
    expect((await shortcut({ highway: 'pedestrian', bus: 'yes', maxspeed: '20' })).drive('car', 'B', 'F')).toBe('BF')
    expect((await shortcut({ access: 'private' })).drive('car', 'B', 'F')).toMatch(/^B..F$/)
    expect((await shortcut({ motor_vehicle: 'no' })).drive('car', 'B', 'F')).toMatch(/^B..F$/)
    expect((await shortcut({ highway: 'footway', access: 'yes' })).drive('car', 'B', 'F')).toMatch(/^B..F$/)
    expect((await shortcut({ highway: 'track' })).drive('car', 'B', 'F')).toMatch(/^B..F$/)
  })

  it('keeps walkers off motorways and lets them use paths', async () => {
    expect((await shortcut({ highway: 'motorway', oneway: 'no' })).drive('foot', 'B', 'F')).toMatch(/^B..F$/)
    expect((await shortcut({ highway: 'trunk', sidewalk: 'both' })).drive('foot', 'B', 'F')).toBe('BF')
    expect((await shortcut({ highway: 'footway' })).drive('foot', 'B', 'F')).toBe('BF')
    expect((await shortcut({ foot: 'no' })).drive('foot', 'B', 'F')).toMatch(/^B..F$/)
  })

  it('stops a bus at a bollard, and lets people on foot pass', async () => {
    const town = await sketch((world) => {
      twoBlocks(world, { bf: { access: 'no' } })
      world.place('x', 100, 50, { barrier: 'bollard' })
      world.street('BxF')
    })
    expect(town.drive('car', 'B', 'F')).toMatch(/^B..F$/)
    expect(town.drive('foot', 'B', 'F')).toBe('BxF')
    expect(town.drive('car', 'B', 'x')).toBe('Bx')
  })

  it('lets buses pass an open gate and a bus trap', async () => {
    const passable: Tags[] = [{ barrier: 'gate' }, { barrier: 'bus_trap' }, { barrier: 'bollard', bus: 'yes' }]
    for (const tags of passable) {
      const town = await sketch((world) => {
        twoBlocks(world, { bf: { access: 'no' } })
        world.place('x', 100, 50, tags)
        world.street('BxF')
      })
      expect(town.drive('car', 'B', 'F')).toBe('BxF')
    }
  })
})

// A short link m-n joins two carriageways: from the west turning back over it is forbidden, from the south it is allowed.
const carriageways = (world: Sketch, sign: boolean) => {
  for (const [letter, x, y] of [
    ['w', -300, 0],
    ['m', 0, 0],
    ['e', 300, 0],
    ['E', 300, 20],
    ['n', 0, 20],
    ['W', -300, 20],
    ['s', 0, -1000],
  ] as const) {
    world.place(letter, x, y)
  }
  const west = world.street('wm', { oneway: 'yes' })
  world.street('me', { oneway: 'yes' })
  world.street('eE')
  world.street('En', { oneway: 'yes' })
  const back = world.street('nW', { oneway: 'yes' })
  world.street('Ww')
  const link = world.street('mn')
  world.street('sm')
  if (sign) world.sign('no_u_turn', west, link, back)
}

const inMiddle = (world: Sketch): void => {
  world.place('x', -150, 0)
  world.place('X', -150, 20)
}

describe('turn restrictions', () => {
  it('obeys a sign that forbids a turn', async () => {
    const town = await sketch((world) => {
      const { ab, bf } = twoBlocks(world)
      world.sign('no_left_turn', ab, 'B', bf)
    })
    expect(town.drive('car', 'A', 'F')).toBe('AEF')
    const mid = await sketch((world) => {
      const { ab, bf } = twoBlocks(world)
      world.sign('no_left_turn', ab, 'B', bf)
      world.place('a', 60, 0)
      world.place('f', 100, 60)
    })
    // From the middle of A-B to the middle of B-F the sign costs a trip round a block.
    expect(mid.drive('car', 'a', 'f')).toMatch(/^a(AEFf|BCGFf)$/)
  })

  it('ignores signs that except buses, or that are for lorries', async () => {
    for (const tags of [{ except: 'psv' }, { except: 'bicycle;bus' }]) {
      const town = await sketch((world) => {
        const { ab, bf } = twoBlocks(world)
        world.sign('no_left_turn', ab, 'B', bf, tags)
        world.place('a', 60, 0)
        world.place('f', 100, 60)
      })
      expect(town.drive('car', 'a', 'f')).toBe('aBf')
    }
  })

  it('obeys a sign that allows only one direction on', async () => {
    const town = await sketch((world) => {
      const { ab, bc } = twoBlocks(world)
      world.sign('only_straight_on', ab, 'B', bc)
      world.place('a', 60, 0)
      world.place('f', 100, 60)
      world.place('c', 140, 0)
    })
    expect(town.drive('car', 'a', 'f')).toMatch(/^a(AEFf|BCGFf)$/)
    expect(town.drive('car', 'a', 'c')).toBe('aBc')
  })

  it('remembers across a whole OSM way where the bus came from', async () => {
    const unsigned = await sketch((world) => {
      carriageways(world, false)
      inMiddle(world)
    })
    expect(unsigned.drive('car', 'x', 'X')).toBe('xmnX')
    const signed = await sketch((world) => {
      carriageways(world, true)
      inMiddle(world)
    })
    expect(signed.drive('car', 'x', 'X')).toBe('xmeEnX')
    expect(signed.drive('car', 's', 'X')).toBe('smnX')
  })
})

/** A net of streets, a kilometre from corner to corner and so many corners wide; gives one corner. */
const kilometres = ({ drawing }: Sketch, corners: number, east: number): number => {
  const steps = Array.from({ length: corners }, (_, step) => step)
  const nodes = steps.map((x) => steps.map((y) => drawing.node([east + x * 1000, y * 1000])))
  for (const a of steps) {
    drawing.way(nodes[a], { highway: 'residential' })
    drawing.way(
      steps.map((x) => nodes[x][a]),
      { highway: 'residential' },
    )
  }
  return nodes[0][0]
}

describe('turning round and dead ends', () => {
  it('turns at the end of a dead end and nowhere else', async () => {
    const town = await sketch((world) => {
      for (const [letter, x] of [
        ['A', 0],
        ['b', 40],
        ['B', 100],
        ['C', 200],
      ] as const) {
        world.place(letter, x, 0)
      }
      world.place('D', 100, 300)
      world.street('AB', { oneway: 'no' })
      world.street('BC')
      world.street('BD')
    })
    expect(town.drive('car', 'A', 'C')).toBe('ABC')
    const there = town.router('car').table([[153.0238, -27.46844]], [[153.0237, -27.46844]])
    expect(there.duration[0]).toBeLessThan(30)
  })

  it('does not snap to an island that no trip could leave', async () => {
    const town = await sketch((world) => {
      twoBlocks(world)
      world.place('P', 100, 210)
      world.place('Q', 140, 210)
      world.place('R', 100, 200)
      world.street('PQ')
    })
    const snapped = town.router('car').snap([153.02334 + 0.00101, -27.46844 + 0.0018])
    expect(snapped?.distance).toBeGreaterThan(90)
  })

  it('drives on an island that no road joins to the larger one, and between them there is no way', async () => {
    const town = await sketch((world) => {
      kilometres(world, 6, 0)
      kilometres(world, 5, 100_000)
    })
    const [south, north, mainland] = [toLngLat([100_000, 0]), toLngLat([100_000, 4000]), toLngLat([0, 0])]
    const { snap, route } = town.router('car')
    expect(snap(south)?.distance).toBeLessThan(1)
    expect(route(south, north)?.distance).toBeCloseTo(4000, -2)
    expect(route(mainland, toLngLat([5000, 5000]))?.distance).toBeCloseTo(10_000, -2)
    expect(route(south, mainland)).toBeNull()
    expect(route(mainland, south)).toBeNull()
    // A closed street on each of them changes nothing about that.
    const first = [south, mainland].map((place) => snap(place)!.at[0].piece)
    const { duration } = town.router('car').without(new Set(first)).table([south], [mainland, north])
    expect([...duration]).toEqual([Infinity, expect.toSatisfy(Number.isFinite)])
  })

  it('does not snap to a quarter that only a footpath joins to the rest, however large', async () => {
    const town = await sketch((world) => {
      const corner = kilometres(world, 6, 0)
      world.drawing.way([corner, kilometres(world, 5, 7000)], { highway: 'footway' })
    })
    expect(town.router('car').snap(toLngLat([7000, 0]))).toBeNull()
    expect(town.router('foot').snap(toLngLat([7000, 0]))?.distance).toBeLessThan(1)
  })

  it('routes on foot within a quarter that no path joins to the rest', async () => {
    const town = await sketch((world) => {
      twoBlocks(world)
      world.place('P', 0, 400)
      world.place('Q', 1100, 400)
      world.street('PQ')
    })
    const quay = [153.02334 + 0.00101, -27.46844 + 0.0036] as const
    expect(town.router('foot').snap(quay)?.distance).toBeLessThan(10)
    expect(town.router('car').snap(quay)?.distance).toBeGreaterThan(200)
    expect(town.drive('foot', 'P', 'Q')).toBe('PQ')
  })
})

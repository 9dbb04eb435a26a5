import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mulberry32 } from '@ambit/random'
import { flatDistance, type LngLat } from '@ambit/geo'
import { describe, expect, it } from 'vitest'
import { buildRoadGraph } from '../roads/build.ts'
import { collectRoads, type Profile } from '../roads/collect.ts'
import { type Sketch, sketch, withExtract } from '../sketch.ts'
import { prepareNetwork, readNetwork, writeNetwork } from './network.ts'
import { createRouter } from './router.ts'
import { drawTown } from './testing-town.ts'

/** What is done from one place to the other, as `left Mill Lane 100`. */
const told = async (
  draw: (world: Sketch) => void,
  from: string,
  to: string,
  profile: Profile = 'car',
): Promise<string[]> => {
  let at: Sketch['at'] | null = null
  const { router } = await sketch((world) => {
    draw(world)
    at = world.at
  })
  const place = (letter: string): LngLat => at!(letter)
  const route = router(profile).route(place(from), place(to))
  return (route?.steps ?? []).map(({ kind, street, distance_m, exit }) =>
    [kind, ...(exit === undefined ? [] : [exit]), street, distance_m].join(' '),
  )
}

/** Mill Lane comes from the south; seven streets lead on from C. Metres. */
const star = (world: Sketch): void => {
  for (const [letter, x, y] of [
    ['S', 0, -200],
    ['C', 0, 0],
    ['N', 0, 200],
    ['E', 200, 0],
    ['W', -200, 0],
    ['a', 100, 200],
    ['b', -140, -140],
    ['c', -100, 200],
    ['d', 140, -140],
  ] as const)
    world.place(letter, x, y)
  world.street('SC', { name: 'Mill Lane' })
  world.street('CN', { name: 'Mill Lane' })
  world.street('CE', { name: 'East Road' })
  world.street('CW', { name: 'West Road' })
  world.street('Ca', { name: 'Hill Street' })
  world.street('Cb', { ref: 'B7' })
  world.street('Cc', { name: 'Church Street' })
  world.street('Cd', { name: 'Dock Road' })
}

// covers: DAPP-45
describe('the steps of a way', () => {
  it.each([
    ['E', ['right East Road 200', 'arrive East Road 200']],
    ['W', ['left West Road 200', 'arrive West Road 200']],
    ['a', ['slight_right Hill Street 200', 'arrive Hill Street 224']],
    ['b', ['sharp_left B7 200', 'arrive B7 198']],
    ['c', ['slight_left Church Street 200', 'arrive Church Street 224']],
    ['d', ['sharp_right Dock Road 200', 'arrive Dock Road 198']],
    ['N', ['arrive Mill Lane 400']],
  ])(
    'say each turn at a junction by its side and sharpness, with the street and the metres before it: to %s',
    async (to, steps) => {
      expect(await told(star, 'S', to)).toEqual(steps)
    },
  )

  it('say to go straight on where the street has another name afterwards, and nothing where only a bend leads on', async () => {
    const bend = (world: Sketch): void => {
      world.place('A', 0, 0)
      world.place('B', 100, 0)
      world.place('C', 100, 100)
      world.place('D', 100, 200)
      world.place('E', 200, 100)
      world.street('AB', { name: 'Low Road' })
      world.street('BC', { name: 'Low Road' })
      world.street('CD', { name: 'High Road' })
      world.street('CE', { name: 'Low Road' })
    }
    expect(await told(bend, 'A', 'D')).toEqual(['straight High Road 200', 'arrive High Road 100'])
    expect(await told(bend, 'A', 'E')).toEqual(['right Low Road 200', 'arrive Low Road 100'])
  })

  it('say which side of a fork to take although the name stays', async () => {
    const fork = (world: Sketch): void => {
      world.place('A', 0, -100)
      world.place('B', 0, 0)
      world.place('C', 50, 100)
      world.place('D', -20, 100)
      world.street('AB', { name: 'Shore Road' })
      world.street('BC', { name: 'Shore Road' })
      world.street('BD', { name: 'Dune Road' })
    }
    expect(await told(fork, 'A', 'C')).toEqual(['slight_right Shore Road 100', 'arrive Shore Road 112'])
  })

  it('say to turn back where the street ends and only the way back leads on', async () => {
    const quay = (world: Sketch): void => {
      world.place('A', 0, 0)
      world.place('B', 100, 0)
      world.place('C', 200, 0)
      world.place('D', 100, 100)
      const along = world.street('AB', { name: 'Quay' })
      world.street('BC', { name: 'Quay' })
      const walk = world.street('BD', { name: 'Rope Walk' })
      world.sign('no_left_turn', along, 'B', walk)
    }
    const steps = await told(quay, 'A', 'D')
    expect(steps).toEqual(['u_turn Quay 200', 'right Rope Walk 100', 'arrive Rope Walk 100'])
  })

  it.each([
    ['S', 'E', 'right'],
    ['S', 'W', 'left'],
    ['W', 'S', 'right'],
    ['W', 'N', 'left'],
    ['N', 'W', 'right'],
    ['N', 'E', 'left'],
    ['E', 'N', 'right'],
    ['E', 'S', 'left'],
  ])('say on foot each turn where paths without names cross: from %s to %s', async (from, to, turn) => {
    const cross = (world: Sketch): void => {
      world.place('C', 0, 0)
      for (const [letter, x, y] of [
        ['S', 0, -100],
        ['N', 0, 100],
        ['E', 100, 0],
        ['W', -100, 0],
      ] as const) {
        world.place(letter, x, y)
        world.street(`C${letter}`, { highway: 'footway' })
      }
    }
    expect(await told(cross, from, to, 'foot')).toEqual([`${turn}  100`, 'arrive  100'])
  })

  it.each([
    ['S', 'E', 'Mill Lane'],
    ['E', 'S', 'East Road'],
    ['C', 'E', 'East Road'],
    ['C', 'b', 'B7'],
  ])(
    'come with the street that the way begins on, at a junction the one that it leads into: from %s to %s',
    async (from, to, street) => {
      let at: Sketch['at'] | null = null
      const { router } = await sketch((world) => {
        star(world)
        at = world.at
      })
      for (const profile of ['car', 'foot'] as const)
        expect(router(profile).route(at!(from), at!(to))?.begins).toBe(street)
    },
  )

  const ring = (world: Sketch): void => {
    for (const [letter, x, y] of [
      ['S', 0, -120],
      ['s', 0, -20],
      ['e', 20, 0],
      ['E', 120, 0],
      ['n', 0, 20],
      ['N', 0, 120],
      ['w', -20, 0],
      ['W', -120, 0],
    ] as const)
      world.place(letter, x, y)
    world.street('senws', { junction: 'roundabout', oneway: 'yes' })
    world.street('Ss', { name: 'South Road' })
    world.street('Ee', { name: 'East Road' })
    world.street('Nn', { name: 'North Road' })
    world.street('Ww', { name: 'West Road' })
  }

  it.each([
    ['E', 'roundabout 1 East Road 100'],
    ['N', 'roundabout 2 North Road 100'],
    ['W', 'roundabout 3 West Road 100'],
  ])('count the exits of a roundabout from where it is entered: to %s', async (to, step) => {
    const [first, ...rest] = await told(ring, 'S', to)
    expect(first).toBe(step)
    expect(rest).toHaveLength(1)
  })

  it('have no roundabout in a set that was imported before these were kept, and can be read all the same', async () => {
    let world: Sketch | null = null
    await sketch((drawn) => {
      ring(drawn)
      world = drawn
    })
    const { drawing, at } = world!
    const steps = await withExtract(drawing, async (file, folder) => {
      const roads = await collectRoads(file, undefined)
      const network = join(folder, 'car.network')
      await writeNetwork(network, prepareNetwork(buildRoadGraph(roads, 'car'), roads.names))
      const kept = createRouter(await readNetwork(network)).route(at('S'), at('N'))?.steps ?? []
      const bytes = await readFile(network, 'latin1')
      await writeFile(network, bytes.replace('"roundabout"', '"unknown_xx"'), 'latin1')
      const older = createRouter(await readNetwork(network)).route(at('S'), at('N'))?.steps ?? []
      return [kept, older].map((all) => all.map(({ kind }) => kind))
    })
    expect(steps[0]).toEqual(['roundabout', 'arrive'])
    expect(steps[1]).not.toContain('roundabout')
    expect(steps[1]?.at(-1)).toBe('arrive')
  })

  it('leave the exit out where the way ends in the roundabout', async () => {
    expect((await told(ring, 'S', 'n'))[0]).toMatch(/^roundabout/)
  })

  it('are as long as the way together, and lie on it, between any two places of a crooked town', async () => {
    const roads = await withExtract(drawTown(12, 3), (file) => collectRoads(file, undefined))
    const router = createRouter(prepareNetwork(buildRoadGraph(roads, 'car'), roads.names))
    const random = mulberry32(11)
    const corner = (): LngLat => [153.02334 + random() * 0.009, -27.46844 + random() * 0.008]
    for (let i = 0; i < 300; i++) {
      const { steps, distance, geometry } = router.route(corner(), corner())!
      expect(steps.reduce((sum, step) => sum + step.distance_m, 0)).toBe(Math.round(distance))
      expect(steps.at(-1)?.kind).toBe('arrive')
      expect(steps.filter(({ kind }) => kind === 'arrive')).toHaveLength(1)
      for (const { point, distance_m } of steps) {
        expect(Math.min(...geometry.map((one) => flatDistance(one, point)))).toBe(0)
        expect(distance_m).toBeGreaterThanOrEqual(0)
      }
    }
  })
})

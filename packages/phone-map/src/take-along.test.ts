import type { LngLat } from '@ambit/geo'
import { expect, test } from 'vitest'
import { spotOf, type TileAt } from './camera.ts'
import type { Shelf } from './shelf.ts'
import { fillShelf, tilesAround } from './take-along.ts'

const keyOf = ({ z, x, y }: TileAt): string => `${z}/${x}/${y}`
const at = ([lng, lat]: LngLat, z: number): string => {
  const [x, y] = spotOf([lng, lat])
  return keyOf({ z, x: Math.floor(x * 2 ** z), y: Math.floor(y * 2 ** z) })
}
/** About a kilometre of a degree at this latitude. */
const KM = 1 / 99
const from: LngLat = [153, -27]
const to: LngLat = [153.2, -27]

// covers: DAPP-97
test('what is taken along is every tile within a kilometre of the way, at each zoom of the map, in its order', () => {
  const keys = tilesAround([from, to]).map(keyOf)
  for (let along = 0; along <= 20; along += 1)
    for (const beside of [-0.95, 0, 0.95])
      for (const z of [12, 13, 14])
        expect(keys).toContain(at([from[0] + along / 100, from[1] + (beside * KM * 99) / 111], z))
  expect(keys).not.toContain(at([153.1, -27 + 5 * KM], 14))
  expect(new Set(keys).size).toBe(keys.length)
  expect(keys.indexOf(at(from, 14))).toBeLessThan(keys.indexOf(at(to, 14)))
  expect(tilesAround([])).toEqual([])
})

const shelfWith = (...there: TileAt[]) => {
  const held = new Map(there.map((tile) => [keyOf(tile), { tile, data: new ArrayBuffer(10) }]))
  const shelf: Shelf = {
    get: async (tile) => held.get(keyOf(tile))?.data ?? null,
    put: async (tile, data) => void held.set(keyOf(tile), { tile, data }),
    list: async () => [...held.values()].map(({ tile }) => tile),
    remove: async (tile) => void held.delete(keyOf(tile)),
    forgetOthers: async () => undefined,
  }
  return { held, shelf }
}

// covers: DAPP-97
test('tiles are taken along up to a number of bytes, those that are there are not read again, and others go', async () => {
  const [one, two, three, four] = [1, 2, 3, 4].map((x) => ({ z: 14, x, y: 0 })) as [TileAt, TileAt, TileAt, TileAt]
  const { held, shelf } = shelfWith(one, four)
  const asked: string[] = []
  const read = async (tile: TileAt): Promise<ArrayBuffer> => {
    asked.push(keyOf(tile))
    return new ArrayBuffer(10)
  }
  const { signal } = new AbortController()
  await fillShelf([one, two, three], { shelf, read, most: 25, signal })
  expect([...held.keys()].toSorted()).toEqual([keyOf(one), keyOf(two)])
  expect(asked).toEqual([keyOf(two), keyOf(three)])
  // On the way back what comes first has its room, also where the rest is there already.
  await fillShelf([four, two, one], { shelf, read, most: 25, signal })
  expect([...held.keys()].toSorted()).toEqual([keyOf(two), keyOf(four)])
})

test('a way that is given up for another one puts no more tiles on the shelf and takes none off', async () => {
  const [one, two] = [1, 2].map((x) => ({ z: 14, x, y: 0 })) as [TileAt, TileAt]
  const { held, shelf } = shelfWith()
  const stop = new AbortController()
  const read = async (): Promise<ArrayBuffer> => {
    if (held.size > 0) stop.abort()
    return new ArrayBuffer(10)
  }
  await expect(fillShelf([one, two], { shelf, read, most: 25, signal: stop.signal })).rejects.toThrow(/abort/)
  await expect(fillShelf([two], { shelf, read, most: 25, signal: stop.signal })).rejects.toThrow(/abort/)
  expect([...held.keys()]).toEqual([keyOf(one)])
})

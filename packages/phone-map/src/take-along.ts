import { EARTH_RADIUS_M, flatDistance, type LngLat } from '@ambit/geo'
import { openArchive } from './archive.ts'
import { LEAST_ZOOM, spotOf, type TileAt } from './camera.ts'
import { openShelf, type Shelf } from './shelf.ts'
import { DEEPEST } from './tiles.ts'

/** So much of the map is taken along beside the way. Metres */
const BESIDE_M = 1000
/** Points of the way that are nearer to each other see the same tiles. Metres */
const APART_M = 250
const MOST_BYTES = 25_000_000

/** The tiles at every zoom that the map shows within a kilometre of the way, in the order of the way. */
export const tilesAround = (way: readonly LngLat[]): TileAt[] => {
  const found = new Map<string, TileAt>()
  for (const point of everySo(way))
    for (let z = DEEPEST; z >= LEAST_ZOOM; z--)
      for (const tile of tilesNear(point, z)) found.set(`${tile.z}/${tile.x}/${tile.y}`, tile)
  return [...found.values()]
}

/** Points along the way that are never farther apart than `APART_M`. */
const everySo = (way: readonly LngLat[]): LngLat[] =>
  way.flatMap((point, place): LngLat[] => {
    const before = way[place - 1]
    if (before === undefined) return [point]
    const parts = Math.ceil(flatDistance(before, point) / APART_M)
    return Array.from({ length: parts }, (_, part): LngLat => {
      const share = (part + 1) / parts
      return [before[0] + (point[0] - before[0]) * share, before[1] + (point[1] - before[1]) * share]
    })
  })

const tilesNear = (point: LngLat, z: number): TileAt[] => {
  const count = 2 ** z
  const [x, y] = spotOf(point)
  const reach = BESIDE_M / (2 * Math.PI * EARTH_RADIUS_M * Math.cos((point[1] * Math.PI) / 180))
  const at = (part: number): number => Math.min(count - 1, Math.max(0, Math.floor(part * count)))
  const tiles: TileAt[] = []
  for (let row = at(y - reach); row <= at(y + reach); row++)
    for (let column = at(x - reach); column <= at(x + reach); column++) tiles.push({ z, x: column, y: row })
  return tiles
}

type Taking = {
  shelf: Shelf
  read: (tile: TileAt) => Promise<ArrayBuffer | null>
  most: number
  /** ends it after the tile that is being read */
  signal: AbortSignal
}

/** Puts the tiles on the shelf until it holds so many bytes, and takes those of other ways off it. */
export const fillShelf = async (wanted: readonly TileAt[], { shelf, read, most, signal }: Taking): Promise<void> => {
  const isSame = (a: TileAt, b: TileAt): boolean => a.z === b.z && a.x === b.x && a.y === b.y
  for (const tile of await shelf.list()) {
    signal.throwIfAborted()
    if (!wanted.some((one) => isSame(one, tile))) await shelf.remove(tile)
  }
  let bytes = 0
  for (const [place, tile] of wanted.entries()) {
    const there = await shelf.get(tile)
    const data = there ?? (await read(tile))
    signal.throwIfAborted()
    if (data === null) continue
    bytes += data.byteLength
    if (bytes > most) {
      // What lies farther along the way may be there from a way that began with it.
      for (const further of wanted.slice(place)) await shelf.remove(further)
      return
    }
    if (there === null) await shelf.put(tile, data)
  }
}

/** Takes along what the map shows around the way. False: the network or the room ended before, or it was given up. */
export const takeTilesAlong = async (
  address: string,
  way: readonly LngLat[],
  signal: AbortSignal,
): Promise<boolean> => {
  const shelf = openShelf(address)
  if (shelf === null) return true
  await shelf.forgetOthers()
  const file = openArchive(address)
  const read = async ({ z, x, y }: TileAt) => (await file.getZxy(z, x, y))?.data ?? null
  return fillShelf(tilesAround(way), { shelf, read, most: MOST_BYTES, signal }).then(
    () => true,
    () => false,
  )
}

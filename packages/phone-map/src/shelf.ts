import type { TileAt } from './camera.ts'

/** Tiles that were taken along, so that the map is whole without a signal. */
export type Shelf = {
  get: (tile: TileAt) => Promise<ArrayBuffer | null>
  put: (tile: TileAt, data: ArrayBuffer) => Promise<void>
  /** those that are there */
  list: () => Promise<TileAt[]>
  remove: (tile: TileAt) => Promise<void>
  /** those of other files, such as of earlier street data, go */
  forgetOthers: () => Promise<void>
}

const NAME = 'tiles-taken-along'

/** Takes all of it away; false: there was nothing. */
export const clearShelf = async (): Promise<boolean> => 'caches' in globalThis && caches.delete(NAME)

/** Of the file at this address, in the browser's own storage; null: the browser has none. */
export const openShelf = (address: string): Shelf | null => {
  if (!('caches' in globalThis)) return null
  const base = new URL(`/kept-tiles/${encodeURIComponent(address)}/`, location.origin).href
  const keyOf = ({ z, x, y }: TileAt): string => `${base}${z}/${x}/${y}`
  const kept = () => caches.open(NAME)
  return {
    get: async (tile) => (await (await kept()).match(keyOf(tile)))?.arrayBuffer() ?? null,
    put: async (tile, data) => (await kept()).put(keyOf(tile), new Response(data)),
    list: async () =>
      (await (await kept()).keys()).flatMap(({ url }) => {
        const [z, x, y] = url.slice(base.length).split('/').map(Number)
        return url.startsWith(base) && z !== undefined && x !== undefined && y !== undefined ? [{ z, x, y }] : []
      }),
    remove: async (tile) => void (await (await kept()).delete(keyOf(tile))),
    forgetOthers: async () => {
      const cache = await kept()
      for (const request of await cache.keys()) if (!request.url.startsWith(base)) await cache.delete(request)
    },
  }
}

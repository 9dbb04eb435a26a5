import { EARTH_RADIUS_M, type LngLat } from '@ambit/geo'

/** Pixels of a tile on screen at its own zoom, as vector tiles are drawn. */
export const TILE_PX = 512

/** A point of the Web Mercator square, 0 to 1 from the north-west. */
export type Spot = readonly [x: number, y: number]

export const spotOf = ([lng, lat]: LngLat): Spot => {
  const sin = Math.sin((lat * Math.PI) / 180)
  return [lng / 360 + 0.5, 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)]
}

/** North is up, and the middle is where the vehicle is. */
export type Camera = { middle: Spot; zoom: number; width: number; height: number }

export const LEAST_ZOOM = 12
const MOST_ZOOM = 17

/** Shows so many metres around the place; in quarters of a zoom, so that the map stands still while one drives. */
export const cameraAt = (place: LngLat, metres: number, width: number, height: number): Camera => {
  const round = 2 * Math.PI * EARTH_RADIUS_M * Math.cos((place[1] * Math.PI) / 180)
  const half = Math.max(1, Math.min(width, height)) / 2
  const zoom = Math.log2((half * round) / (TILE_PX * metres))
  const quarters = Math.floor(Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, zoom)) * 4) / 4
  return { middle: spotOf(place), zoom: quarters, width, height }
}

/** Pixels from the upper left corner. */
export const pixelOf = ({ middle, zoom, width, height }: Camera, [x, y]: Spot): [number, number] => {
  const scale = TILE_PX * 2 ** zoom
  return [(x - middle[0]) * scale + width / 2, (y - middle[1]) * scale + height / 2]
}

/** What lies at so many pixels from the upper left corner. */
export const placeAt = ({ middle, zoom, width, height }: Camera, [left, top]: readonly [number, number]): LngLat => {
  const scale = TILE_PX * 2 ** zoom
  const [x, y] = [middle[0] + (left - width / 2) / scale, middle[1] + (top - height / 2) / scale]
  return [(x - 0.5) * 360, (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI]
}

export type TileAt = { z: number; x: number; y: number }

/** The tiles that the camera sees, those of the deepest zoom enlarged where it is nearer than they go. */
export const tilesSeen = (camera: Camera, deepest: number): TileAt[] => {
  const z = Math.min(deepest, Math.floor(camera.zoom))
  const count = 2 ** z
  const across = camera.width / 2 / (TILE_PX * 2 ** camera.zoom)
  const down = camera.height / 2 / (TILE_PX * 2 ** camera.zoom)
  const [x, y] = camera.middle
  const tile = (part: number): number => Math.min(count - 1, Math.max(0, Math.floor(part * count)))
  const seen: TileAt[] = []
  for (let row = tile(y - down); row <= tile(y + down); row++)
    for (let column = tile(x - across); column <= tile(x + across); column++) seen.push({ z, x: column, y: row })
  return seen
}

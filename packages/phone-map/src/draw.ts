import type { LngLat } from '@ambit/geo'
import { type Camera, pixelOf, spotOf, TILE_PX, type TileAt, tilesSeen } from './camera.ts'
import { DEEPEST, type DrawnTile, type Kind, kinds, type Tiles } from './tiles.ts'

/** What is on the map besides streets. */
export type Shown = {
  way: readonly LngLat[]
  /** on foot, between the stop and a door */
  walk?: readonly LngLat[]
  /** where something is to be done next */
  turn: LngLat | null
  /** null: it is not to be shown */
  stop: LngLat | null
  /** `bearing`: degrees clockwise from north, null where that is not known */
  vehicle: { at: LngLat; bearing: number | null } | null
}

/** Colours by the names that the app's tokens have for them. */
export type Ink = (token: string) => string

/** Pixels of a line, and of the edge around it. */
const lines: Readonly<Partial<Record<Kind, { width: number; edge: number }>>> = {
  stream: { width: 2, edge: 0 },
  path: { width: 1.5, edge: 0 },
  minor: { width: 6, edge: 1 },
  major: { width: 9, edge: 1.5 },
}
/** Lines are as wide as named at this zoom, and thinner from farther away. */
const WIDE_ZOOM = 15
const NAMES_FROM_ZOOM = 14.5
const NAME_PX = 13
/** Names stand beside the middle of their streets, where the way may be drawn. */
const NAME_BESIDE_PX = 6

type Placed = { tile: DrawnTile; left: number; top: number; scale: number }

const placed = (camera: Camera, { z, x, y }: TileAt, tile: DrawnTile): Placed => {
  const [left, top] = pixelOf(camera, [x / 2 ** z, y / 2 ** z])
  return { tile, left, top, scale: (TILE_PX * 2 ** (camera.zoom - z)) / tile.extent }
}

/** Draws the whole map, in pixels of the page. `dense`: pixels of the canvas in one of these. */
export const drawMap = (
  pen: CanvasRenderingContext2D,
  dense: number,
  camera: Camera,
  { tiles, shown, ink }: { tiles: Tiles | null; shown: Shown; ink: Ink },
): void => {
  pen.setTransform(dense, 0, 0, dense, 0, 0)
  pen.fillStyle = ink('map-land')
  pen.fillRect(0, 0, camera.width, camera.height)
  pen.lineJoin = 'round'
  pen.lineCap = 'round'
  const all = tiles === null ? [] : tilesSeen(camera, DEEPEST)
  const there = all.flatMap((at): Placed[] => {
    const tile = tiles?.at(at) ?? null
    return tile === null ? [] : [placed(camera, at, tile)]
  })
  const thin = Math.max(0.3, 2 ** Math.min(0, camera.zoom - WIDE_ZOOM))
  drawStreets(pen, dense, there, { ink, thin })
  pen.setTransform(dense, 0, 0, dense, 0, 0)
  drawWay(pen, camera, shown, ink)
  if (camera.zoom >= NAMES_FROM_ZOOM) drawNames(pen, there, ink)
  drawPlaces(pen, camera, shown, ink)
}

const drawStreets = (
  pen: CanvasRenderingContext2D,
  dense: number,
  there: readonly Placed[],
  { ink, thin }: { ink: Ink; thin: number },
): void => {
  const each = (draw: (one: Placed) => void): void => {
    for (const one of there) {
      const scale = dense * one.scale
      pen.setTransform(scale, 0, 0, scale, dense * one.left, dense * one.top)
      draw(one)
    }
  }
  const stroke = (kind: Kind, width: number, token: string): void => {
    pen.strokeStyle = ink(token)
    each(({ tile, scale }) => {
      pen.lineWidth = (width * thin) / scale
      pen.stroke(tile.paths[kind])
    })
  }
  for (const kind of kinds.filter((one) => lines[one] === undefined)) {
    pen.fillStyle = ink(`map-${kind}`)
    each(({ tile }) => pen.fill(tile.paths[kind]))
  }
  for (const kind of kinds) {
    const { width, edge } = lines[kind] ?? { width: 0, edge: 0 }
    if (edge > 0) stroke(kind, width + 2 * edge, 'map-edge')
  }
  for (const kind of kinds) {
    const drawn = lines[kind]
    if (drawn !== undefined) stroke(kind, drawn.width, kind === 'stream' ? 'map-water' : 'map-road')
  }
}

/** Pixels of a dash and of the gap after it. */
const DASH = [2, 9]

const drawWay = (pen: CanvasRenderingContext2D, camera: Camera, { way, walk = [], turn }: Shown, ink: Ink): void => {
  line(pen, camera, way, ink)
  pen.setLineDash(DASH)
  line(pen, camera, walk, ink)
  pen.setLineDash([])
  if (turn !== null) dot(pen, camera, turn, { radius: 5, fill: ink('ground'), edge: ink('main') })
}

const line = (pen: CanvasRenderingContext2D, camera: Camera, points: readonly LngLat[], ink: Ink): void => {
  if (points.length < 2) return
  pen.beginPath()
  for (const [place, point] of points.entries()) {
    const [x, y] = pixelOf(camera, spotOf(point))
    if (place === 0) pen.moveTo(x, y)
    else pen.lineTo(x, y)
  }
  for (const [width, token] of [
    [10, 'ground'],
    [6, 'main'],
  ] as const) {
    pen.lineWidth = width
    pen.strokeStyle = ink(token)
    pen.stroke()
  }
}

const dot = (
  pen: CanvasRenderingContext2D,
  camera: Camera,
  point: LngLat,
  { radius, fill, edge }: { radius: number; fill: string; edge: string },
): void => {
  const [x, y] = pixelOf(camera, spotOf(point))
  pen.beginPath()
  pen.arc(x, y, radius, 0, 2 * Math.PI)
  pen.fillStyle = fill
  pen.fill()
  pen.lineWidth = 3
  pen.strokeStyle = edge
  pen.stroke()
}

/** Each street's name once, beside it, where it fits and nothing else is written. */
const drawNames = (pen: CanvasRenderingContext2D, there: readonly Placed[], ink: Ink): void => {
  const written = new Set<string>()
  const taken: { x: number; y: number; half: number }[] = []
  pen.font = `600 ${NAME_PX}px system-ui, sans-serif`
  pen.textAlign = 'center'
  pen.textBaseline = 'bottom'
  pen.lineWidth = 3
  pen.strokeStyle = ink('map-land')
  pen.fillStyle = ink('muted')
  for (const { tile, left, top, scale } of there)
    for (const { name, angle, length, ...at } of tile.names) {
      const half = pen.measureText(name).width / 2
      const [x, y] = [left + at.x * scale, top + at.y * scale]
      const crowded = taken.some((other) => Math.hypot(other.x - x, other.y - y) < other.half + half)
      if (written.has(name) || crowded || length * scale < 2 * half) continue
      written.add(name)
      taken.push({ x, y, half })
      const upright = Math.abs(angle) > Math.PI / 2 ? angle + Math.PI : angle
      pen.save()
      pen.translate(x, y)
      pen.rotate(upright)
      pen.strokeText(name, 0, -NAME_BESIDE_PX)
      pen.fillText(name, 0, -NAME_BESIDE_PX)
      pen.restore()
    }
}

const drawPlaces = (pen: CanvasRenderingContext2D, camera: Camera, { stop, vehicle }: Shown, ink: Ink): void => {
  if (stop !== null) dot(pen, camera, stop, { radius: 9, fill: ink('bad'), edge: ink('ground') })
  if (vehicle === null) return
  if (vehicle.bearing === null) {
    dot(pen, camera, vehicle.at, { radius: 9, fill: ink('text'), edge: ink('ground') })
    return
  }
  const [x, y] = pixelOf(camera, spotOf(vehicle.at))
  pen.save()
  pen.translate(x, y)
  pen.rotate((vehicle.bearing * Math.PI) / 180)
  pen.beginPath()
  pen.moveTo(0, -15)
  pen.lineTo(11, 12)
  pen.lineTo(0, 6)
  pen.lineTo(-11, 12)
  pen.closePath()
  pen.lineWidth = 5
  pen.strokeStyle = ink('ground')
  pen.stroke()
  pen.fillStyle = ink('text')
  pen.fill()
  pen.restore()
}

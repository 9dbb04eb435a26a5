import type { AnyId } from '@ambit/contract'
import type { Map as MapCanvas, Point } from 'maplibre-gl'
import type { Corner } from './shape.ts'

/** Layers that a hand can take hold of, as `AreaLayers` draws them. */
export const gripLayers = { corners: 'area-corners', midpoints: 'area-midpoints', fills: 'area-fills' } as const

export type Grip = { on: 'corner' | 'midpoint'; corner: Corner } | { on: 'area'; id: AnyId } | null

/** Pixels around a small point that still take hold of it: a hit area of 24 px. */
const REACH = 12

const isId = (value: unknown): value is AnyId => typeof value === 'number' || typeof value === 'string'

/** What lies under the pointer: a corner before a point in the middle of an edge, before an area. */
export const gripAt = (map: MapCanvas, point: Point): Grip => {
  const box: [[number, number], [number, number]] = [
    [point.x - REACH, point.y - REACH],
    [point.x + REACH, point.y + REACH],
  ]
  for (const [on, layer] of [
    ['corner', gripLayers.corners],
    ['midpoint', gripLayers.midpoints],
  ] as const) {
    if (map.getLayer(layer) === undefined) continue
    const near = map
      .queryRenderedFeatures(box, { layers: [layer] })
      .flatMap(({ geometry, properties }) => {
        if (geometry.type !== 'Point') return []
        const [lng = 0, lat = 0] = geometry.coordinates
        const away = map.project([lng, lat]).dist(point)
        return [{ away, corner: { ring: Number(properties['ring']), index: Number(properties['index']) } }]
      })
      .toSorted((one, other) => one.away - other.away)[0]
    if (near !== undefined && near.away <= REACH) return { on, corner: near.corner }
  }
  if (map.getLayer(gripLayers.fills) === undefined) return null
  const id: unknown = map.queryRenderedFeatures(point, { layers: [gripLayers.fills] })[0]?.properties['id']
  return isId(id) ? { on: 'area', id } : null
}

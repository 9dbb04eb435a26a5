import type { LngLat } from '@ambit/geo'
import type { Map as MapCanvas, Point } from 'maplibre-gl'
import type { SnapLines } from './snap.ts'

/** Pixels around the pointer in which a point is drawn to something. */
export const SNAP_PIXELS = 10

/** Metres that a pixel of the map is wide at this latitude. */
export const metresPerPixel = (zoom: number, latitude: number): number =>
  (40_075_016.686 * Math.cos((latitude * Math.PI) / 180)) / (512 * 2 ** zoom)

const roadLayers = (map: MapCanvas): string[] =>
  map
    .getStyle()
    .layers.filter((layer) => layer.type === 'line' && 'source-layer' in layer && layer['source-layer'] === 'roads')
    .map(({ id }) => id)

/** The streets that the map has drawn around the pointer, as lines. */
export const streetsAround = (map: MapCanvas, { x, y }: Point): SnapLines => {
  const box: [[number, number], [number, number]] = [
    [x - SNAP_PIXELS, y - SNAP_PIXELS],
    [x + SNAP_PIXELS, y + SNAP_PIXELS],
  ]
  return map.queryRenderedFeatures(box, { layers: roadLayers(map) }).flatMap(({ geometry }) => {
    switch (geometry.type) {
      case 'LineString':
        return [geometry.coordinates.map(toPoint)]
      case 'MultiLineString':
        return geometry.coordinates.map((line: readonly (readonly number[])[]) => line.map(toPoint))
      default:
        return []
    }
  })
}

const toPoint = ([lng = 0, lat = 0]: readonly number[]): LngLat => [lng, lat]

import { bearing, type LngLat } from '@ambit/geo'
import { Layer, Source, useMap } from '@vis.gl/react-maplibre'
import { useEffect, useMemo } from 'react'
import { usePalette } from '../../../map/palette-context.ts'
import type { AreaDraft } from '../design/design.ts'
import { collection, lineFeature, middleOf } from './AreaLayers.tsx'
import type { Pair } from './travel.ts'

const IMAGE = 'travel-arrow'
const SIZE = 18
const RATIO = 2
const STEPS = 24
/** how far an arrow bends aside, as a share of its length */
const BEND = 0.14

/** From the middle of one area to that of the other, in a bow, so that the two directions can be distinguished. */
const bow = (from: LngLat, to: LngLat): LngLat[] => {
  const squeeze = Math.cos((from[1] * Math.PI) / 180)
  const [east, north] = [(to[0] - from[0]) * squeeze, to[1] - from[1]]
  const aside: LngLat = [(from[0] + to[0]) / 2 - (north * 2 * BEND) / squeeze, (from[1] + to[1]) / 2 + east * 2 * BEND]
  return Array.from({ length: STEPS + 1 }, (_, step): LngLat => {
    const share = step / STEPS
    const [a, b, c] = [(1 - share) ** 2, 2 * share * (1 - share), share ** 2]
    return [from[0] * a + aside[0] * b + to[0] * c, from[1] * a + aside[1] * b + to[1] * c]
  })
}

const head = (line: readonly LngLat[], at: number, reverse: boolean) => {
  const [before, point] = [line[at - 1] ?? line[0]!, line[at]!]
  return {
    type: 'Feature' as const,
    properties: { bearing: reverse ? bearing(point, before) : bearing(before, point) },
    geometry: { type: 'Point' as const, coordinates: [...point] },
  }
}

/** The allowed ways between areas. The matrix beside the map says the same in words. */
export const ArrowLayer = ({ pairs }: { pairs: readonly Pair<AreaDraft>[] }) => {
  const palette = usePalette()
  useArrowImage(palette.live, palette.rim)
  const data = useMemo(() => {
    const lines = pairs.map(({ from, to, both }) => ({
      both,
      line: bow(middleOf(from.coordinates), middleOf(to.coordinates)),
    }))
    return {
      lines: collection(lines.map(({ line }) => lineFeature(line))),
      heads: collection(
        lines.flatMap(({ line, both }) => [head(line, STEPS - 4, false), ...(both ? [head(line, 4, true)] : [])]),
      ),
    }
  }, [pairs])
  return (
    <>
      <Source id="travel-lines" type="geojson" data={data.lines}>
        <Layer
          id="travel-lines"
          type="line"
          layout={{ 'line-cap': 'round' }}
          paint={{ 'line-color': palette.live, 'line-width': 2, 'line-opacity': 0.85 }}
        />
      </Source>
      <Source id="travel-heads" type="geojson" data={data.heads}>
        <Layer
          id="travel-heads"
          type="symbol"
          layout={{
            'icon-image': IMAGE,
            'icon-rotate': ['get', 'bearing'],
            'icon-rotation-alignment': 'map',
            'icon-allow-overlap': true,
            'icon-ignore-placement': true,
          }}
        />
      </Source>
    </>
  )
}

/** A head that points north. */
const useArrowImage = (color: string, rim: string): void => {
  const { current: map } = useMap()
  useEffect(() => {
    if (map === undefined || map.hasImage(IMAGE)) return
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = SIZE * RATIO
    const pen = canvas.getContext('2d')
    if (pen === null) return
    pen.scale(RATIO, RATIO)
    pen.translate(SIZE / 2, SIZE / 2)
    pen.beginPath()
    pen.moveTo(0, -7)
    pen.lineTo(6, 6)
    pen.lineTo(0, 3)
    pen.lineTo(-6, 6)
    pen.closePath()
    pen.strokeStyle = rim
    pen.lineWidth = 2
    pen.lineJoin = 'round'
    pen.stroke()
    pen.fillStyle = color
    pen.fill()
    map.addImage(IMAGE, pen.getImageData(0, 0, canvas.width, canvas.height), { pixelRatio: RATIO })
  }, [map, color, rim])
}

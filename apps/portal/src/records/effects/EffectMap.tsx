import { decodeFlexiblePolyline, type LngLat } from '@ambit/geo'
import { useMemo } from 'react'
import { boundsOf } from '../../map/bounds.ts'
import { LineLayer } from '../../map/LineLayer.tsx'
import { MapView } from '../../map/MapView.tsx'
import { effectStrings as words } from './strings.ts'

/** The map is low, and nothing lies on it but its buttons. px */
const PADDING = { top: 18, right: 60, bottom: 18, left: 18 }

/** Ways along the streets, as flexible polylines. */
export type DrawnWays = { before: readonly string[]; after: readonly string[] }

const linesOf = (paths: readonly string[]) =>
  paths.map((path) => ({
    points: decodeFlexiblePolyline(path).polyline.map(([lng, lat]): LngLat => [lng, lat]),
  }))

/** The ways of the vehicles as they are, dashed, above those that they would take. */
const EffectMap = ({ ways: { before, after } }: { ways: DrawnWays }) => {
  const [now, then] = useMemo(() => [linesOf(before), linesOf(after)], [before, after])
  return (
    <MapView label={words.map} bounds={boundsOf([...now, ...then].flatMap(({ points }) => points))} padding={PADDING}>
      <LineLayer id="effect-after" look="route" lines={then} />
      <LineLayer id="effect-before" look="former" lines={now} />
    </MapView>
  )
}
export default EffectMap

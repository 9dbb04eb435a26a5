import type { LngLat } from '@ambit/geo'
import { useMap } from '@vis.gl/react-maplibre'
import { useEffect, useEffectEvent } from 'react'
import { moveFor } from './reduced-motion.ts'

type Props = {
  point: LngLat | null
  zoom: number
  /** when it was requested; another time is another request */
  at: number
}

/** Moves the camera to a point on request; it does not follow the point afterwards. */
export const GoTo = ({ point, zoom, at }: Props) => {
  const { current: map } = useMap()
  const go = useEffectEvent(() => {
    if (point !== null) map?.flyTo({ center: [point[0], point[1]], zoom, duration: moveFor(600) })
  })
  useEffect(() => {
    if (at > 0) go()
  }, [at])
  return null
}

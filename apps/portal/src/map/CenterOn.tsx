import type { LngLat } from '@ambit/geo'
import { useMap } from '@vis.gl/react-maplibre'
import { useEffect, useEffectEvent } from 'react'
import { moveFor } from './reduced-motion.ts'

/** Moves the camera to a point whenever it becomes another one. */
export const CenterOn = ({ point, zoom }: { point: LngLat | null; zoom: number }) => {
  const { current: map } = useMap()
  const key = point === null ? '' : `${point.join()} ${zoom}`
  const go = useEffectEvent(() => {
    if (point !== null) map?.flyTo({ center: [point[0], point[1]], zoom, duration: moveFor(600) })
  })
  useEffect(() => {
    if (key !== '') go()
  }, [key])
  return null
}

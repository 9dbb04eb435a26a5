import type { Bbox } from '@ambit/geo'
import { useMap } from '@vis.gl/react-maplibre'
import { useEffect, useEffectEvent } from 'react'
import { FIT_PADDING, toCorners } from '../../../map/bounds.ts'
import { moveFor } from '../../../map/reduced-motion.ts'

/** A place to show: the same place again is a new request. */
export type Asked = { box: Bbox; at: number } | null

const CLOSEST = 17

/** Moves the camera to what was asked for. */
export const ShowBox = ({ asked }: { asked: Asked }) => {
  const { current: map } = useMap()
  const go = useEffectEvent(() => {
    if (asked !== null)
      map?.fitBounds(toCorners(asked.box), { padding: FIT_PADDING, maxZoom: CLOSEST, duration: moveFor(500) })
  })
  const at = asked?.at ?? 0
  useEffect(() => {
    if (at > 0) go()
  }, [at])
  return null
}

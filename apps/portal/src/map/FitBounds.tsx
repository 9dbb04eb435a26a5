import type { Bbox } from '@ambit/geo'
import { useMap } from '@vis.gl/react-maplibre'
import { useEffect, useEffectEvent, useRef } from 'react'
import { type Padding, toCorners } from './bounds.ts'
import { moveFor } from './reduced-motion.ts'

type Props = {
  bounds: Bbox | null
  padding: Padding
  delay: number
  maxZoom: number
  /** the map was created with these bounds in view */
  shownAtStart: boolean
  /** false: the camera is elsewhere on purpose, and stays there */
  follows: boolean
}

/** Shows the bounds again, a moment after they changed. */
export const FitBounds = ({ bounds, padding, delay, maxZoom, shownAtStart, follows }: Props) => {
  const { current: map } = useMap()
  const key = bounds === null ? '' : bounds.map((side) => side.toFixed(6)).join()
  const shown = useRef(shownAtStart ? key : '')
  const fit = useEffectEvent(() => {
    // The first time there is nothing to come from.
    const duration = shown.current === '' ? 0 : moveFor(500)
    if (bounds !== null) map?.fitBounds(toCorners(bounds), { padding, maxZoom, duration })
  })
  useEffect(() => {
    if (key === '' || shown.current === key) return
    if (!follows) {
      shown.current = key
      return
    }
    const timer = setTimeout(() => {
      fit()
      shown.current = key
    }, delay)
    return () => clearTimeout(timer)
  }, [key, delay, follows])
  return null
}

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
}

/** Shows the bounds again, a moment after they changed. */
export const FitBounds = ({ bounds, padding, delay, maxZoom, shownAtStart }: Props) => {
  const { current: map } = useMap()
  const key = bounds === null ? '' : bounds.map((side) => side.toFixed(6)).join()
  const shown = useRef(shownAtStart ? key : '')
  const fit = useEffectEvent(() => {
    if (bounds !== null) map?.fitBounds(toCorners(bounds), { padding, maxZoom, duration: moveFor(500) })
  })
  useEffect(() => {
    if (key === '' || shown.current === key) return
    const timer = setTimeout(() => {
      shown.current = key
      fit()
    }, delay)
    return () => clearTimeout(timer)
  }, [key, delay])
  return null
}

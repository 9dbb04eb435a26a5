import type { Bbox } from '@ambit/geo'
import { type MapRef, useMap } from '@vis.gl/react-maplibre'
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

/** Shows the bounds again a moment after they changed, and when the map got another size, unless it was moved since. */
export const FitBounds = ({ bounds, padding, delay, maxZoom, shownAtStart, follows }: Props) => {
  const { current: map } = useMap()
  const key = bounds === null ? '' : bounds.map((side) => side.toFixed(6)).join()
  const shown = useRef(shownAtStart ? key : '')
  /** where the last fit left the camera; a camera elsewhere was moved by the user */
  const left = useRef('')
  const fit = useEffectEvent((duration: number) => {
    if (bounds === null || map === undefined) return
    map.fitBounds(toCorners(bounds), { padding, maxZoom, duration })
    if (map.isMoving()) void map.once('moveend', () => (left.current = cameraOf(map)))
    else left.current = cameraOf(map)
  })
  useEffect(() => {
    if (key === '' || shown.current === key) return
    if (!follows) {
      shown.current = key
      return
    }
    const timer = setTimeout(() => {
      // The first time there is nothing to come from.
      fit(shown.current === '' ? 0 : moveFor(500))
      shown.current = key
    }, delay)
    return () => clearTimeout(timer)
  }, [key, delay, follows])
  useEffect(() => {
    if (map === undefined) return
    if (shownAtStart && left.current === '') left.current = cameraOf(map)
    const again = (): void => {
      if (left.current === cameraOf(map)) fit(0)
    }
    map.on('resize', again)
    return () => void map.off('resize', again)
  }, [map, shownAtStart])
  return null
}

const cameraOf = (map: Pick<MapRef, 'getCenter' | 'getZoom'>): string =>
  [map.getCenter().lng.toFixed(5), map.getCenter().lat.toFixed(5), map.getZoom().toFixed(3)].join()

import type { Bbox } from '@ambit/geo'
import { useMap } from '@vis.gl/react-maplibre'
import { useEffect, useRef } from 'react'
import { moveFor } from './reduced-motion.ts'

type Props = { bounds: Bbox | null; delay: number; maxZoom: number; skipFirst: boolean }

/** Shows the bounds again, a moment after they changed. The first ones are the map's start and need no move. */
export const FitBounds = ({ bounds, delay, maxZoom, skipFirst }: Props) => {
  const { current: map } = useMap()
  const key = bounds === null ? '' : bounds.map((side) => side.toFixed(6)).join()
  const shown = useRef(skipFirst && bounds !== null ? key : '')
  useEffect(() => {
    if (map === undefined || bounds === null || shown.current === key) return
    const timer = setTimeout(() => {
      shown.current = key
      map.fitBounds([...bounds] as [number, number, number, number], { padding: 56, maxZoom, duration: moveFor(500) }) // four numbers in, four out
    }, delay)
    return () => clearTimeout(timer)
  }, [map, key, delay, maxZoom]) // oxlint-disable-line react-hooks/exhaustive-deps -- the key is the bounds
  return null
}

import type { Trip } from '@ambit/contract'
import { useEffect, useRef } from 'react'
import { positionText } from './position-text.ts'
import { positions } from './positions.ts'

/** Writes the vehicle's position on the element, for stories, as it moves; nothing is rendered for it. */
export const usePositionText = <E extends HTMLElement>(trip: Pick<Trip, 'id' | 'latest_trip_monitor'>) => {
  const element = useRef<E>(null)
  useEffect(() => {
    const write = (): void => {
      const text = positionText(positions.of(trip))
      if (text !== undefined) element.current?.setAttribute('data-position', text)
    }
    write()
    return positions.subscribe((moved) => {
      if (moved.has(trip.id)) write()
    })
  }, [trip])
  return element
}

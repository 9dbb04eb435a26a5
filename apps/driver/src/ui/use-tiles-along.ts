import { useEffect, useEffectEvent, useRef } from 'react'
import type { TripManifest } from '@ambit/contract'

/** Where the map does not come although there is a signal, it is asked for again after so long. ms */
const AGAIN_MS = 60_000

/** Takes the map around the ways of a running trip along while there is a signal, and again when its stops have changed. */
export const useTilesAlong = ({ trip, map: { tiles } }: TripManifest, wanted: boolean): void => {
  const taken = useRef('')
  // The way to the next stop is another one with each position: what counts are the stops.
  const stops = `${tiles} ${trip.trip_stops.map(({ id }) => id).join()}`
  const take = useEffectEvent(async (plan: string, signal: AbortSignal): Promise<boolean> => {
    const way = trip.trip_stops.flatMap(({ leg, point, location_name }) =>
      // Once a trip's details are gone its stops have no exact places.
      location_name === '' ? [] : [...(leg?.path ?? []), point],
    )
    if (tiles === null || way.length === 0 || taken.current === plan) return true
    const whole = await import('@ambit/phone-map')
      .then(({ takeTilesAlong }) => takeTilesAlong(tiles, way, signal))
      .catch(() => false)
    if (whole) taken.current = plan
    return whole
  })
  useEffect(() => {
    if (!wanted) return
    // Two that fill the shelf at once would each remove what the other has taken along.
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const attempt = async (): Promise<void> => {
      const whole = await take(stops, stop.signal)
      if (!whole && !stop.signal.aborted) timer = setTimeout(() => void attempt(), AGAIN_MS)
    }
    void attempt()
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [wanted, stops])
}

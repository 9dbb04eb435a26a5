import type { TripStop } from '@ambit/contract'
import type { Place } from '../device/device.ts'
import { metresTo } from '../device/way.ts'

/** Here a stop is reached, once the vehicle is slower than this (DAPP-51). Metres, metres per second */
const AT_STOP_M = 60
const SLOW_MPS = 8 / 3.6
/** Farther from the stop an arrival is asked about (DAPP-52). Metres */
const FAR_M = 250

/** Metres from the vehicle to the stop; null where one of the places is not known. */
export const metresLeft = (stop: TripStop, place: Place | null): number | null =>
  place === null || stop.location_name === '' ? null : metresTo(place, stop.point)

export const isAtStop = (stop: TripStop, place: Place | null): boolean => {
  const metres = metresLeft(stop, place)
  return metres !== null && metres <= AT_STOP_M && (place?.speed ?? 0) < SLOW_MPS
}

/** So far from the stop that the driver is asked, in whole metres; null: not so far, or not known. */
export const farFrom = (stop: TripStop, place: Place | null): number | null => {
  const metres = metresLeft(stop, place)
  return metres !== null && metres > FAR_M ? Math.round(metres) : null
}

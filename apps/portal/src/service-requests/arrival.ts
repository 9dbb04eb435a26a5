import type { ServiceRequest } from '@ambit/contract'

type Served = Pick<ServiceRequest['pickup'], 'lower_bound' | 'upper_bound' | 'eta' | 'actual'>

/** Minutes outside the promised window: negative before it, positive after it, 0 inside. Null while nothing is known. */
export const minutesOutside = ({ lower_bound, upper_bound, eta, actual }: Served): number | null => {
  const known = actual ?? eta
  if (known === null) return null
  const time = Date.parse(known)
  const minutes = (ms: number): number => Math.round(ms / 60_000)
  if (time < Date.parse(lower_bound)) return minutes(time - Date.parse(lower_bound))
  return time > Date.parse(upper_bound) ? minutes(time - Date.parse(upper_bound)) : 0
}

/** Green under 3 minutes, orange from 3 to under 6, red otherwise. */
export const differenceTone = (minutes: number): 'success' | 'warning' | 'danger' => {
  const size = Math.abs(minutes)
  if (size < 3) return 'success'
  return size < 6 ? 'warning' : 'danger'
}

/** On board for less than half of the direct drive (BOOK-32). */
export const isLowDuration = (boarded: string | null, setDown: string | null, directSeconds: number | null): boolean =>
  boarded !== null &&
  setDown !== null &&
  directSeconds !== null &&
  (Date.parse(setDown) - Date.parse(boarded)) / 1000 < directSeconds / 2

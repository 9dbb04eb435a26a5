import type { ServiceRequest } from '@ambit/contract'

type Served = Pick<ServiceRequest['pickup'], 'lower_bound' | 'upper_bound' | 'eta' | 'actual'>

/**
 * Minutes outside the promised window: negative before it, positive after it, 0 inside. Null while nothing is known.
 * Counted in the whole minutes that are shown beside it: 6:13:40 is a minute before 6:14.
 */
export const minutesOutside = ({ lower_bound, upper_bound, eta, actual }: Served): number | null => {
  const known = actual ?? eta
  if (known === null) return null
  const [from, until, at] = [minuteOf(lower_bound), minuteOf(upper_bound), minuteOf(known)]
  if (at < from) return at - from
  return at > until ? at - until : 0
}

const minuteOf = (time: string): number => Math.floor(Date.parse(time) / 60_000)

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

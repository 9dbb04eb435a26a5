import type { ServiceRequest } from '@ambit/contract'

type Served = Pick<ServiceRequest['pickup'], 'promised_lower_bound' | 'promised_upper_bound' | 'eta' | 'actual'>

export type End = 'pickup' | 'dropoff'

/**
 * One end of a journey as its punctuality is measured: a passenger who was stranded had been picked up before, and the
 * rescue is another pick-up.
 */
export const measuredEnd = <S extends Served>(
  booking: { pickup: S; dropoff: S; first_boarded_at: string | null },
  end: End,
): S =>
  end === 'pickup' && booking.first_boarded_at !== null
    ? { ...booking.pickup, actual: booking.first_boarded_at }
    : booking[end]

type Windows = Served & Pick<ServiceRequest['pickup'], 'lower_bound' | 'upper_bound'>

/** Whether a disruption gave the passenger another window than was first promised. */
export const isRevised = (served: Windows): boolean =>
  Date.parse(served.lower_bound) !== Date.parse(served.promised_lower_bound) ||
  Date.parse(served.upper_bound) !== Date.parse(served.promised_upper_bound)

/**
 * Minutes outside the window that was first promised: negative before it, positive after it, 0 inside. Null while nothing is known.
 * Counted in the whole minutes that are shown beside it: 6:13:40 is a minute before 6:14.
 */
export const minutesOutside = ({ promised_lower_bound, promised_upper_bound, eta, actual }: Served): number | null => {
  const known = actual ?? eta
  if (known === null) return null
  const [from, until, at] = [minuteOf(promised_lower_bound), minuteOf(promised_upper_bound), minuteOf(known)]
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

/**
 * The same for a row among many, where only what matters has a colour: three minutes and more, and being early only
 * while the passenger still has to be at the stop.
 */
export const rowTone = (minutes: number, stillToBoard: boolean): 'neutral' | 'warning' | 'danger' => {
  const tone = differenceTone(minutes)
  return tone === 'success' || (minutes < 0 && !stillToBoard) ? 'neutral' : tone
}

/** On board for less than half of the direct drive (BOOK-32). */
export const isLowDuration = (boarded: string | null, setDown: string | null, directSeconds: number | null): boolean =>
  boarded !== null &&
  setDown !== null &&
  directSeconds !== null &&
  (Date.parse(setDown) - Date.parse(boarded)) / 1000 < directSeconds / 2

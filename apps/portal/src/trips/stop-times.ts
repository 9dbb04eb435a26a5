import type { TripStop, TripWithStops } from '@ambit/contract'
import { lateBySeconds, ON_TIME_TOLERANCE_S } from '@ambit/domain'
import { tripStrings } from './strings.ts'

type Times = Pick<TripStop, 'scheduled_at' | 'eta' | 'arrived_at'>

/** Seconds that a stop was, or will be, late; negative when early; null while unknown. */
const lateSeconds = (stop: Times): number | null => {
  const known = stop.arrived_at ?? stop.eta
  return known === null ? null : lateBySeconds(Date.parse(stop.scheduled_at), Date.parse(known))
}

export type BadgeStatus = 'early' | 'late' | 'on time'

/** `Arrived late`, `Will arrive on time`; null where nothing is expected. */
export const lateBadge = (stop: Times): { status: BadgeStatus; text: string } | null => {
  const seconds = lateSeconds(stop)
  if (seconds === null) return null
  const status = seconds < -ON_TIME_TOLERANCE_S ? 'early' : seconds > ON_TIME_TOLERANCE_S ? 'late' : 'on time'
  const { badge } = tripStrings
  return { status, text: `${stop.arrived_at === null ? badge.expected : badge.arrived} ${badge[status]}` }
}

/** What a bar of the chart shows: minutes, null without an ETA, with its words. */
export const lateBar = (stop: Times): { minutes: number | null; text: string } => {
  const seconds = lateSeconds(stop)
  if (seconds === null) return { minutes: null, text: tripStrings.noEta }
  // Away from zero on both sides: half a minute is none.
  const minutes = Math.sign(seconds) * Math.floor((Math.abs(seconds) + 29) / 60) || 0
  return { minutes, text: minutes === 0 ? tripStrings.onTime : tripStrings.minutes(minutes) }
}

export type StopMarker = 'past' | 'next' | 'future'

export const stopMarker = (
  stop: Pick<TripStop, 'id' | 'arrived_at'>,
  next: TripWithStops['next_trip_stop'],
): StopMarker => (stop.arrived_at === null ? (next?.id === stop.id ? 'next' : 'future') : 'past')

import type { ManifestBooking, TripManifest, TripStop } from '@ambit/contract'
import { MINUTE_MS } from './stop-view.ts'

/** How long before the pick-up window, and after they left, passengers' details are shown (DAPP-121). */
const BEFORE_MS = 60 * MINUTE_MS
const AFTER_MS = 30 * MINUTE_MS

/** From when to when the details of a booking are shown, ms; null: never, as it is not to be driven. */
export const detailsSpan = ({ trip }: TripManifest, bookingId: number): { from: number; to: number } | null => {
  const up = trip.trip_stops.find(({ boardings }) => boardings.some(({ id }) => id === bookingId))
  const off = trip.trip_stops.find(({ alightings }) => alightings.some(({ id }) => id === bookingId))
  const rider = (up?.boardings ?? off?.alightings ?? []).find(({ id }) => id === bookingId)
  if (rider === undefined || rider.status === 'cancelled') return null
  const last = rider.status === 'no_show' ? up : rider.status === 'completed' ? off : undefined
  const left = last?.departed_at ?? last?.arrived_at ?? null
  return {
    from: Date.parse(rider.promised_lower_bound) - BEFORE_MS,
    to: left === null ? Infinity : Date.parse(left) + AFTER_MS,
  }
}

/** What is known of a booking beyond its stops; null while that is not to be shown. */
export const detailsOf = (manifest: TripManifest, bookingId: number, now: number): ManifestBooking | null => {
  const span = detailsSpan(manifest, bookingId)
  if (span === null || now < span.from || now > span.to) return null
  return manifest.bookings.find(({ id }) => id === bookingId) ?? null
}

/** Null: it is not to be shown, or nobody asked for it, as of passengers who did not book. */
export const nameOf = (manifest: TripManifest, bookingId: number, now: number): string | null =>
  detailsOf(manifest, bookingId, now)?.name || null

/** A house number before or after the street's name: `12 Pier Street`, `3/12a Pier Street`, `Hafenstraße 12 b`. */
const HOUSE_NUMBER =
  /^\s*\d+\s?[a-z]?(?:\s?[/–-]\s?\d+\s?[a-z]?)?\s+(?=\D)|\s+\d+\s?[a-z]?(?:\s?[/–-]\s?\d+\s?[a-z]?)?$/i

/** A stop's name without house number. */
export const withoutDoor = (name: string): string => {
  const [street = '', ...rest] = name.split(',')
  return [street.replace(HOUSE_NUMBER, ''), ...rest].join(',')
}

/** The stop's name; without house number unless the details of a passenger there are shown. */
export const placeOf = (manifest: TripManifest, stop: TripStop, now: number): string => {
  const riders = [...stop.boardings, ...stop.alightings]
  if (stop.kind !== 'passenger' || riders.some(({ id }) => detailsOf(manifest, id, now) !== null))
    return stop.location_name
  return withoutDoor(stop.location_name)
}

/** How long after it was done an action is told with the passenger's name. */
export const mayName = (doneAt: number, now: number): boolean => now - doneAt <= AFTER_MS

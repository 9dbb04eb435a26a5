import { z } from 'zod'
import type { DisruptedBooking, DisruptionPreview } from '@ambit/contract'
import { conflict } from '../http/errors.ts'
import { WORTH_S } from '../planning/disrupt/outcomes.ts'

/** Booking, trip, drop-off in seconds since 1970. */
const Shown = z.tuple([z.int(), z.int().nullable(), z.number()])
type Shown = z.infer<typeof Shown>

const shownOf = (bookings: readonly DisruptedBooking[]): Shown[] =>
  bookings.map(({ service_request_id, after }) => [
    service_request_id,
    after?.trip_id ?? null,
    after === null ? 0 : Date.parse(after.dropoff_at) / 1000,
  ])

/** What a preview showed. */
export const tokenOf = (bookings: readonly DisruptedBooking[]): string =>
  Buffer.from(JSON.stringify(shownOf(bookings))).toString('base64url')

/** 409 with the fresh preview when it no longer comes out as it was shown. */
export const requireShown = (token: string, fresh: DisruptionPreview): void => {
  if (!holdsToken(token, fresh.service_requests))
    throw conflict('The plan has changed since this was shown. Please review it again', { disruption_preview: fresh })
}

/** Every booking is on the trip that was shown, and none is set down more than a minute later than shown. */
export const holdsToken = (token: string, service_requests: readonly DisruptedBooking[]): boolean => {
  if (token === tokenOf(service_requests)) return true
  const seen = readToken(token)
  const fresh = shownOf(service_requests)
  return (
    seen !== null &&
    seen.length === fresh.length &&
    fresh.every(([id, trip, dropoff]) => {
      const known = seen.find((one) => one[0] === id)
      return known !== undefined && known[1] === trip && dropoff <= known[2] + WORTH_S
    })
  )
}

const readToken = (token: string): Shown[] | null => {
  try {
    return z.array(Shown).parse(JSON.parse(Buffer.from(token, 'base64url').toString()))
  } catch {
    return null
  }
}

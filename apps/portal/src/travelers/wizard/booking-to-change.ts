import { peopleIn, type ServiceRequest } from '@ambit/contract'
import type { BookingData } from '../booking-draft.ts'

type Booked = Pick<
  ServiceRequest,
  'origin' | 'destination' | 'passengers' | 'mobility_support' | 'aids' | 'asked' | 'pickup'
>

/**
 * The form filled with a booking: its places, people and the time that was asked for, to depart or to arrive. A time
 * that has passed gives way to the promised pick-up, and that to leaving now.
 */
export const journeyOf = (booking: Booked, now: Date): BookingData => {
  const { origin, destination, asked, pickup } = booking
  const times = [
    ...(asked === null ? [] : [asked]),
    { traveling_at: pickup.promised_lower_bound, departing: true },
  ].filter(({ traveling_at }) => new Date(traveling_at) >= now)
  const [when] = times
  return {
    origin,
    destination,
    ...peopleIn(booking.passengers),
    mobility_support: booking.mobility_support,
    spacesByAids: false,
    aids: booking.aids?.map(({ id }) => id) ?? null,
    traveling_at: when?.traveling_at ?? null,
    departing: when?.departing ?? true,
    leaveNow: when === undefined,
    selectedFrequentLocationIndex: null,
  }
}

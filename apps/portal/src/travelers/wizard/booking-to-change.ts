import { peopleIn, type ServiceAvailabilitySearch, type ServiceRequest } from '@ambit/contract'
import type { BookingData } from '../booking-draft.ts'

type Booked = Pick<
  ServiceRequest,
  'origin' | 'destination' | 'passengers' | 'mobility_support' | 'aids' | 'asked' | 'pickup'
>

type Copied = Omit<Booked, 'pickup'> & Pick<ServiceRequest, 'comment' | 'pickup_note' | 'dropoff_note'>

/** What a draft takes over from a booking that is booked again, or back: all but date and time, which are asked for. */
export const copyOf = (booking: Copied, way: 'again' | 'return') => {
  const { origin, destination, asked, mobility_support } = booking
  return {
    bookingData: {
      ...(way === 'again' ? { origin, destination } : { origin: destination, destination: origin }),
      ...peopleIn(booking.passengers),
      mobility_support,
      spacesByAids: false,
      aids: booking.aids?.map(({ id }) => id) ?? null,
      traveling_at: null,
      departing: way === 'return' || (asked?.departing ?? true),
      leaveNow: false,
      selectedFrequentLocationIndex: null,
    } satisfies BookingData,
    comment: booking.comment ?? '',
    ...(way === 'again'
      ? { pickup_note: booking.pickup_note, dropoff_note: booking.dropoff_note }
      : { pickup_note: booking.dropoff_note, dropoff_note: booking.pickup_note }),
  }
}

/** The form filled with what was searched for, at a time that works by now. */
export const searchedFor = (search: ServiceAvailabilitySearch, traveling_at: string): BookingData => ({
  origin: search.origin,
  destination: search.destination,
  ...peopleIn(search.passengers),
  mobility_support: search.mobility_support,
  spacesByAids: false,
  aids: search.aids?.map(({ id }) => id) ?? null,
  traveling_at,
  departing: search.departing,
  leaveNow: false,
  selectedFrequentLocationIndex: null,
})

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

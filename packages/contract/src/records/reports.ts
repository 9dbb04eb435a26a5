import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { masked, nameOf, unseen } from '../masks.ts'
import { Timestamp } from './basics.ts'
import { Feedback } from './service-requests.ts'
import { Survey } from './surveys.ts'
import { TripState } from './trips.ts'

const ofBooking = {
  traveler_id: Id,
  traveler_name: nameOf('traveler_id', z.string()),
  zone_id: Id,
  zone_name: z.string(),
  time_zone: z.string(),
}

/** A feedback with the ride that it is about. */
export const FeedbackRow = Feedback.extend({
  ...ofBooking,
  trip_id: Id.nullable(),
  trip_name: z.string().nullable(),
  driver_name: z.string().nullable(),
})
export type FeedbackRow = z.infer<typeof FeedbackRow>

export const FeedbackSummary = z.object({
  count: z.int(),
  /** null without any */
  average: z.number().nullable(),
  /** numbers of ratings with one star, two, … five */
  ratings: z.array(z.int()).length(5),
})
export type FeedbackSummary = z.infer<typeof FeedbackSummary>

/** Why a booking was cancelled, with the booking. */
export const SurveyRow = Survey.extend({ ...ofBooking, reason: z.string(), pickup_lower_bound: Timestamp })
export type SurveyRow = z.infer<typeof SurveyRow>

export const bookingOutcomes = [
  'completed',
  'cancelled_by_passenger',
  'cancelled_by_staff',
  'cancelled_by_service',
  'no_show',
  'not_served',
  'refused',
  'open',
] as const
export type BookingOutcome = (typeof bookingOutcomes)[number]

const counts = {
  completed: z.int(),
  cancelled_by_passenger: z.int(),
  cancelled_by_staff: z.int(),
  /** the optimiser or a driver had to */
  cancelled_by_service: z.int(),
  no_show: z.int(),
  /** bookings that could be served no more */
  not_served: z.int(),
  /** searches without an offering */
  refused: z.int(),
  /** still to be driven */
  open: z.int(),
  total: z.int(),
}

/** Outcomes of the bookings and searches of one zone and day, in the zone's local time. */
export const BookingOutcomeReport = z.object({
  id: z.int(),
  zone_id: Id,
  zone_name: z.string(),
  date: z.iso.date(),
  ...counts,
})
export type BookingOutcomeReport = z.infer<typeof BookingOutcomeReport>

/** The same over all zones that were asked for, and why searches were refused. */
export const BookingReport = z.object({
  totals: z.object(counts),
  days: z.array(z.object({ date: z.iso.date(), ...counts })),
  /** a search may have several reasons */
  refusals: z.array(z.object({ code: z.string(), count: z.int(), example: z.string() })),
})
export type BookingReport = z.infer<typeof BookingReport>

/** Those who board or alight together: the passenger's first name and the initial of the last. */
export const ItineraryPassenger = z.object({
  traveler_id: Id,
  name: nameOf('traveler_id', z.string()),
  passengersCount: z.int(),
  mobility_support: unseen('care', z.int()),
})
export type ItineraryPassenger = z.infer<typeof ItineraryPassenger>

export const TripItinerary = z.object({
  /** of the trip */
  id: Id,
  name: z.string(),
  zone_name: z.string(),
  time_zone: z.string(),
  vehicle_number: z.string().nullable(),
  driver_name: z.string().nullable(),
  current_state: TripState,
  start_datetime: Timestamp,
  end_datetime: Timestamp,
  exported_at: Timestamp,
  stops: z.array(
    z.object({
      id: Id,
      target_time: Timestamp,
      name: masked('place', 'door', z.string()),
      address: masked('place', 'door', z.string()).nullable(),
      PassengersBoardingInfo: z.array(ItineraryPassenger),
      PassengersAlightingInfo: z.array(ItineraryPassenger),
    }),
  ),
})
export type TripItinerary = z.infer<typeof TripItinerary>

/** A trip to choose an itinerary by. */
export const ItineraryTrip = TripItinerary.omit({ stops: true, exported_at: true })
export type ItineraryTrip = z.infer<typeof ItineraryTrip>

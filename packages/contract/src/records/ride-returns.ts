import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { Place, Timestamp } from './basics.ts'
import { openReturnStates } from './open-returns.ts'
import { StopNote } from './service-requests.ts'
import { PaymentMethodName } from './zones.ts'

// There and back in the passengers' app.

/** The way back that is searched for with the way there: from its end to its beginning, with the same people. */
export const RideReturnWish = z.discriminatedUnion('choice', [
  z.object({ choice: z.literal('timed'), traveling_at: Timestamp, departing: z.boolean() }),
  /** called for when the passenger is ready */
  z.object({ choice: z.literal('open') }),
])

/** The way back that is booked with the way there, both or none. */
export const RideReturnInput = z.discriminatedUnion('choice', [
  z.object({
    choice: z.literal('timed'),
    service_offering_id: Id,
    pickup_note: StopNote.nullish(),
    dropoff_note: StopNote.nullish(),
  }),
  z.object({ choice: z.literal('open') }),
])

/** What a ride is of a journey there and back. */
export const RideLeg = z.object({
  /** `stops`: a ride of several with stays between them, that staff booked */
  leg: z.enum(['there', 'back', 'stops']),
  /** which ride of the journey it is, from 1 on */
  number: z.int(),
  /** its other rides in their order, without those that were cancelled */
  others: z.array(
    z.object({
      id: Id,
      number: z.int(),
      pickup_opens: Timestamp,
      can_cancel: z.boolean(),
      /** cancelling it now would stand in the record, as a late cancellation */
      cancel_is_late: z.boolean(),
    }),
  ),
  /** the way back that waits for a call; null: there is none */
  open_return_id: Id.nullable(),
})
export type RideLeg = z.infer<typeof RideLeg>

/** A way back that its passenger calls for when they are ready. */
export const RideReturn = z.object({
  id: Id,
  traveler_id: Id,
  /** who rides; null: the caller */
  traveler_name: z.string().nullable(),
  origin: Place,
  destination: Place,
  time_zone: z.string(),
  payment_method: PaymentMethodName,
  /** the way there is over by then */
  not_before: Timestamp,
  /** when service ends that day */
  call_until: Timestamp,
  /** any but `waiting` is for good */
  state: z.enum(openReturnStates),
  /** when it was called for first; null: not yet */
  called_at: Timestamp.nullable(),
  /** called for, and until when a ride is looked for; null: none is */
  waits_until: Timestamp.nullable(),
  /** the ride that it became */
  service_request_id: Id.nullable(),
  /** why the caller cannot call for it, as a sentence; null: they can */
  refused: z.string().nullable(),
})
export type RideReturn = z.infer<typeof RideReturn>

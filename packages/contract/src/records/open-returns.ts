import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { masked, nameOf, unseen } from '../masks.ts'
import { Door, Place, requiredText, stamps, Timestamp } from './basics.ts'
import { BookedAid, BoardingTimes, MOST_AIDS } from './mobility-aids.ts'
import { MAX_PASSENGERS, Passenger, ServiceAvailabilitySearch } from './service-requests.ts'
import { PaymentMethodName } from './zones.ts'

/** Any but `waiting` is for good. */
export const openReturnStates = ['waiting', 'activated', 'not_needed', 'closed'] as const
export type OpenReturnState = (typeof openReturnStates)[number]

/** A way back that is asked for when the passenger calls: until then there is no promise and no booking. */
export const OpenReturn = z.object({
  id: Id,
  traveler_id: Id,
  traveler_name: nameOf('traveler_id', z.string()),
  zone_id: Id,
  zone_name: z.string(),
  region_id: Id,
  /** IANA, of the zone's clocks */
  time_zone: z.string(),
  /** of which it is the way back */
  journey_id: Id,
  origin: Door,
  destination: Door,
  passengers: z.array(Passenger),
  passenger_count: z.int(),
  mobility_support: unseen('care', z.int()),
  aids: unseen('care', z.array(BookedAid)),
  payment_method: PaymentMethodName,
  /** of `not_before`, by the zone's clocks */
  day: z.iso.date(),
  not_before: Timestamp,
  state: z.enum(openReturnStates),
  /** why staff closed it */
  reason: masked('care', 'hidden', z.string()).nullable(),
  /** when the passenger called; null: not yet */
  called_at: Timestamp.nullable(),
  /** the entry of the waiting list that the call became; null: none was needed */
  waitlist_entry_id: Id.nullable(),
  /** what it became */
  service_request_id: Id.nullable(),
  ended_at: Timestamp.nullable(),
  /** who kept it; null: the account is gone */
  created_by: z.string().nullable(),
  ...stamps,
})
export type OpenReturn = z.output<typeof OpenReturn>

/** What is kept of a way back; what is left out is as on the way there, with its places swapped. */
export const OpenReturnWish = z.object({
  /** the passenger will not call earlier */
  not_before: Timestamp,
  origin: Place.optional(),
  destination: Place.optional(),
  passengers: z
    .array(Passenger)
    .min(1, 'Please select the number of passengers on this trip')
    .max(MAX_PASSENGERS)
    .optional(),
  mobility_support: z.int().min(0).max(MAX_PASSENGERS).optional(),
  aids: z.array(Id).max(MOST_AIDS, `At most ${MOST_AIDS} aids`).optional(),
  own_times: BoardingTimes.nullish(),
})

export const OpenReturnInput = OpenReturnWish.extend({
  /** the booking of the way there */
  service_request_id: Id,
})

export const OpenReturnClosing = z.object({ reason: requiredText('Please say why', 250) })

/** What came of a passenger's call. */
export const OpenReturnCall = z.object({
  open_return: OpenReturn,
  /** for now; one of its offerings is confirmed like any other, and ends the open return */
  service_availability_search: ServiceAvailabilitySearch,
  /** one of them picks the passenger up in the minutes that the zone aims at; else the call waits, before all others */
  in_time: z.boolean(),
  /** the minutes that the zone aims at */
  minutes: z.int(),
})
export type OpenReturnCall = z.output<typeof OpenReturnCall>

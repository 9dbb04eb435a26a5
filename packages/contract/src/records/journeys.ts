import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { Timestamp } from './basics.ts'
import { OpenReturn, OpenReturnWish } from './open-returns.ts'
import { ServiceRequest, ServiceRequestInput } from './service-requests.ts'

/** What may be said of the way back when a ride is booked. */
export const returnChoices = ['none', 'timed', 'open'] as const
export const ReturnChoice = z.enum(returnChoices)
export type ReturnChoice = z.infer<typeof ReturnChoice>

/** Bookings that were made as one, in the order of their legs, as far as the caller may see them. */
export const Journey = z.object({
  id: Id,
  service_requests: z.array(ServiceRequest),
  /** its way back is asked for when the passenger calls, or was; null: it is not of that kind */
  open_return: OpenReturn.nullable(),
})

const BOTH_WAYS = 'Please choose the way there and the way back'

/** One way of a journey, as it was offered. */
const JourneyLegInput = ServiceRequestInput.pick({
  service_offering_id: true,
  payment_method: true,
  discount_code: true,
  pickup_note: true,
  dropoff_note: true,
})

/** The way there and the way back, which is booked with it, or kept until the passenger calls: both or none. */
export const JourneyInput = ServiceRequestInput.pick({
  traveler_id: true,
  comment: true,
  besides: true,
  overlap_reason: true,
})
  .extend({
    legs: z.array(JourneyLegInput).min(1, BOTH_WAYS).max(2, BOTH_WAYS),
    /** in place of the second leg */
    open_return: OpenReturnWish.nullish(),
    /** where the way back is gone meanwhile, the way there is booked alone */
    even_without_return: z.boolean().default(false),
  })
  .refine(({ legs, open_return }) => legs.length === (open_return == null ? 2 : 1), {
    path: ['legs'],
    error: BOTH_WAYS,
  })

/** What a passenger usually does between two places. */
export const UsualReturn = z.object({
  /** what was booked from the first to the second the last time */
  choice: ReturnChoice,
})

export const SuggestedReturn = z.object({
  /** when the way there ends at the latest: the wished arrival, or the latest promised drop-off; null: there is no way */
  ends_at: Timestamp.nullable(),
  /** the usual stay of the last five visits, else an hour */
  stay_minutes: z.int(),
  /** both together, rounded up to five minutes */
  traveling_at: Timestamp.nullable(),
})

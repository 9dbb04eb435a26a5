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

/** Rides of one journey. */
export const MAX_LEGS = 3
/** Minutes that a passenger may stay at a stop between two of them. */
export const stayLimits = { min: 10, max: 480 } as const
const STAY = `Please enter ${stayLimits.min} to ${stayLimits.max} minutes`

/** One way of a journey, as it was offered. */
const JourneyLegInput = ServiceRequestInput.pick({
  service_offering_id: true,
  payment_method: true,
  discount_code: true,
  pickup_note: true,
  dropoff_note: true,
}).extend({
  /** between the end of the leg before and this one, at least; left out: it is a way back at a time of its own */
  stay_minutes: z.int(STAY).min(stayLimits.min, STAY).max(stayLimits.max, STAY).nullish(),
})
type JourneyLegInput = z.output<typeof JourneyLegInput>

/** Whether the passenger stays between legs, instead of riding back at a time of its own. */
const hasStops = (legs: readonly JourneyLegInput[]): boolean =>
  legs.length > 2 || legs.some(({ stay_minutes }) => stay_minutes != null)

/**
 * The way there and the way back, which is booked with it, or kept until the passenger calls; or a ride with stops, of which
 * each further leg says how long the passenger stays before it: all or none.
 */
export const JourneyInput = ServiceRequestInput.pick({
  traveler_id: true,
  comment: true,
  besides: true,
  overlap_reason: true,
})
  .extend({
    legs: z.array(JourneyLegInput).min(1, BOTH_WAYS).max(MAX_LEGS, `A ride has ${MAX_LEGS} legs at most`),
    /** in place of the second leg */
    open_return: OpenReturnWish.nullish(),
    /** where the way back is gone meanwhile, the way there is booked alone */
    even_without_return: z.boolean().default(false),
  })
  .refine(({ legs, open_return }) => (open_return == null ? legs.length > 1 : legs.length === 1), {
    path: ['legs'],
    error: BOTH_WAYS,
  })
  .refine(({ legs, even_without_return }) => !even_without_return || !hasStops(legs), {
    path: ['even_without_return'],
    error: 'A ride with stops is booked as one',
  })
  .superRefine(({ legs }, context) => {
    if (!hasStops(legs)) return
    for (const [index, { stay_minutes }] of legs.entries()) {
      const message = index === 0 ? 'There is no stay before the first leg' : STAY
      if ((stay_minutes == null) !== (index === 0))
        context.addIssue({ code: 'custom', path: ['legs', index, 'stay_minutes'], message })
    }
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

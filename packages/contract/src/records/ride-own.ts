import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { LngLat, Timestamp } from './basics.ts'
import { DiscountCode } from './discounts.ts'
import { PaymentCard } from './payment-cards.ts'
import { legStepKinds } from './trips.ts'
import { PaymentMethodName } from './zones.ts'

/** An own saved card: enough to recognise it. */
export const RideCard = PaymentCard.omit({ name: true })
export type RideCard = z.infer<typeof RideCard>

export const RideWaitInput = z.object({ payment_method: PaymentMethodName })
/** A search that waits until there is room for it, which is then booked and told. */
export const RideWaiting = z.object({
  id: Id,
  /** from when to when a ride is taken */
  earliest_at: Timestamp,
  latest_at: Timestamp,
  /** when it is given up */
  give_up_at: Timestamp,
})
export type RideWaiting = z.infer<typeof RideWaiting>

export const RideCodeInput = z.object({ code: DiscountCode })
/** What an offering costs with a discount code. */
export const RideCodePrice = z.object({ discount_code: z.string(), total_price: z.number() })
export type RideCodePrice = z.infer<typeof RideCodePrice>

/** A region in which there are rides. */
export const RideRegion = z.object({ id: Id, name: z.string() })
export type RideRegion = z.infer<typeof RideRegion>

/** A stop further away, in metres, is not offered in the place of one that no ride goes to. */
export const NEAR_STOP_M = 2000
export const MOST_STOPS = 50

/** Where rides of the app go. */
export const RideStops = z.object({
  /** whether a ride may begin or end at the place that was asked about; null: none was */
  is_served: z.boolean().nullable(),
  /** of all zones that the app may book, nearest first; by name where no place was asked about */
  stops: z.array(
    z.object({
      name: z.string(),
      point: LngLat,
      /** from the place that was asked about; null: none was */
      distance_m: z.int().nullable(),
    }),
  ),
  /** where a map of these zones begins, also where they have no stops; null: there are none, or without an area */
  middle: LngLat.nullable(),
})
export type RideStops = z.infer<typeof RideStops>

/** A way on foot between a door and a stop. */
export const RideWalk = z.object({
  /** from its first place to its last, the door or the stop */
  path: z.array(LngLat),
  /** the street that it begins on; empty: it has no name */
  begins: z.string(),
  steps: z.array(
    z.object({
      kind: z.enum(legStepKinds),
      /** the street that one is on afterwards; empty: it has no name */
      street: z.string(),
      /** metres from the step before, or from where the way begins; the last step is to arrive */
      distance_m: z.int(),
    }),
  ),
})
export type RideWalk = z.infer<typeof RideWalk>

/** Of an offering or a booking: to the stop, and from it. Null: at the door, or no path is known. */
export const RideWalks = z.object({ pickup: RideWalk.nullable(), dropoff: RideWalk.nullable() })
export type RideWalks = z.infer<typeof RideWalks>

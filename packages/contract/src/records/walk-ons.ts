import { z } from 'zod'
import { Id, MAX_ID } from '../endpoint.ts'
import { Timestamp } from './basics.ts'
import { MAX_PASSENGERS } from './service-requests.ts'

const people = z.int().min(0).max(MAX_PASSENGERS)

/** Passengers who did not book, and where they get off. */
export const WalkOnParty = z.strictObject({
  /** made by the device: what it calls this booking, below zero, until it knows the server's number */
  ref: z.int().min(1).max(MAX_ID),
  dropoff_location_id: Id,
  /** the stop ahead of the trip that is meant; without one the plan has to find a way there */
  dropoff_trip_stop_id: Id.nullish(),
  adults: people,
  children: people,
  concessions: people,
  /** of them in wheelchairs */
  mobility_support: people,
})
type Party = z.output<typeof WalkOnParty>

export const NO_PARTY = `Please enter 1 to ${MAX_PASSENGERS} people, and no more wheelchairs than people`
export const isParty = ({ adults, children, concessions, mobility_support }: Party): boolean => {
  const count = adults + children + concessions
  return count >= 1 && count <= MAX_PASSENGERS && mobility_support <= count
}

/** `position`: where the vehicle is; needed where it stands at no stop of its trip. */
export const WalkOnInput = WalkOnParty.extend({
  position: z.object({ lat: z.number().min(-90).max(90), lon: z.number().min(-180).max(180) }).nullish(),
}).refine(isParty, { error: NO_PARTY })

/** Whether walk-on passengers fit into the trip without breaking a promise to others. */
export const WalkOnFit = z.object({
  fits: z.boolean(),
  /** why not, in words */
  reason: z.string().nullable(),
  /** when they are expected to get off */
  dropoff_at: Timestamp.nullable(),
  /** in units of the currency, such as 3.5 */
  price: z.number(),
  /** ISO 4217 */
  currency: z.string(),
})
export type WalkOnFit = z.infer<typeof WalkOnFit>

import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { requiredText, stamps, Timestamp } from './basics.ts'

/** A kind of concession: passengers with it pay that much less in the region. */
export const TravelerSet = z.object({
  id: Id,
  name: z.string(),
  traveler_set_discount: z.object({
    /** per cent of the fare */
    discount_amount: z.number(),
    region: z.object({ id: Id, name: z.string(), time_zone: z.string() }),
  }),
})
export type TravelerSet = z.infer<typeof TravelerSet>

/** Kinds of concessions, for the staff who set them up. */
export const TravelerSetRecord = TravelerSet.extend(stamps)
export type TravelerSetRecord = z.infer<typeof TravelerSetRecord>

const amount = 'Enter a percentage from 0.01 to 100'

export const TravelerSetInput = z.object({
  name: requiredText('Please enter a name'),
  region_id: Id,
  discount_amount: z.number(amount).gt(0, amount).max(100, amount).multipleOf(0.01, 'At most two decimal places'),
})

/** One passenger's concession. It holds until `expires_at`; the moment itself is no longer part of it. */
export const TravelerConcession = z.object({
  id: Id,
  traveler_id: Id,
  traveler_set: TravelerSet,
  expires_at: Timestamp,
  expired: z.boolean(),
  ...stamps,
})
export type TravelerConcession = z.infer<typeof TravelerConcession>

const NO_EXPIRY = 'Please select expiry date'

export const TravelerConcessionInput = z.object({
  traveler_id: Id,
  traveler_set_id: z.int('Please select a discount').positive('Please select a discount'),
  expires_at: z.iso.datetime({ offset: true, error: NO_EXPIRY }),
})

export const TravelerConcessionChange = TravelerConcessionInput.pick({ expires_at: true }).partial()

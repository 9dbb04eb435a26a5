import { paymentMethods, RideReturnInput } from '@ambit/contract'
import { z } from 'zod'
import { keptOnDisk } from '../api/kept-on-disk.ts'

/** A booking that was sent and not answered yet, under its Idempotency-Key. */
export const Pending = z.object({
  key: z.string(),
  passenger: z.number(),
  /** the own ride that it replaces; null: it is a new one */
  replaces: z.number().nullable(),
  body: z.object({
    service_offering_id: z.number(),
    payment_method: z.enum(paymentMethods),
    pickup_note: z.string().nullable().optional(),
    dropoff_note: z.string().nullable().optional(),
    another: z.boolean(),
    discount_code: z.string().optional(),
    return: RideReturnInput.optional(),
  }),
})
export type Pending = z.infer<typeof Pending>

/** On the disk before the call is made: after a reload, or a lost answer, the same booking is asked for and no second one. */
export const pending = keptOnDisk('ride-pending', Pending)

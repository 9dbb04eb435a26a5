import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { Timestamp } from './basics.ts'
import { PaymentStatus } from './service-requests.ts'
import { PaymentMethodName } from './zones.ts'

/** What a completed ride has cost, and how it was paid. */
export const RideReceipt = z.object({
  service_request_id: Id,
  /** `R-2026-000123` */
  number: z.string(),
  /** when the ride was over */
  date: Timestamp,
  time_zone: z.string(),
  /** the region, and what it says of carrier and tax */
  carrier: z.string(),
  note: z.string().nullable(),
  traveler_name: z.string(),
  from: z.string(),
  to: z.string(),
  picked_up_at: Timestamp.nullable(),
  people: z.int(),
  /** the fare, what was taken off it by which concession or code, and what is left */
  scaled_price: z.number(),
  reduction: z.number(),
  reduced_by: z.array(z.string()),
  total_price: z.number(),
  currency: z.string(),
  payment_method: PaymentMethodName,
  payment_status: PaymentStatus,
  /** what the driver took on board; null: nothing was told of it */
  fare_paid: z.number().nullable(),
  /** of the card that was charged */
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  charged_at: Timestamp.nullable(),
  refunded_at: Timestamp.nullable(),
})
export type RideReceipt = z.infer<typeof RideReceipt>

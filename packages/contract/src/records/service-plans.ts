import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { optionalText, stamps, Timestamp } from './basics.ts'

/** An in-service schedule: one vehicle, and perhaps one driver, available in one zone for one window. */
export const ServicePlan = z.object({
  id: Id,
  zone_id: Id,
  zone_name: z.string(),
  vehicle_id: Id.nullable(),
  vehicle_number: z.string().nullable(),
  driver_id: Id.nullable(),
  driver_name: z.string().nullable(),
  start_time: Timestamp,
  end_time: Timestamp,
  minimum_capacity: z.int(),
  metadata: z.object({ shift: z.string().nullable(), shiftLabel: z.string().nullable() }),
  trip_id: Id.nullable(),
  booking_count: z.int(),
  ...stamps,
})
export type ServicePlan = z.infer<typeof ServicePlan>

export const MINIMUM_PLAN_MINUTES = 15
export const DEFAULT_MINIMUM_CAPACITY = 20
export const ServicePlanInput = z
  .object({
    zone_id: Id,
    /** 0 and null both mean none */
    vehicle_id: z
      .int()
      .min(0)
      .nullish()
      .transform((id) => (id === 0 ? null : (id ?? null))),
    driver_id: z
      .int()
      .min(0)
      .nullish()
      .transform((id) => (id === 0 ? null : (id ?? null))),
    start_time: Timestamp,
    end_time: Timestamp,
    minimum_capacity: z.int().min(0).max(200).default(DEFAULT_MINIMUM_CAPACITY),
    metadata: z.object({ shift: z.string().max(20).nullish(), shiftLabel: optionalText(60).nullish() }).default({}),
  })
  .refine((plan) => Date.parse(plan.end_time) - Date.parse(plan.start_time) >= MINIMUM_PLAN_MINUTES * 60_000, {
    path: ['end_time'],
    error: 'Your time window needs to be at least 15 Minutes. Please adjust start and end time.',
  })

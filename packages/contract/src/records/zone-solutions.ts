import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { Timestamp } from './basics.ts'

/** Causes that may change a zone's plan. Driving along it only raises the plan's version. */
export const replanCauses = [
  'insertion',
  'cancellation',
  'optimiser',
  'rescue',
  'disruption',
  'schedule',
  'dispatch',
] as const
export type ReplanCause = (typeof replanCauses)[number]

/** The state of a zone's plan from now on. One for each zone, under the zone's id. */
export const ZoneSolution = z.object({
  id: Id,
  zone_id: Id,
  zone_name: z.string(),
  region_id: Id,
  time_zone: z.string(),
  /** raised by every change of the plan or of the settings that it was made under */
  plan_version: z.int(),
  /** null: not yet, or not since this was first noted */
  replanned_at: Timestamp.nullable(),
  replanned_by: z.enum(replanCauses).nullable(),
  /** trips that are not over */
  trip_count: z.int(),
  /** bookings that a trip has still to serve, and bookings without a trip */
  booking_count: z.int(),
  unassigned_count: z.int(),
  /** seconds that vehicles are still in service */
  vehicle_s: z.number(),
  /** of the drives ahead; `empty`: without passengers. Null without street data */
  driving_s: z.number().nullable(),
  distance_m: z.number().nullable(),
  empty_m: z.number().nullable(),
})
export type ZoneSolution = z.infer<typeof ZoneSolution>

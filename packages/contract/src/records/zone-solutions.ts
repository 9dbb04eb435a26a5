import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { Timestamp } from './basics.ts'

/** What may lay a zone's plan out otherwise. Driving along it changes the plan's version alone. */
export const replanCauses = ['insertion', 'cancellation', 'optimiser', 'rescue', 'disruption', 'schedule'] as const
export type ReplanCause = (typeof replanCauses)[number]

/** How the plan of a zone stands: what lies ahead of its vehicles from now on. One a zone, under the zone's id. */
export const ZoneSolution = z.object({
  id: Id,
  zone_id: Id,
  zone_name: z.string(),
  region_id: Id,
  /** raised by whatever changes the plan or what it is made under */
  plan_version: z.int(),
  /** null: not yet, or not since this was first noted */
  replanned_at: Timestamp.nullable(),
  replanned_by: z.enum(replanCauses).nullable(),
  /** trips that are not over */
  trip_count: z.int(),
  /** bookings that a trip has still to serve, and those that wait for one */
  booking_count: z.int(),
  unassigned_count: z.int(),
  /** seconds that vehicles are still in service */
  vehicle_s: z.number(),
  /** of the ways still to be driven; `empty`: with nobody on board. Null without street data */
  driving_s: z.number().nullable(),
  distance_m: z.number().nullable(),
  empty_m: z.number().nullable(),
})
export type ZoneSolution = z.infer<typeof ZoneSolution>

import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { LngLat, requiredText, stamps } from './basics.ts'

/** Default dwell time at a stop of a fixed route, in seconds. */
export const DEFAULT_DWELL_SECONDS = 30

const DwellSeconds = z
  .int('Please enter whole seconds')
  .min(0, 'Dwell time is from 0 to 3,600 s')
  .max(3600, 'Dwell time is from 0 to 3,600 s')

/** The run between two successive stops of a fixed route, on real streets in free flow. */
export const FixedRouteLeg = z.object({
  from: z.int(),
  to: z.int(),
  distance_m: z.number(),
  duration_s: z.number(),
  /** the leg as a flexible polyline; null where no street joins the two stops */
  polyline: z.string().nullable(),
})
export type FixedRouteLeg = z.infer<typeof FixedRouteLeg>

/** `from` and `to` of its legs are positions in the list of stops, from 0. */
export const ServiceRouteLine = z.object({
  legs: z.array(FixedRouteLeg),
  distance_m: z.number(),
  /** seconds of driving */
  driving_s: z.number(),
  /** seconds from leaving the first stop to reaching the last: driving and the dwell times between */
  running_time_s: z.number(),
})
export type ServiceRouteLine = z.infer<typeof ServiceRouteLine>

export const ServiceRouteLineQuestion = z.object({
  stops: z.array(z.object({ point: LngLat, dwell_seconds: DwellSeconds })).max(200),
})

export const ServiceRouteStop = z.object({ zone_stop_id: Id, dwell_seconds: DwellSeconds })
export type ServiceRouteStop = z.infer<typeof ServiceRouteStop>

/**
 * The runs that one vehicle makes over one in-service schedule of the route (GTFS: block), derived from the schedule and
 * the running time; nothing of it is stored.
 */
export const Block = z.object({
  service_plan_id: Id,
  vehicle_id: Id.nullable(),
  start_time: z.iso.datetime({ offset: true }),
  end_time: z.iso.datetime({ offset: true }),
  runs: z.int(),
})
export type Block = z.infer<typeof Block>

/** A fixed route: stops in order. The line is derived from the streets; null where there are none. */
export const ServiceRoute = z.object({
  id: Id,
  zone_id: Id,
  service_strategy_id: Id.nullable(),
  name: z.string(),
  stops: z.array(ServiceRouteStop),
  line: ServiceRouteLine.nullable(),
  /** of the schedules that have not ended, at most 50 */
  blocks: z.array(Block),
  ...stamps,
})
export type ServiceRoute = z.infer<typeof ServiceRoute>

export const ServiceRouteInput = z.object({
  name: requiredText('Please enter a route name'),
  service_strategy_id: Id.nullish(),
  stops: z.array(ServiceRouteStop).min(2, 'A route needs at least two stops').max(200),
})

import { z } from 'zod'
import { RideBooking, RideStop } from './rides.ts'

// A ride as those see it who open a link without signing in.

/** `track`: for those whom the passenger shares the ride with. `manage`: the passenger's own, which also cancels. */
export const linkPurposes = ['track', 'manage'] as const

/** A door has neither name nor place in a ride that is shared; it has both in the passenger's own link. */
export const TrackedStop = RideStop.extend({
  name: RideStop.shape.name.nullable(),
  point: RideStop.shape.point.nullable(),
}).omit({ walk_m: true, walk_s: true })
export type TrackedStop = z.infer<typeof TrackedStop>

/** Without the passenger's name, the doors, the price and what was noted. */
export const RideTracking = RideBooking.pick({
  phase: true,
  time_zone: true,
  expected_pickup: true,
  expected_dropoff: true,
  by_plan_only: true,
  late_minutes: true,
  stops_before: true,
  waits_until: true,
  dropped_off_at: true,
  vehicle: true,
  contact: true,
  late_from: true,
  cancel_is_late: true,
  boarding_code: true,
  server_time: true,
}).extend({
  purpose: z.enum(linkPurposes),
  pickup: TrackedStop,
  dropoff: TrackedStop,
  /** whether this link cancels the ride now */
  can_cancel: z.boolean(),
})
export type RideTracking = z.infer<typeof RideTracking>

/** What the live stream of a link tells: the ride as it is answered when it is asked for. */
export const TrackingTold = z.object({ ride: RideTracking })
export type TrackingTold = z.infer<typeof TrackingTold>

/** The link that others open, without signing in, until two hours after the ride. */
export const RideShare = z.object({ link: z.string() })

import { z } from 'zod'
import { empty, endpoint, idParams, one } from '../endpoint.ts'
import { RideShare, RideTracking } from '../records/ride-tracking.ts'
import { RideCancelInput } from '../records/rides.ts'

const own = { audience: 'passenger', access: 'passenger', params: idParams } as const
const linked = { audience: 'passenger', access: 'public', params: z.object({ token: z.string().max(200) }) } as const

/** Rides that are followed by a link. */
export const rideTracking = {
  /** 409 once the ride has ended; a ride that is shared already keeps its link */
  share: endpoint('rideTracking.share', 'POST', '/bookings/:id/share', {
    summary: 'Make the link by which others follow an own ride',
    ...own,
    answer: one(RideShare),
  }),
  takeBack: endpoint('rideTracking.takeBack', 'DELETE', '/bookings/:id/share', {
    summary: 'End the link by which others follow an own ride',
    ...own,
    answer: empty,
    status: 204,
  }),
  /** 404 where the link was taken back or has ended, and for every other token */
  show: endpoint('rideTracking.show', 'GET', '/tracking/:token', {
    summary: 'A ride as its link shows it now',
    ...linked,
    answer: one(RideTracking),
    revalidated: true,
  }),
  /**
   * Events as those of `ride.live`: `ride` with what `TrackingTold` says, `ready` and `alive`. It ends with the link. 404 as
   * above, 429 for too many streams of a link or an address.
   */
  live: endpoint('rideTracking.live', 'GET', '/tracking/:token/live', {
    summary: 'How the ride of a link is, when it changes or a vehicle that is shown moves (server-sent events)',
    ...linked,
    answer: z.unknown(),
    raw: 'text/event-stream',
  }),
  /** 409 where it cannot be cancelled any more; 404 for a link that only shows */
  cancel: endpoint('rideTracking.cancel', 'POST', '/tracking/:token/cancel', {
    summary: 'Cancel a ride by the passenger’s own link',
    ...linked,
    body: RideCancelInput.pick({ reason: true }),
    answer: one(RideTracking),
  }),
}

import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { nameOf } from '../masks.ts'
import { LngLat, Timestamp } from './basics.ts'
import { Reason } from './service-requests.ts'

const Message = z.string().trim().max(1000).nullish()

/** What has happened, or is about to happen. */
export const Disruption = z.discriminatedUnion('kind', [
  /** the vehicle goes no further: passengers on board wait at the vehicle */
  z.object({ kind: z.literal('vehicle_lost'), trip_id: Id, message: Message }),
  z.object({ kind: z.literal('trip_cancelled'), trip_id: Id, message: Message }),
  /** a schedule begins later or ends sooner than planned */
  z.object({
    kind: z.literal('schedule_shortened'),
    service_plan_id: Id,
    start_time: Timestamp.nullish(),
    end_time: Timestamp.nullish(),
    message: Message,
  }),
  /** vehicles may not drive the street at this point, nor any street within its radius */
  z.object({
    kind: z.literal('road_closed'),
    region_id: Id,
    longitude: z.number().min(-180).max(180),
    latitude: z.number().min(-90).max(90),
    reach_m: z.number().min(0).max(2000).default(0),
    /** when it opens again; when absent, it stays closed until staff open it */
    until: Timestamp.nullish(),
    message: Message,
  }),
])
export type Disruption = z.infer<typeof Disruption>

/** What is closed, from junction to junction. */
export const ClosedStreets = z.object({ streets: z.array(z.string()), lines: z.array(z.array(LngLat)) })

/** A road that is closed now. */
export const RoadClosure = z.object({
  id: Id,
  region_id: Id,
  longitude: z.number(),
  latitude: z.number(),
  reach_m: z.number(),
  until: Timestamp.nullable(),
  message: z.string().nullable(),
  created_at: Timestamp,
  /** the user who closed it; null once the account is deleted */
  created_by_name: z.string().nullable(),
  /** null while there is no street data, or none there */
  closed: ClosedStreets.nullable(),
})
export type RoadClosure = z.infer<typeof RoadClosure>

const Ride = z.object({
  trip_id: Id,
  vehicle_number: z.string(),
  pickup_at: Timestamp.nullable(),
  dropoff_at: Timestamp,
})

export const DisruptedBooking = z.object({
  service_request_id: Id,
  traveler_id: Id,
  traveler_name: nameOf('traveler_id', z.string()),
  /** moves to another trip, stays on its trip at another time, or cannot be served any more */
  outcome: z.enum(['moved', 'changed', 'not_served']),
  before: Ride.nullable(),
  after: Ride.nullable(),
  /** seconds by which the drop-off comes later; negative is earlier */
  later_s: z.number(),
  /** seconds past what was promised, at the pick-up or the drop-off */
  late_s: z.number(),
  reasons: z.array(Reason),
})
export type DisruptedBooking = z.infer<typeof DisruptedBooking>

/** The effect on every affected booking. Nothing changes until it is accepted. */
export const DisruptionPreview = z.object({
  disruption: Disruption,
  /** versions of the plans that it was worked out on */
  zones: z.array(z.object({ zone_id: Id, plan_version: z.int() })),
  /** what a closed road closes */
  closed: ClosedStreets.nullable(),
  service_requests: z.array(DisruptedBooking),
  /** accepts exactly this */
  token: z.string(),
})
export type DisruptionPreview = z.infer<typeof DisruptionPreview>

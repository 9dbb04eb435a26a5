import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { Position } from './trips.ts'

/**
 * What the live stream sends: `event: <kind>`, `id: <event id>`, `data:` one of these as JSON.
 * Records travel as ids; the reader fetches what it shows. Positions are small and travel whole.
 */
export const LiveEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('position'),
    trip_id: Id,
    vehicle_id: Id,
    zone_id: Id,
    region_id: Id,
    position: Position,
  }),
  z.object({ kind: z.literal('trip'), trip_id: Id, zone_id: Id, region_id: Id }),
  z.object({
    kind: z.literal('service_request'),
    service_request_id: Id,
    trip_id: Id.nullable(),
    zone_id: Id,
    region_id: Id,
  }),
  z.object({ kind: z.literal('service_plan'), service_plan_id: Id, zone_id: Id, region_id: Id }),
  z.object({
    kind: z.literal('driver_message'),
    trip_id: Id,
    zone_id: Id,
    region_id: Id,
    from: z.enum(['driver', 'dispatch']),
  }),
  /** a passenger is to be called, or was */
  z.object({ kind: z.literal('call_task'), call_task_id: Id, zone_id: Id, region_id: Id }),
  /** something about messages to passengers is new; null: of nobody who is known */
  z.object({ kind: z.literal('message'), region_id: Id.nullable() }),
  z.object({ kind: z.literal('exception'), exception_id: Id, zone_id: Id.nullable(), region_id: Id.nullable() }),
  /** an action was carried out or undone, or an override asked for */
  z.object({ kind: z.literal('dispatch_action'), dispatch_action_id: Id.nullable(), zone_id: Id, region_id: Id }),
  z.object({ kind: z.literal('record'), table: z.string(), record_id: Id }),
])
export type LiveEvent = z.infer<typeof LiveEvent>

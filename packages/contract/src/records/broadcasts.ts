import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { Timestamp } from './basics.ts'
import { MessageText } from './driver-messages.ts'

/** Where drivers are written to: a zone, or with null the whole region. */
const Place = { region_id: Id, zone_id: Id.nullable() }

export const BroadcastInput = z.object({ ...Place, text: MessageText })

/** How many drivers have signed on there now. */
export const BroadcastReach = z.object({ drivers: z.int() })

export const Broadcast = z.object({
  id: Id,
  ...Place,
  region_name: z.string(),
  zone_name: z.string().nullable(),
  text: z.string(),
  /** who wrote it; null: the record is gone */
  dispatcher_name: z.string().nullable(),
  created_at: Timestamp,
  /** to whom it went, and how far it has come */
  drivers: z.array(
    z.object({
      driver_id: Id.nullable(),
      /** null: the driver's record is gone */
      driver_name: z.string().nullable(),
      trip_id: Id,
      vehicle_number: z.string().nullable(),
      delivered_at: Timestamp.nullable(),
      read_at: Timestamp.nullable(),
    }),
  ),
})
export type Broadcast = z.infer<typeof Broadcast>

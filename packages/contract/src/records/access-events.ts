import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { nameOf } from '../masks.ts'
import { auditActorKinds, auditVias } from './audit-events.ts'
import { Timestamp } from './basics.ts'

/** Somebody looked at a passenger, or at a list of passengers; again within five minutes is counted. */
export const AccessEvent = z.object({
  id: Id,
  at: Timestamp,
  last_at: Timestamp,
  looks: z.int().positive(),
  actor_kind: z.enum(auditActorKinds),
  actor_id: Id,
  actor_name: z.string(),
  /** null: a list */
  traveler_id: Id.nullable(),
  /** null where the reader may not read passengers, or the passenger is not there any more */
  traveler_name: nameOf('traveler_id', z.string()).nullable(),
  /** how many passengers a list had; null for a file */
  passengers: z.int().nullable(),
  /** the calls that showed them */
  calls: z.array(z.string()),
  /** what was asked of a list */
  filter: z.unknown(),
  region_id: Id.nullable(),
  reason: z.string().nullable(),
  via: z.enum(auditVias),
  address: z.string().nullable(),
})
export type AccessEvent = z.output<typeof AccessEvent>

/** Somebody looked at many passengers of a region within an hour, on a day on which they booked nothing there. */
export const UnusualLooks = z.object({
  at: Timestamp,
  actor_kind: z.enum(auditActorKinds),
  actor_id: Id,
  actor_name: z.string(),
  region_id: Id,
  region_name: z.string(),
  /** of the region */
  day: z.iso.date(),
  /** within the hour before `at` */
  looks: z.int().positive(),
})
export type UnusualLooks = z.output<typeof UnusualLooks>

import { z } from 'zod'
import { unseen } from '../masks.ts'
import { Timestamp } from './basics.ts'

/** Why a passenger did not ride. Only the first two count against the passenger. */
export const noShowReasons = [
  'not_at_stop',
  'does_not_want_to_travel',
  'at_another_place',
  'cannot_be_carried_safely',
  'other',
] as const
export const NoShowReason = z.enum(noShowReasons)
export type NoShowReason = (typeof noShowReasons)[number]
/** `service`: the vehicle came later than it was promised. */
export const noShowFaults = ['passenger', 'service', 'none'] as const
export type NoShowFault = (typeof noShowFaults)[number]

/** What shows that a passenger did not come, as far as it is known. */
export const NoShowEvidence = z.object({
  /** where the vehicle stood */
  position: unseen('place', z.object({ lat: z.number(), lon: z.number() })),
  arrived_at: Timestamp.nullable(),
  /** from the arrival or the window's opening, whichever was later */
  waited_s: z.int().nullable(),
  /** the driver dialled the passenger's number */
  called: z.boolean(),
})
export type NoShowEvidence = z.infer<typeof NoShowEvidence>

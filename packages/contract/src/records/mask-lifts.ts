import { z } from 'zod'
import { Id } from '../endpoint.ts'

/** The kinds of records of which a masked field can be shown. */
export const liftedKinds = ['travelers', 'traveler_comments', 'service_requests'] as const
export type LiftedKind = (typeof liftedKinds)[number]

/** So long a masked field is shown to whoever asked for it with a reason. */
export const LIFT_MINUTES = 5

/** One field of one record, by the name of its column. */
export const MaskLiftInput = z.object({ record_kind: z.enum(liftedKinds), record_id: Id, field: z.string().max(60) })
export type MaskLiftInput = z.output<typeof MaskLiftInput>

export const MaskLift = MaskLiftInput.extend({
  /** as it is stored; null: there is none */
  value: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  /** until it is masked again */
  seconds_left: z.int(),
})
export type MaskLift = z.output<typeof MaskLift>

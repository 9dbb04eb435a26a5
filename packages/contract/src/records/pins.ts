import { z } from 'zod'
import { Timestamp } from './basics.ts'

/** What keeps a booking with its vehicle: no optimiser, search or rescue moves it. */
export const Pin = z.object({
  /** null: until the booking is done */
  until: Timestamp.nullable(),
  reason: z.string().nullable(),
  /** null: the account is gone */
  pinned_by: z.string().nullable(),
  created_at: Timestamp,
})
export type Pin = z.infer<typeof Pin>

/** A vehicle to which planning adds nothing, and from which it takes nothing. */
export const Pause = z.object({
  /** null: until it is resumed */
  until: Timestamp.nullable(),
  reason: z.string().nullable(),
  paused_by: z.string().nullable(),
  created_at: Timestamp,
})
export type Pause = z.infer<typeof Pause>

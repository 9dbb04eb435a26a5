import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { requiredText, stamps, Timestamp } from './basics.ts'

/** What a hold may name. */
export const holdKinds = ['travelers', 'service_requests', 'trips', 'vehicles', 'days'] as const
export type HoldKind = (typeof holdKinds)[number]

export const holdStates = ['in force', 'over'] as const

export const LONGEST_HOLD_MONTHS = 24

export const Hold = z.object({
  id: Id,
  kind: z.enum(holdKinds),
  /** null for a span of days */
  record_id: Id.nullable(),
  from_day: z.iso.date().nullable(),
  to_day: z.iso.date().nullable(),
  reason: z.string(),
  ends_at: Timestamp,
  /** null: in force */
  ended_at: Timestamp.nullable(),
  created_by_name: z.string().nullable(),
  ...stamps,
})
export type Hold = z.output<typeof Hold>

const reason = requiredText('Please enter why it is kept', 250).pipe(
  z.string().min(5, 'Please enter at least 5 characters'),
)
const until = { reason, ends_at: Timestamp }

export const HoldInput = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['travelers', 'service_requests', 'trips', 'vehicles']), record_id: Id, ...until }),
  z.object({ kind: z.literal('days'), from_day: z.iso.date(), to_day: z.iso.date(), ...until }),
])
export type HoldInput = z.output<typeof HoldInput>

/** A later end with the reason for it. */
export const HoldRenewal = z.object(until)

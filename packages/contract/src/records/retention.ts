import { z } from 'zod'
import { requiredText, Timestamp } from './basics.ts'

export const retentionEnds = ['delete', 'anonymise', 'thin out'] as const
export type RetentionEnd = (typeof retentionEnds)[number]

/** The kinds of stored data that have a period of their own, and what happens at its end. */
export const endOfKind = {
  positions_thinned: 'thin out',
  positions: 'delete',
  searches: 'anonymise',
  driver_actions: 'delete',
  driver_messages: 'delete',
  exceptions: 'delete',
  dispatch_actions: 'delete',
  vehicle_checks: 'delete',
  bookings: 'anonymise',
  booking_series: 'delete',
  suspensions: 'delete',
  travelers: 'anonymise',
  access_events: 'delete',
  sign_ins: 'anonymise',
  audit_events: 'delete',
  drivers: 'anonymise',
  vehicle_notes: 'delete',
  staff_mails: 'delete',
  passenger_mails: 'delete',
  messages: 'delete',
  sms_replies: 'delete',
  privacy_requests: 'delete',
  idempotency_keys: 'delete',
} as const satisfies Record<string, RetentionEnd>
export type RetentionKind = keyof typeof endOfKind
// Object.keys does not know that there are no others.
export const retentionKinds = Object.keys(endOfKind) as [RetentionKind, ...RetentionKind[]]

const DAYS = { D: 1, M: 365.25 / 12, Y: 365.25 }
const MOST_YEARS = 10
const PERIOD = /^P([1-9]\d{0,3})([DMY])$/

/** Roughly; for comparing periods. Null: for good. */
export const daysOf = (period: string | null): number => {
  const [, count = '', unit = ''] = PERIOD.exec(period ?? '') ?? []
  return period === null ? Infinity : Number(count) * DAYS[unit as keyof typeof DAYS] // the pattern knows these units
}

/** An ISO 8601 duration of days, months or years, from a day to ten years. */
export const RetentionPeriod = z
  .string()
  .regex(PERIOD, 'Please enter a number of days, months or years')
  .refine((period) => daysOf(period) <= MOST_YEARS * DAYS.Y, 'Please enter at most 10 years')

/** A shorter period takes effect so many days later. */
export const SHORTENING_DAYS = 7

export const RetentionRule = z.object({
  kind: z.enum(retentionKinds),
  end: z.enum(retentionEnds),
  /** null: kept for good */
  period: z.string().nullable(),
  /** why for so long */
  reason: z.string(),
  /** a shorter period, and when it takes effect */
  next: z.object({ period: z.string(), reason: z.string(), from: Timestamp }).nullable(),
  /** the last nightly removal; null: none yet */
  last_run: z
    .object({
      started_at: Timestamp,
      /** null: it goes on */
      finished_at: Timestamp.nullable(),
      removed: z.int(),
      /** milliseconds of work */
      ms: z.int(),
    })
    .nullable(),
  version: z.int(),
})
export type RetentionRule = z.output<typeof RetentionRule>

export const RetentionChange = z.object({
  period: RetentionPeriod.nullable(),
  reason: requiredText('Please enter why it is kept for so long').pipe(
    z.string().min(5, 'Please enter at least 5 characters').max(250, 'Please enter at most 250 characters'),
  ),
})

/** More than so many are not counted: `rows` is then this. */
export const MOST_COUNTED_DUE = 100_000

/** What would go, were it done now. */
export const RetentionPreview = z.object({
  rows: z.int(),
  /** passengers, or drivers, whom these rows concern */
  people: z.int(),
  oldest: Timestamp.nullable(),
  /** the oldest of them */
  some: z.array(z.object({ id: z.string(), at: Timestamp })),
})
export type RetentionPreview = z.output<typeof RetentionPreview>

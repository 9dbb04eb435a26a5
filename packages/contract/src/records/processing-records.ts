import { z } from 'zod'
import { Timestamp } from './basics.ts'

/** Whose data. */
export const dataSubjects = ['passengers', 'drivers', 'staff', 'everybody'] as const
export type DataSubject = (typeof dataSubjects)[number]

/** What is done with personal data, a kind each. */
export const processingKinds = [
  'travelers',
  'comments',
  'concessions',
  'helpers',
  'lost_items',
  'bookings',
  'series',
  'opinions',
  'searches',
  'cards',
  'payments',
  'messages',
  'misses',
  'organisations',
  'suspensions',
  'passenger_mails',
  'privacy_requests',
  'drivers',
  'trips',
  'positions',
  'driver_actions',
  'driver_messages',
  'exceptions',
  'dispatch_actions',
  'vehicle_checks',
  'users',
  'sign_ins',
  'staff_mails',
  'audit',
  'access_events',
  'vehicle_notes',
  'holds',
  'calls',
  'backups',
  'continuity_packs',
  'logs',
] as const
export type ProcessingKind = (typeof processingKinds)[number]

export const Processing = z.object({
  kind: z.enum(processingKinds),
  people: z.enum(dataSubjects),
  name: z.string(),
  /** which data, in words */
  data: z.string(),
  purpose: z.string(),
  seen_by: z.array(
    z.object({
      /** which part of the data; null: all of it */
      what: z.string().nullable(),
      /** names of the roles that are on and may read it now */
      roles: z.array(z.string()),
    }),
  ),
  /** who sees it without a role, in words */
  also_seen_by: z.string().nullable(),
  /** outside of the installation as it is set up now; `place`: a host or a folder */
  sent_to: z.array(z.object({ name: z.string(), place: z.string() })),
  /** how long, and what happens then, in sentences */
  kept: z.array(z.string()),
})
export type Processing = z.output<typeof Processing>

/** What the installation does with personal data (GDPR, article 30). */
export const ProcessingRecords = z.object({
  made_at: Timestamp,
  /** the same day where the first region is */
  made_on: z.iso.date(),
  run_by: z.object({
    name: z.string(),
    product: z.string(),
    /** of the portal; null: not set */
    address: z.string().nullable(),
    /** how each active region is reached */
    regions: z.array(z.object({ name: z.string(), email: z.string().nullable(), phone: z.string().nullable() })),
  }),
  processings: z.array(Processing),
  /** kinds of recipients that there are none of, in words */
  not_sent_to: z.array(z.string()),
})
export type ProcessingRecords = z.output<typeof ProcessingRecords>

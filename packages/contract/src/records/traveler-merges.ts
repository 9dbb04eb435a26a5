import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { nameOf } from '../masks.ts'
import { Timestamp, Version } from './basics.ts'

/** So long a merge can be undone, and what both records said is kept. */
export const MERGE_DAYS = 30

/** What of the two records one chooses, each by itself. */
export const mergeFields = [
  'first_name',
  'last_name',
  'username',
  'email',
  'phone_number',
  'status',
  'region_id',
  'low_tech',
  'handicapped',
  'medically_exempt',
  'attendant_allowed',
  'mobility_aids',
  'own_times',
  'locale',
  'can_text',
  'call_when_near',
  'message_channels',
  'quiet_hours',
] as const
export type MergeField = (typeof mergeFields)[number]

const mergeSides = ['kept', 'merged'] as const
export type MergeSide = (typeof mergeSides)[number]

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && Object.keys(value).length === 0)

/**
 * Whose value stays unless somebody chooses: the other record's only where the one that stays has none, and where it is
 * blocked, which no merge takes back.
 */
export const usualSide = (field: MergeField, kept: unknown, merged: unknown): MergeSide =>
  (isEmpty(kept) && !isEmpty(merged)) || (field === 'status' && merged === 'blocked') ? 'merged' : 'kept'

/** What hangs on a passenger, by kind. */
export const hangingKinds = [
  'bookings',
  'rides_ahead',
  'series',
  'open_returns',
  'waitlist_entries',
  'concessions',
  'cards',
  'comments',
  'misses',
  'feedbacks',
  'helpers',
  'places',
  'messages',
  'requests',
] as const
export type HangingKind = (typeof hangingKinds)[number]

const Hanging = z.record(z.enum(hangingKinds), z.int())

export const TravelerMergePreview = z.object({
  kept: Hanging,
  merged: Hanging,
  /** why they cannot be merged now, in sentences; empty: nothing is in the way */
  obstacles: z.array(z.string()),
})
export type TravelerMergePreview = z.output<typeof TravelerMergePreview>

export const TravelerMergeInput = z.object({
  /** the other record */
  traveler_id: Id,
  /** of the other record as it was read, where it must not have changed since */
  traveler_version: Version.optional(),
  /** whose value stays; what is left out stays as it is, or comes from the other record where it is empty */
  fields: z.partialRecord(z.enum(mergeFields), z.enum(mergeSides)).default({}),
})

export const TravelerMerge = z.object({
  id: Id,
  /** the passenger who stays */
  kept_id: Id,
  merged_id: Id,
  /** null: it is not kept any more */
  merged_name: nameOf('merged_id', z.string()).nullable(),
  merged_at: Timestamp,
  merged_by_name: z.string().nullable(),
  /** null: it cannot be undone */
  undo_until: Timestamp.nullable(),
  undone_at: Timestamp.nullable(),
  undone_by_name: z.string().nullable(),
})
export type TravelerMerge = z.output<typeof TravelerMerge>

export const UndoneMerge = TravelerMerge.extend({
  /** what could not be brought back, in sentences */
  left: z.array(z.string()),
})
export type UndoneMerge = z.output<typeof UndoneMerge>

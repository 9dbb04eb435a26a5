import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { ShownPhoto } from './driver-photos.ts'
import { optionalText, requiredText, stamps, statedReason, Timestamp } from './basics.ts'

export const checkMoments = ['before', 'after'] as const
/** Before signing on to a trip, or before ending it. */
export const CheckMoment = z.enum(checkMoments)
export type CheckMoment = z.infer<typeof CheckMoment>

export const checkItemKinds = ['pass_fail', 'number', 'text', 'choice', 'photo'] as const
export type CheckItemKind = (typeof checkItemKinds)[number]

/** In the languages of the drivers' app; where one is empty, the English one is shown. */
export const CheckLabel = z.object({
  en: requiredText('Please enter a label'),
  de: optionalText().default(''),
  es: optionalText().default(''),
})
export type CheckLabel = z.infer<typeof CheckLabel>

export const CheckItem = z
  .object({
    /** of the checklist, given once: answers name it */
    id: z.string().regex(/^[a-z0-9_-]{1,40}$/, 'Please enter up to 40 letters, digits and dashes'),
    label: CheckLabel,
    kind: z.enum(checkItemKinds),
    /** has to be answered */
    required: z.boolean(),
    /** where it fails, the vehicle may not be driven */
    critical: z.boolean(),
    /** of a `choice`: those that fail it are marked */
    choices: z.array(z.object({ label: CheckLabel, fails: z.boolean() })).max(12, 'Please enter at most 12 choices'),
  })
  .refine(({ kind, choices }) => kind !== 'choice' || choices.length > 1, {
    path: ['choices'],
    error: 'Please enter at least 2 choices',
  })
export type CheckItem = z.infer<typeof CheckItem>

const VehicleIds = z.array(Id).min(1, 'Please select a vehicle').max(1000).nullable()

export const VehicleChecklist = z.object({
  id: Id,
  name: z.string(),
  moment: CheckMoment,
  /** drivers are asked */
  enabled: z.boolean(),
  /** null: all vehicles */
  vehicle_ids: z.array(Id).nullable(),
  items: z.array(CheckItem),
  ...stamps,
})
export type VehicleChecklist = z.infer<typeof VehicleChecklist>

export const VehicleChecklistInput = z.object({
  name: requiredText('Please enter a name', 80),
  moment: z.enum(checkMoments, 'Please select when it is asked'),
  enabled: z.boolean().default(true),
  vehicle_ids: VehicleIds.default(null),
  items: z
    .array(CheckItem)
    .min(1, 'Please enter at least 1 item')
    .max(60, 'Please enter at most 60 items')
    .refine((items) => new Set(items.map(({ id }) => id)).size === items.length, 'Each item needs an id of its own'),
})
export type VehicleChecklistInput = z.infer<typeof VehicleChecklistInput>

/** A checklist as a device takes it along. */
export const TakenChecklist = VehicleChecklist.pick({ id: true, name: true, moment: true, items: true })
export type TakenChecklist = z.infer<typeof TakenChecklist>

/** The newest check of the trip's vehicle on the trip by one checklist. */
export const TripCheck = z.object({
  checklist_id: Id,
  moment: CheckMoment,
  /** the first critical item that failed; null: the vehicle may be driven */
  failed: CheckLabel.nullable(),
  /** staff let it be driven on this trip all the same */
  released: z.boolean(),
})
export type TripCheck = z.infer<typeof TripCheck>

export const checkResults = ['passed', 'failed', 'not_to_be_driven'] as const
export type CheckResult = (typeof checkResults)[number]

/** A finished check as staff see it. */
export const VehicleCheck = z.object({
  id: Id,
  checklist_id: Id.nullable(),
  checklist_name: z.string(),
  moment: CheckMoment,
  result: z.enum(checkResults),
  vehicle_id: Id,
  vehicle_number: z.string(),
  /** null: the driver's record is gone */
  driver_id: Id.nullable(),
  driver_name: z.string().nullable(),
  trip_id: Id.nullable(),
  trip_name: z.string().nullable(),
  answers: z.array(
    z.object({
      /** of the checklist; what was stored before photos has none */
      item: z.string().optional(),
      label: z.string(),
      kind: z.enum(checkItemKinds),
      critical: z.boolean(),
      /** in words; null: not answered */
      value: z.string().nullable(),
      failed: z.boolean(),
      note: z.string().nullable(),
    }),
  ),
  photos: z.array(ShownPhoto),
  done_at: Timestamp,
  released_by: z.string().nullable(),
  released_reason: z.string().nullable(),
  released_at: Timestamp.nullable(),
})
export type VehicleCheck = z.infer<typeof VehicleCheck>

export const ReleaseInput = z.object({ reason: statedReason })

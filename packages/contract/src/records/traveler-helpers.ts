import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { nameOf } from '../masks.ts'
import { requiredText, stamps, Timestamp } from './basics.ts'
import { CodeText } from './ride-passengers.ts'

/** `book`: books, changes and cancels; `follow`: sees rides; `pay`: pays with the passenger's saved cards. */
export const helperRights = ['book', 'follow', 'pay'] as const
export type HelperRight = (typeof helperRights)[number]

/** How long an invitation can be accepted. */
export const INVITED_DAYS = 7
/** People who help one passenger, and whom one passenger helps. */
export const MAX_HELPERS = 10
/** People without a contact of their own, for whom one passenger answers. */
export const MAX_MEMBERS = 10

const rights = z
  .array(z.enum(helperRights))
  .min(1, 'Please choose what the helper may do')
  .transform((chosen) => helperRights.filter((right) => chosen.includes(right)))

/** One who helps a passenger, as staff see it. */
export const TravelerHelper = z.object({
  id: Id,
  traveler_id: Id,
  traveler_name: nameOf('traveler_id', z.string()),
  /** null while the invitation is open */
  helper_id: Id.nullable(),
  helper_name: nameOf('helper_id', z.string().nullable()),
  rights: z.array(z.enum(helperRights)),
  /** the helper answers for the passenger, who has no contact */
  household: z.boolean(),
  accepted_at: Timestamp.nullable(),
  /** until when an open invitation can be accepted */
  ends_at: Timestamp.nullable(),
  ...stamps,
})
export type TravelerHelper = z.infer<typeof TravelerHelper>

export const TravelerHelperInput = z.object({
  traveler_id: Id,
  helper_id: Id,
  rights,
})

/** One who helps the passenger, as the passenger sees it. */
export const RideHelper = z.object({
  id: Id,
  /** the helper; an open invitation is shown by its contact */
  name: z.string(),
  rights: z.array(z.enum(helperRights)),
  /** until when it can be accepted; null: it was */
  ends_at: Timestamp.nullable(),
})
export type RideHelper = z.infer<typeof RideHelper>

/** One whom the passenger helps, or is asked to. */
export const RideHelped = z.object({
  id: Id,
  traveler_id: Id,
  name: z.string(),
  rights: z.array(z.enum(helperRights)),
  ends_at: Timestamp.nullable(),
  /** has no contact, so that the helper is written to and may delete the passenger */
  household: z.boolean(),
})
export type RideHelped = z.infer<typeof RideHelped>

export const RideHelpers = z.object({
  /** who helps the passenger */
  helpers: z.array(RideHelper),
  /** whom the passenger helps */
  helped: z.array(RideHelped),
  /** to accept with the code that came with them */
  invitations: z.array(RideHelped),
})
export type RideHelpers = z.infer<typeof RideHelpers>

export const RideHelperInput = z.object({
  contact: requiredText('Please enter an e-mail address or phone number', 254),
  rights,
})
export const RideHelperAcceptance = z.object({ code: CodeText })

/** Somebody without a contact of their own, such as a child. */
export const RideMemberInput = z.object({
  first_name: requiredText('Please enter a first name'),
  last_name: requiredText('Please enter a last name'),
  /** travels in a wheelchair */
  wheelchair: z.boolean().default(false),
})

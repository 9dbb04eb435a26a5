import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { Timestamp } from './basics.ts'
import { BookedAid, MOST_AIDS } from './mobility-aids.ts'
import { privacyRequestStates } from './privacy-requests.ts'
import { CodeText } from './ride-passengers.ts'

// What passengers do in the app with all that is stored of them.

export const COPIES_A_DAY = 3
export const ERASE_AFTER_DAYS = 7

/** A code that was sent to prove something, and its challenge. */
const OwnCode = z.object({ challenge: z.uuid(), code: CodeText })

/** `erase`: to the passenger's own contact; `contact`: to the new one. */
export const RideOwnCodeInput = z.discriminatedUnion('purpose', [
  z.object({ purpose: z.literal('erase') }),
  z.object({
    purpose: z.literal('contact'),
    contact: z.string().trim().min(1, 'Please enter your e-mail address or phone number').max(254),
  }),
])
export const RideContactInput = OwnCode

export const RidePrivacyInput = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('copy') }),
  OwnCode.extend({ kind: z.literal('erase') }),
])

/** What a passenger asked for about the own data in the app. */
export const RidePrivacyRequest = z.object({
  id: Id,
  kind: z.enum(['copy', 'erase']),
  state: z.enum(privacyRequestStates),
  created_at: Timestamp,
  /** when the account is erased; null: it is a copy */
  erases_at: Timestamp.nullable(),
})
export type RidePrivacyRequest = z.infer<typeof RidePrivacyRequest>

/** What deleting the account would do. */
export const RideErasure = z.object({
  erases_at: Timestamp,
  /** open rides; those that begin before the account is erased go ahead */
  rides: z.array(
    z.object({
      id: Id,
      from: z.string(),
      to: z.string(),
      pickup_at: Timestamp,
      time_zone: z.string(),
      cancels: z.boolean(),
    }),
  ),
  /** fares that are not paid yet: nothing is erased before they are */
  due: z.array(
    z.object({
      service_request_id: Id,
      amount: z.number(),
      currency: z.string(),
      pickup_at: Timestamp,
      time_zone: z.string(),
    }),
  ),
})
export type RideErasure = z.infer<typeof RideErasure>

/** What a passenger takes along or needs besides a wheelchair, such as help to the door: preset in every search. */
export const RideNeeds = z.object({
  /** of the choices */
  kept: z.array(Id),
  /** what the passenger's region knows */
  choices: z.array(BookedAid),
})
export type RideNeeds = z.infer<typeof RideNeeds>
export const RideNeedsChange = z.object({ kept: z.array(Id).max(MOST_AIDS, `At most ${MOST_AIDS} needs`) })

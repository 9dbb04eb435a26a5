import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { emailText, requiredText, Timestamp } from './basics.ts'
import { ZoneHoursShown } from './booking-rules.ts'
import { signUps } from './consumer-apps.ts'
import { messageLanguages } from './messages.ts'
import { RideNotice } from './notices.ts'

// Who uses the passengers' app at /Ride: what they see before signing in, how they sign in, and who they are.

/** What anybody may know of the app or site that they came by. */
export const RideConfig = z.object({
  app: z.object({
    slug: z.string(),
    brand_name: z.string(),
    /** `#rrggbb`; null: the product's own */
    brand_color: z.string().nullable(),
    /** its digest, in `/logos/{digest}`; null: the product's own icons */
    logo: z.string().nullable(),
    /** `approval`: new passengers book once staff have made them active; `closed`: there are no new ones */
    sign_up: z.enum(signUps),
    phone_number: z.string().nullable(),
  }),
  languages: z.array(z.enum(messageLanguages)),
  currency: z.string(),
  /** by what a code could be sent now; neither: signing in is by phone call only */
  codes: z.object({ email: z.boolean(), sms: z.boolean() }),
  /** of each zone that the app may book: today and tomorrow as service days */
  service_hours: z.array(ZoneHoursShown),
  /** what is told about the service now, in these zones */
  notices: z.array(RideNotice),
  /** where the map's tiles are, and whose work it is; null: there are none */
  map: z.object({ tiles: z.string().nullable(), attribution: z.string().nullable() }),
  /** what a browser subscribes to the server's pushes with, in base64url */
  push_key: z.string(),
  server_time: Timestamp,
})
export type RideConfig = z.infer<typeof RideConfig>

export const CODE_DIGITS = 6
export const CODE_MINUTES = 10

/** An e-mail address or a telephone number. */
export const SignInContact = z.object({
  contact: requiredText('Please enter your e-mail address or phone number', 254),
  /** of the code's text */
  language: z.enum(messageLanguages).optional(),
})

/** The same for contacts that are known and that are not. */
export const SignInChallenge = z.object({
  id: z.uuid(),
  channel: z.enum(['email', 'sms']),
  ends_at: Timestamp,
  /** from when another code may be asked for */
  again_at: Timestamp,
})
export type SignInChallenge = z.infer<typeof SignInChallenge>

export const CodeText = z
  .string()
  .trim()
  .regex(/^\d{6}$/, `Please enter the ${CODE_DIGITS} digits`)

const signInWith = z.object({
  /** left out where the password is given instead */
  code: CodeText.optional(),
  password: z.string().min(1, 'Please enter your password').max(1024).optional(),
  /** where the answer asked for it: a number that was not used for long may have a new owner */
  last_name: requiredText('Please enter your last name').optional(),
  /** where the answer asked who is travelling */
  traveler_id: Id.optional(),
  /** where the answer asked for it: nobody is known by this contact */
  profile: z
    .object({
      first_name: requiredText('Please enter your first name'),
      last_name: requiredText('Please enter your last name'),
      /** the contact that was not used for signing in */
      email: emailText.optional(),
      phone_number: requiredText('Please enter a phone number', 40).optional(),
      terms: z.literal(true, 'Please accept the terms'),
    })
    .optional(),
})
export const SignInCode = signInWith.refine(({ code, password }) => (code === undefined) !== (password === undefined), {
  path: ['code'],
  error: `Please enter the ${CODE_DIGITS} digits`,
})

/** The oldest ride whose card could not be charged: until it is, no ride is booked by card. Null: there is none. */
export const UnpaidRide = z.object({
  id: Id,
  total_price: z.number(),
  currency: z.string(),
  /** when it was to begin */
  rode_at: Timestamp,
  time_zone: z.string(),
})
export type UnpaidRide = z.infer<typeof UnpaidRide>

/** Who has signed in. */
export const RidePassenger = z.object({
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  /** null: reached by phone alone */
  email: z.string().nullable(),
  email_verified: z.boolean(),
  phone_number: z.string().nullable(),
  phone_verified: z.boolean(),
  /** of messages and of the app; null: the region's */
  language: z.enum(messageLanguages).nullable(),
  /** travels in a wheelchair: preset in every search */
  wheelchair: z.boolean(),
  /** why nothing can be booked, as a sentence with the number to call; null: it can */
  booking_refused: z.string().nullable(),
  unpaid: UnpaidRide.nullable(),
  /** of the passenger's region, else of the app */
  contact_phone: z.string().nullable(),
  /** whom the passenger may book for besides themself */
  helps: z.array(z.object({ id: Id, name: z.string(), wheelchair: z.boolean() })),
})
export type RidePassenger = z.infer<typeof RidePassenger>

/** `more` says what else a code that was right needs; with it, the same code is sent once more. */
export const SignInOutcome = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('signed_in'),
    passenger: RidePassenger,
    /** the account was to be deleted, which signing in has stopped */
    erasure_stopped: z.boolean(),
  }),
  z.object({ outcome: z.literal('last_name_needed') }),
  z.object({ outcome: z.literal('profile_needed'), channel: z.enum(['email', 'sms']) }),
  z.object({
    outcome: z.literal('who_is_travelling'),
    people: z.array(z.object({ id: Id, first_name: z.string() })),
  }),
])
export type SignInOutcome = z.infer<typeof SignInOutcome>

export const RidePassengerChange = z
  .object({
    first_name: requiredText('Please enter your first name'),
    last_name: requiredText('Please enter your last name'),
    language: z.enum(messageLanguages).nullable(),
    wheelchair: z.boolean(),
  })
  .partial()

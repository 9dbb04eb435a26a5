import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { masked, nameOf, unseen } from '../masks.ts'
import { Door, emailText, optionalText, requiredText, stamps, Timestamp, Version } from './basics.ts'
import { alwaysTold, messageChannels, messageEvents, messageLanguages } from './messages.ts'
import { PaymentCard } from './payment-cards.ts'
import { MOST_AIDS, OwnTimes } from './mobility-aids.ts'
import { DayTime } from './regions.ts'
import { TravelerComment } from './traveler-comments.ts'
import { MINIMUM_PASSWORD_LENGTH } from './users.ts'

export const NOT_WITHOUT = 'Passengers hear of this in any case'

/** By event, the channel that a passenger wants, or `none`. */
export const MessagesWanted = z
  .partialRecord(z.enum(messageEvents), z.enum([...messageChannels, 'none']))
  .superRefine((wanted, context) => {
    for (const event of alwaysTold)
      if (wanted[event] === 'none') context.addIssue({ code: 'custom', path: [event], message: NOT_WITHOUT })
  })
export type MessagesWanted = z.output<typeof MessagesWanted>

/** The same time twice: nothing waits. */
export const QuietHours = z.object({ from: DayTime, until: DayTime })
export type QuietHours = z.output<typeof QuietHours>

/** What a passenger says of messages; what is not said is the region's. */
export const TravelerMessages = z.object({
  locale: z.enum(messageLanguages).nullable(),
  /** of those without a smartphone: the number takes SMS */
  can_text: z.boolean(),
  /** they wait for a call, by staff, when the vehicle is near */
  call_when_near: z.boolean(),
  message_channels: MessagesWanted,
  /** what can wait does, by the zone's clock, from `HH:MM` until `HH:MM`; null: as the region has it */
  quiet_hours: QuietHours.nullable(),
})

export const Traveler = z.object({
  id: Id,
  first_name: nameOf('id', z.string(), 'first_name'),
  last_name: nameOf('id', z.string(), 'last_name'),
  full_name: nameOf('id', z.string()),
  username: masked('contact', 'username', z.string()),
  /** null: reached by phone alone, or a member of a helper's household */
  email: masked('contact', 'email', z.string()).nullable(),
  phone_number: masked('contact', 'phone', z.string()).nullable(),
  /** a code that was sent to the number was given */
  phone_verified: z.boolean(),
  low_tech: z.boolean(),
  /** requires mobility support; null: the reader may not see it */
  handicapped: unseen('care', z.boolean()),
  medically_exempt: unseen('care', z.boolean()),
  /** one may ride along, and pays nothing */
  attendant_allowed: unseen('care', z.boolean()),
  /** kinds of aids that bookings take over */
  mobility_aids: unseen('care', z.array(Id)),
  /** in and out, in place of those of the aids; null: as the aids say, or the reader may not see it */
  own_times: unseen('care', OwnTimes),
  status: z.enum(['active', 'blocked']).nullable(),
  /** where the passenger's home is; null until the first booking, unless it is chosen */
  region_id: Id.nullable(),
  /** why the data are only stored, and used for nothing; null: they may be used */
  restriction: z.string().nullable(),
  /** whoever opens the record says why first */
  protected: z.boolean(),
  ...TravelerMessages.shape,
  ...stamps,
})
export type Traveler = z.infer<typeof Traveler>

/** What tells people with one name or number apart. */
export const Whereabouts = z.object({
  /** the home that the passenger saved, else where most of the last rides begin or end */
  address: masked('place', 'door', z.string()).nullable(),
  /** the last one that has begun */
  last_ride: z
    .object({ at: Timestamp, time_zone: z.string(), destination_name: masked('place', 'door', z.string()) })
    .nullable(),
})
export type Whereabouts = z.infer<typeof Whereabouts>

/** One who may be the passenger that is about to be made. */
export const SimilarTraveler = z.object({
  id: Id,
  full_name: Traveler.shape.full_name,
  email: Traveler.shape.email,
  phone_number: Traveler.shape.phone_number,
  status: Traveler.shape.status,
  /** what both have */
  alike: z.array(z.enum(['phone_number', 'email', 'name'])),
  ...Whereabouts.shape,
})
export type SimilarTraveler = z.infer<typeof SimilarTraveler>

/** One passenger with the newest comments and the saved cards. */
export const TravelerDetails = Traveler.extend({
  traveler_comments: z.array(TravelerComment),
  payment_methods: z.array(PaymentCard),
})
export type TravelerDetails = z.infer<typeof TravelerDetails>

export const TravelerInput = z.object({
  first_name: requiredText('Please enter first name'),
  last_name: requiredText('Please enter last name'),
  username: requiredText('Please enter a username'),
  /** null only for those with a verified phone number, and for members of a household */
  email: emailText.nullable(),
  phone_number: optionalText(40).nullish(),
  low_tech: z.boolean().default(false),
  handicapped: z.boolean().default(false),
  medically_exempt: z.boolean().default(false),
  attendant_allowed: z.boolean().default(false),
  mobility_aids: z.array(Id).max(MOST_AIDS, `At most ${MOST_AIDS} aids`).default([]),
  own_times: OwnTimes.nullish(),
  status: z.enum(['active', 'blocked']).nullish(),
  region_id: Id.nullish(),
  ...TravelerMessages.partial().shape,
})

/** So long whoever has said why opens a protected passenger again without saying it. */
export const OPENING_MINUTES = 15

export const ProtectionInput = z.object({ protected: z.boolean() })

const WHY = 'Please say in 5 to 250 characters why'

export const RestrictionInput = z.object({ restriction: z.string().trim().min(5, WHY).max(250, WHY).nullable() })

/** `last_on` is the day of the latest of these journeys, in the time zone of its zone. */
export const FrequentLocation = z.object({ origin: Door, destination: Door, count: z.int(), last_on: z.iso.date() })

/** What a passenger notes for drivers with a place that they keep. */
export const PlaceNote = z.object({ ...Door.shape, note: masked('care', 'hidden', z.string()) })

/** Features of the passenger's app that can be switched on for one passenger. */
export const travelerFlags = [
  'basic_internal',
  'change_api_endpoint',
  'menu_show_referral_page',
  'test_flag',
  'view_test_trips',
] as const
export type TravelerFlag = (typeof travelerFlags)[number]

export const TravelerFeatures = z.object({
  /** the passenger's */
  id: Id,
  basic_internal: z.boolean(),
  change_api_endpoint: z.boolean(),
  menu_show_referral_page: z.boolean(),
  test_flag: z.boolean(),
  view_test_trips: z.boolean(),
  version: Version,
})
export type TravelerFeatures = z.infer<typeof TravelerFeatures>

export const TravelerFeaturesInput = TravelerFeatures.omit({ version: true }).partial()

const NO_PASSWORD = 'Please enter a new password'

/** The names are the specification's. */
export const TravelerPassword = z
  .object({
    newPassword: z
      .string(NO_PASSWORD)
      .min(1, NO_PASSWORD)
      .min(MINIMUM_PASSWORD_LENGTH, `Please enter at least ${MINIMUM_PASSWORD_LENGTH} characters`)
      .max(1024),
    confirmPassword: z.string(NO_PASSWORD).min(1, NO_PASSWORD),
  })
  .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    path: ['confirmPassword'],
    message: "Your passwords don't match",
  })

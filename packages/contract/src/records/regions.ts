import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { emailText, optionalText, requiredText, stamps } from './basics.ts'
import { RegionMisses } from './misses.ts'
import { alwaysTold, messageChannels, messageEvents, messageLanguages, writtenChannels } from './messages.ts'

const minutes = (least: number, most: number) => {
  const message = `Please enter ${least} to ${most} minutes`
  return z.int(message).min(least, message).max(most, message)
}
export const DayTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please choose a time of day')

export const navigationApps = ['apple_maps', 'google_maps', 'waze', 'osmand', 'organic_maps'] as const
export const NavigationApp = z.enum(navigationApps)
export type NavigationApp = z.infer<typeof NavigationApp>
const NavigationApps = z.array(NavigationApp).max(navigationApps.length)

export const odometerRules = ['ask', 'require', 'off'] as const
/** Whether drivers tell what the odometer shows at the start and the end of a trip. */
export const OdometerRule = z.enum(odometerRules)
export type OdometerRule = z.infer<typeof OdometerRule>

export const EmergencyNumber = z
  .string()
  .trim()
  .regex(/^\+?\d[\d ]{1,19}$/, 'Please enter an emergency number such as 112')

export const MOST_QUICK_REPLIES = 12
export const QUICK_REPLY_LENGTH = 60
/** What drivers write to dispatch with one tap, by language; a language without any has the product's. */
export const QuickReplies = z.partialRecord(
  z.enum(messageLanguages),
  z
    .array(
      z
        .string()
        .trim()
        .min(1, 'Please enter a text')
        .max(QUICK_REPLY_LENGTH, `Please keep each to ${QUICK_REPLY_LENGTH} characters`),
    )
    .max(MOST_QUICK_REPLIES, `At most ${MOST_QUICK_REPLIES} texts`),
)
export type QuickReplies = z.infer<typeof QuickReplies>

export const CANNOT_BE_OFF = 'Passengers must hear of this: at least one channel stays on'

/** What the region says of its messages. Times of day by the zone's clock. */
export const RegionMessages = z.object({
  /** a pick-up that is expected so many minutes from the time told last is told again */
  change_minutes: minutes(1, 60),
  /** a vehicle that is expected within so many minutes is arriving */
  arriving_minutes: minutes(1, 15),
  /** the full hour of the evening before */
  reminder_hour: z.int('Please choose an hour').min(0, 'Please choose an hour').max(23, 'Please choose an hour'),
  /** what can wait does, from `HH:MM` until `HH:MM`; the same twice: nothing waits */
  quiet_from: DayTime,
  quiet_until: DayTime,
  /** null: the installation's */
  message_language: z.enum(messageLanguages).nullable(),
  /** by event, the channels that it does not use here */
  messages_off: z.partialRecord(z.enum(messageEvents), z.array(z.enum(messageChannels))).superRefine((off, context) => {
    for (const event of alwaysTold)
      if (writtenChannels.every((channel) => off[event]?.includes(channel)))
        context.addIssue({ code: 'custom', path: [event], message: CANNOT_BE_OFF })
  }),
})
export type MessagesOff = z.output<typeof RegionMessages>['messages_off']

export const leftOutWays = ['tell', 'ask'] as const
export type LeftOutWay = (typeof leftOutWays)[number]

/** So much text says why. */
export const LEAST_REASON = 5
export const MOST_OVERRIDE_REASONS = 20
export const OVERRIDE_REASON_LENGTH = 250
/** Why a promise may be broken on purpose, to choose from. */
const OverrideReasons = z
  .array(
    z
      .string()
      .trim()
      .min(LEAST_REASON, `Please use at least ${LEAST_REASON} characters for each`)
      .max(OVERRIDE_REASON_LENGTH, `Please keep each to ${OVERRIDE_REASON_LENGTH} characters`),
  )
  .max(MOST_OVERRIDE_REASONS, `At most ${MOST_OVERRIDE_REASONS} reasons`)

const SHARE = 'Please enter 1 to 100 %'
/** 49 CFR 37.133: at most half of the trips of an hour, where others are turned away. */
export const ADA_SERIES_SHARE = 50

/** What the region does about recurring journeys. */
export const RegionSeries = z.object({
  /** a ride that is left out for want of service: its passenger is told, or staff are asked, who call first */
  series_left_out: z.enum(leftOutWays),
  /** per cent of the seats on offer in a clock hour that series may take; null: there is no limit */
  series_share_max: z.int(SHARE).min(1, SHARE).max(100, SHARE).nullable(),
})

export const Region = z.object({
  id: Id,
  name: z.string(),
  status: z.enum(['active', 'blocked']),
  /** IANA name, the default of the region's new zones */
  time_zone: z.string(),
  contact_email: z.string().nullable(),
  contact_phone: z.string().nullable(),
  /** on receipts: who the carrier is, and what tax the fare holds */
  receipt_note: z.string().nullable(),
  /** that drivers dial, and passengers on board, in an emergency */
  emergency_number: z.string(),
  /** that drivers may hand the way to the next stop to */
  navigation_apps: NavigationApps,
  quick_replies: QuickReplies,
  odometer: OdometerRule,
  /** where a vehicle is while its driver has a break */
  track_breaks: z.boolean(),
  ...RegionMessages.shape,
  ...RegionMisses.shape,
  ...RegionSeries.shape,
  override_reasons: OverrideReasons,
  zone_count: z.int(),
  /** in-service schedules of its zones that have not ended, and the vehicles in them */
  service_plan_count: z.int(),
  vehicle_count: z.int(),
  ...stamps,
})
export type Region = z.infer<typeof Region>

export const RegionInput = z.object({
  name: requiredText('Please enter a region name'),
  status: z.enum(['active', 'blocked']).default('active'),
  time_zone: requiredText('Please select a timezone', 60),
  contact_email: emailText.nullish(),
  contact_phone: optionalText(40).nullish(),
  receipt_note: optionalText(500).nullish(),
  emergency_number: EmergencyNumber.optional(),
  navigation_apps: NavigationApps.optional(),
  quick_replies: QuickReplies.optional(),
  odometer: OdometerRule.optional(),
  track_breaks: z.boolean().optional(),
  ...RegionMessages.partial().shape,
  ...RegionMisses.partial().shape,
  ...RegionSeries.partial().shape,
  override_reasons: OverrideReasons.optional(),
})

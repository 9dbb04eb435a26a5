import { z } from 'zod'
import { Id, MAX_ID } from '../endpoint.ts'
import { deviceClock, statedReason, Timestamp } from './basics.ts'
import { TakenAmount, UnpaidReason } from './fares.ts'
import { NoShowReason } from './no-shows.ts'
import { isParty, NO_PARTY, WalkOnParty } from './walk-ons.ts'
import { CheckAnswers } from './check-answers.ts'

export const MOST_ACTIONS_AT_ONCE = 200

export const odometerMoments = ['start', 'end'] as const
export type OdometerMoment = (typeof odometerMoments)[number]

/** What every action has, whatever was done. */
const told = {
  /** made by the device, once and for all */
  id: z.uuid().toLowerCase(),
  /** greater than that of the action before */
  sequence: z.int().min(0).max(MAX_ID),
  /** by the device's clock */
  happened_at: Timestamp,
  position: z
    .strictObject({
      lat: z.number().min(-90).max(90),
      lon: z.number().min(-180).max(180),
      accuracy_m: z.number().min(0).max(1_000_000).nullish(),
    })
    .nullish(),
}
const atStop = { ...told, trip_stop_id: Id }
/** Below zero: the passenger that the device took in as a walk-on with this number as its `ref`. */
const ofBooking = { ...told, service_request_id: Id.or(z.int().min(-MAX_ID).max(-1)) }

/** The vehicle that the device had the trip with; without: the one that the trip had then. */
const ofVehicle = { vehicle_id: Id.nullish() }

/** One thing that a driver did. */
export const DriverAction = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('sign_on'), ...told }),
  z.strictObject({ kind: z.literal('check'), ...told, ...ofVehicle, ...CheckAnswers.shape }),
  z.strictObject({
    kind: z.literal('arrive'),
    ...atStop,
    /** from the stop, where that is so far that the driver was asked and said yes */
    distance_m: z.int().min(0).max(100_000_000).nullish(),
  }),
  z.strictObject({ kind: z.literal('depart'), ...atStop }),
  z.strictObject({
    kind: z.literal('board'),
    ...ofBooking,
    /** of several people of the booking; all of them without one */
    boarded_count: z.int().min(1).max(1000).nullish(),
    /** a code was asked for, and the passenger had none */
    without_code: z.boolean().optional(),
  }),
  z.strictObject({
    kind: z.literal('no_show'),
    ...ofBooking,
    reason: NoShowReason.nullish(),
    /** with `other` */
    reason_text: z.string().trim().min(3).max(200).nullish(),
    /** there was no signal to ask dispatch */
    unasked: z.boolean().nullish(),
  }),
  /** asks dispatch first, where the strategy says so */
  z.strictObject({
    kind: z.literal('ask_no_show'),
    ...ofBooking,
    reason: NoShowReason,
    reason_text: z.string().trim().min(3).max(200).nullish(),
  }),
  z.strictObject({
    kind: z.literal('drop_off'),
    ...ofBooking,
    /** at the passenger's wish, before the stop: where the vehicle is */
    here: z.boolean().nullish(),
  }),
  /** the driver dials the passenger */
  z.strictObject({ kind: z.literal('call'), ...ofBooking }),
  z.strictObject({
    kind: z.literal('odometer'),
    ...told,
    ...ofVehicle,
    moment: z.enum(odometerMoments),
    /** as it is shown, in whole km or miles */
    reading: z.int().min(0).max(9_999_999),
  }),
  z.strictObject({ kind: z.literal('walk_on'), ...told, ...WalkOnParty.shape }).refine(isParty, { error: NO_PARTY }),
  z.strictObject({ kind: z.literal('paid'), ...ofBooking, amount: TakenAmount }),
  z.strictObject({ kind: z.literal('not_paid'), ...ofBooking, reason: UnpaidReason }),
  z.strictObject({ kind: z.literal('concession_not_shown'), ...ofBooking }),
  z.strictObject({ kind: z.literal('manual_navigation'), ...told, enabled: z.boolean() }),
  /** takes back the action with this id, the newest without one */
  z.strictObject({ kind: z.literal('undo'), ...told, action_id: z.uuid().toLowerCase().nullish() }),
  z.strictObject({ kind: z.literal('complete'), ...told }),
])
export type DriverAction = z.output<typeof DriverAction>
export const driverActionKinds = DriverAction.options.map((option) => option.shape.kind.value)
export const DriverActionKind = z.enum(driverActionKinds)
export type DriverActionKind = DriverAction['kind']

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never
/** What was done, without who told it when. */
export type Deed = Without<DriverAction, keyof typeof told>

/** The actions of a trip in the order in which they were done; each is checked by itself, as `DriverAction`. */
export const DriverActionBatch = z.object({
  ...deviceClock,
  actions: z.array(z.custom<z.input<typeof DriverAction>>(() => true)).min(1),
})

export const driverActionResults = ['applied', 'already_done', 'adjusted', 'superseded', 'needs_dispatcher'] as const
/**
 * `applied`: as it was done. `already_done`: it was known. `adjusted`: at another time, which the sentence tells.
 * `superseded`: it changes nothing any more. `needs_dispatcher`: kept until dispatch settles it.
 */
export const DriverActionResult = z.enum(driverActionResults)
export type DriverActionResult = z.infer<typeof DriverActionResult>

export const DriverActionAnswer = z.object({
  id: z.uuid(),
  sequence: z.int().nullable(),
  kind: DriverActionKind,
  result: DriverActionResult,
  /** one sentence, without names */
  detail: z.string(),
  /** when it counts as done, by the server's clock */
  done_at: Timestamp,
})
export type DriverActionAnswer = z.infer<typeof DriverActionAnswer>

/** An action of a driver as staff see it. */
export const KeptDriverAction = DriverActionAnswer.omit({ id: true }).extend({
  id: Id,
  trip_id: Id,
  /** null: entered by staff, or the driver's record is gone */
  driver_name: z.string().nullable(),
  trip_stop_id: Id.nullable(),
  service_request_id: Id.nullable(),
  /** by the device's clock */
  happened_at: Timestamp,
  /** what dispatch made of it; null: nothing yet, or nothing was to be done */
  settlement: z.enum(['accepted', 'set_aside']).nullable(),
  settled_reason: z.string().nullable(),
  settled_by: z.string().nullable(),
  settled_at: Timestamp.nullable(),
  created_at: Timestamp,
})
export type KeptDriverAction = z.infer<typeof KeptDriverAction>

export const SetAsideInput = z.object({ reason: statedReason })

import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { nameOf } from '../masks.ts'
import { Timestamp } from './basics.ts'
import { Disruption } from './disruptions.ts'
import { Effect, EffectBooking, EffectOption, EffectTotals, Violation } from './effects.ts'
import { Reason } from './service-requests.ts'
import { TripState } from './trips.ts'

/** How long an action can be undone, and a preview accepted. Minutes */
export const UNDO_MINUTES = 10
export const MOST_BOOKINGS_AT_ONCE = 50
export const REASON_LENGTH = 250

const Bookings = z
  .array(Id)
  .min(1, 'Please choose a booking')
  .max(MOST_BOOKINGS_AT_ONCE, `Please choose at most ${MOST_BOOKINGS_AT_ONCE} bookings`)
  .refine((ids) => new Set(ids).size === ids.length, 'Name each booking once')
const bookings = { service_request_ids: Bookings }
const trip = { trip_id: Id }
const Until = Timestamp.nullish()
const Because = z
  .string({ error: 'Please say why' })
  .trim()
  .min(1, 'Please say why')
  .max(REASON_LENGTH, `Please keep it to ${REASON_LENGTH} characters`)

/** How long planning leaves an assigned booking there: 15 minutes, until it is done, or not at all. */
export const assignHolds = ['short', 'keep', 'planning'] as const

/** Stops of the trip before which the booking gets on and off; null: after the last one. */
export const AssignPlace = z.object({ pickup_before: Id.nullable(), dropoff_before: Id.nullable() })

export const DispatchAction = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('assign'),
    ...bookings,
    ...trip,
    hold: z.enum(assignHolds).default('short'),
    /** for one booking alone; the engine's best place where it is left out */
    place: AssignPlace.nullish(),
  }),
  /** `until` is when planning may move it again; without it, when the booking is done */
  z.object({ kind: z.literal('pin'), ...bookings, until: Until, because: Because }),
  z.object({ kind: z.literal('unpin'), ...bookings }),
  z.object({ kind: z.literal('unassign'), ...bookings }),
  z.object({
    kind: z.literal('cancel'),
    ...bookings,
    cancellation_reason: z.string().trim().max(1000).nullish(),
    /** they are ways back, and are kept until their passengers call */
    until_called: z.boolean().optional(),
  }),
  z.object({ kind: z.literal('no_show'), ...bookings }),
  z.object({ kind: z.literal('reinstate'), ...bookings }),
  /** puts a stop before another one of its trip; null: last */
  z.object({ kind: z.literal('reorder'), ...trip, trip_stop_id: Id, before: Id.nullable() }),
  /** what staff say of a trip's state; one that is cancelled is `trip_cancelled` */
  z.object({
    kind: z.literal('trip_state'),
    ...trip,
    status: TripState.exclude(['cancelled']),
    message: z.string().trim().max(1000).nullish(),
  }),
  z.object({ kind: z.literal('change_crew'), ...trip, vehicle_id: Id, driver_id: Id }),
  /** for so many minutes from now, until a time, or until it is resumed */
  z.object({
    kind: z.literal('pause_vehicle'),
    ...trip,
    minutes: z
      .int()
      .min(1)
      .max(24 * 60)
      .nullish(),
    until: Until,
    because: Because.nullish(),
  }),
  z.object({ kind: z.literal('resume_vehicle'), ...trip }),
  ...Disruption.options,
  z.object({ kind: z.literal('road_opened'), road_closure_id: Id }),
  /** `found` is that of the option that was shown, without the moves of the bookings to `leave` as they are */
  z.object({
    kind: z.literal('optimise_now'),
    zone_id: Id,
    /** only bookings of this trip move, and its stops; the whole zone where it is left out */
    trip_id: Id.nullish(),
    found: z.string().max(200_000).nullish(),
    leave: z.array(Id).max(1000).default([]),
  }),
])
export type DispatchAction = z.infer<typeof DispatchAction>

export const dispatchActionKinds = [
  'assign',
  'pin',
  'unpin',
  'unassign',
  'cancel',
  'no_show',
  'reinstate',
  'reorder',
  'trip_state',
  'change_crew',
  'pause_vehicle',
  'resume_vehicle',
  'vehicle_lost',
  'trip_cancelled',
  'schedule_shortened',
  'road_closed',
  'road_opened',
  'optimise_now',
] as const satisfies readonly DispatchAction['kind'][]
export type DispatchActionKind = (typeof dispatchActionKinds)[number]

/** A booking of the action that cannot follow, and why: it can be left out. */
export const LeftOut = z.object({
  service_request_id: Id,
  traveler_id: Id,
  traveler_name: nameOf('traveler_id', z.string()),
  /** as `{passenger} is on board of {vehicle}`, with the booking's number for the name */
  reason: z.string(),
})

/** The options of one action, best first; `Change nothing` last. */
export const EffectPreview = z.object({
  action: DispatchAction,
  /** versions of the plans that it was worked out on */
  zones: z.array(z.object({ zone_id: Id, plan_version: z.int() })),
  worked_out_at: Timestamp,
  options: z.array(EffectOption),
  /** why what was asked for is not among the options; empty: it is the first */
  refused: z.array(Reason),
  /** in a fresh preview: what others did to these bookings and trips since it was shown */
  changed_since: z.array(
    z.object({ dispatch_action_id: Id, title: z.string(), user_name: z.string().nullable(), created_at: Timestamp }),
  ),
  /** false: only the first option was worked out */
  complete: z.boolean(),
  /** no booking of anybody else moves or comes a minute later: it may be carried out at once */
  touches_nobody_else: z.boolean(),
  /** `No other way was found`, with the limit that bound most vehicles; null: there is another way, or none was sought */
  no_other_way: Reason.nullable(),
  /** why each vehicle that was not chosen was not, with the figure that was missing */
  not_chosen: z.array(z.object({ trip_id: Id, vehicle_number: z.string(), reasons: z.array(Reason) })),
  left_out: z.array(LeftOut),
  /** the region's reasons for what breaks a promise; other words are possible besides */
  override_reasons: z.array(z.string()),
})
export type EffectPreview = z.infer<typeof EffectPreview>

/** What the caller changes about a message before accepting. Others are sent as they were shown. */
export const EffectMessageChoice = z.object({
  /** of the message as it was shown */
  key: z.string().max(100),
  send: z.boolean().default(true),
  /** in place of the words that were shown */
  text: z.string().trim().min(1, 'Please write a text').max(320, 'Please keep it to 320 characters').nullish(),
})

export const AcceptInput = z.object({
  action: DispatchAction,
  /** `key` of the option */
  option: z.string().max(100),
  token: z.string().max(200_000),
  /** why; an override asks for it, with 5 characters at least */
  reason: z.string().trim().max(REASON_LENGTH, `Please keep it to ${REASON_LENGTH} characters`).nullish(),
  /** the second confirmation was given */
  confirmed: z.boolean().default(false),
  messages: z.array(EffectMessageChoice).max(500).default([]),
  /** the exception that it is to fix, which says so and ends with its condition */
  exception_id: Id.nullish(),
})

/** `waiting`: for an approval. */
export const overrideStates = ['waiting', 'carried_out', 'lapsed'] as const

/** A promise or another limit that was broken on purpose, or is to be. */
export const Override = z.object({
  id: Id,
  state: z.enum(overrideStates),
  kind: z.enum(dispatchActionKinds),
  zone_id: Id,
  zone_name: z.string(),
  region_id: Id,
  time_zone: z.string(),
  violations: z.array(Violation),
  /** the worst of the violations */
  minutes: z.int(),
  reason: z.string(),
  /** who was told, by booking */
  told: z.array(Id),
  asked_by: z.string().nullable(),
  asked_at: Timestamp,
  /** asked for with this key, or approved by its holder */
  approved_by: z.string().nullable(),
  approved_at: Timestamp.nullable(),
  /** an approval counts until then */
  until: Timestamp.nullable(),
  dispatch_action_id: Id.nullable(),
})
export type Override = z.infer<typeof Override>

/** Whether an action can be undone now; `reason` is why not. */
export const Undoable = z.object({
  possible: z.boolean(),
  until: Timestamp,
  /** as `Sam Lee has moved this booking since` */
  reason: z.string().nullable(),
})

/** An action that was carried out. It is never removed: an undo is an action of its own. */
export const DispatchActionRecord = z.object({
  id: Id,
  kind: z.enum(dispatchActionKinds),
  action: DispatchAction,
  /** as `Assign 2 bookings to 1042`, without names of passengers */
  title: z.string(),
  zone_ids: z.array(Id),
  region_id: Id,
  /** null: the account is gone */
  user_id: Id.nullable(),
  user_name: z.string().nullable(),
  created_at: Timestamp,
  reason: z.string().nullable(),
  option: z.object({ key: z.string(), title: z.string() }),
  service_request_ids: z.array(Id),
  trip_ids: z.array(Id),
  totals: EffectTotals,
  /** versions of each plan before and after */
  plans: z.array(z.object({ zone_id: Id, before: z.int(), after: z.int() })),
  /** the action that this one takes back; null: it is none such */
  undo_of: Id.nullable(),
  undone_by: Id.nullable(),
  undo: Undoable,
})
export type DispatchActionRecord = z.infer<typeof DispatchActionRecord>

/** The same with every booking: as it was shown, and as it came out. */
export const DispatchActionDetails = DispatchActionRecord.extend({
  shown: z.array(EffectBooking),
  came_out: z.array(EffectBooking),
  override: Override.nullable(),
})
export type DispatchActionDetails = z.infer<typeof DispatchActionDetails>

/** What came of accepting: the action, or what now waits for an approval. */
export const Accepted = z.object({ action: DispatchActionRecord.nullable(), override: Override.nullable() })

const Brought = z.object({
  service_request_id: Id,
  traveler_id: Id,
  traveler_name: nameOf('traveler_id', z.string()),
  /** by how many minutes it comes otherwise than before the action; null: as before, or not at all */
  minutes: z.int().nullable(),
  /** why not, or why only in part */
  reason: z.string().nullable(),
})

/** What an undo would bring back. */
export const UndoPreview = z.object({
  dispatch_action_id: Id,
  /** everybody is as before: it can be carried out at once */
  exact: z.boolean(),
  /** `Undone: everybody is as before.`, or how many are brought back */
  text: z.string(),
  brought_back: z.array(Brought),
  in_part: z.array(Brought),
  not_back: z.array(Brought),
  effect: Effect,
  needs_confirmation: EffectOption.shape.needs_confirmation,
  token: z.string(),
})
export type UndoPreview = z.infer<typeof UndoPreview>

export const UndoInput = z.object({
  /** of the preview; not needed where everybody is as before */
  token: z.string().max(200_000).nullish(),
  reason: z.string().trim().max(REASON_LENGTH, `Please keep it to ${REASON_LENGTH} characters`).nullish(),
  confirmed: z.boolean().default(false),
  messages: z.array(EffectMessageChoice).max(500).default([]),
})

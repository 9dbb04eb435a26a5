import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { masked, nameOf, unseen } from '../masks.ts'
import { deviceClock, Timestamp } from './basics.ts'
import { NamedPhotos } from './driver-photos.ts'
import { IncidentKind, VehiclePlace, ExceptionFacts } from './exception-facts.ts'

/**
 * What a device or a person tells of. `driver_action`: something that a driver did needs a dispatcher. `incident`: a driver
 * reported one. `approval`: a driver asks for a no-show, or somebody to break a promise. `no_show_contested`: a passenger
 * says that a late cancellation or a no-show is not right, or a driver declared one away from its stop. `passenger_call`: a passenger has to be asked by telephone, as
 * whether the way back is still wanted after a no-show. `series_failed`: rides of a series could not be booked.
 * `series_review`: a series is to be looked at. `by_hand`: a person wrote it down.
 */
const toldKinds = [
  'emergency',
  'incident',
  'plan_unconfirmed',
  'driver_action',
  'approval',
  'no_show_contested',
  'passenger_call',
  'series_failed',
  'series_review',
  'disruption',
  'by_hand',
] as const

/** What the server finds in the running service by itself, by the rules of its zone. */
export const judgedKinds = [
  'not_signed_on',
  'pull_out_late',
  'no_signal',
  'promise_at_risk',
  'schedule_unallocated',
  'driver_unallocated',
  'booking_waiting',
  'open_return_waiting',
  'stop_overlong',
  'unexpected_stop',
  'out_of_zone',
  'off_route',
  'message_unanswered',
  'reply_unanswered',
  'notification_failed',
  'break_at_risk',
  'shift_overrun',
] as const
export const JudgedKind = z.enum(judgedKinds)
export type JudgedKind = z.infer<typeof JudgedKind>

/**
 * `signal_outage`: most vehicles of a zone lost their signal at once. `zone_late`: many of its trips break promises.
 * `mass_event`: more arises in it than a person can take in. `plan_broken`: a rule does not hold in the stored plan.
 */
export const exceptionKinds = [
  ...toldKinds,
  ...judgedKinds,
  'signal_outage',
  'zone_late',
  'mass_event',
  'plan_broken',
  'fault',
] as const
export const ExceptionKind = z.enum(exceptionKinds)
export type ExceptionKind = z.infer<typeof ExceptionKind>

/** `urgent`: act now. `soon`: act before harm is done. `watch`: know of it. */
export const exceptionSeverities = ['urgent', 'soon', 'watch'] as const
export const ExceptionSeverity = z.enum(exceptionSeverities)
export type ExceptionSeverity = z.infer<typeof ExceptionSeverity>

export const exceptionStates = ['open', 'acknowledged', 'snoozed', 'resolved'] as const
export const ExceptionState = z.enum(exceptionStates)
export type ExceptionState = z.infer<typeof ExceptionState>

export const exceptionOutcomes = ['fixed', 'passenger_told', 'no_action_needed', 'wrong_alarm', 'other'] as const
export const ExceptionOutcome = z.enum(exceptionOutcomes)
export type ExceptionOutcome = z.infer<typeof ExceptionOutcome>

/** What ends a snooze, besides its time: the next stop of the trip is reached, or the severity rises. */
export const snoozeEnds = ['time', 'next_stop', 'worse'] as const
export const SnoozeEnd = z.enum(snoozeEnds)

/** A booking that an exception concerns; the worst first. */
export const ExceptionBooking = z.object({
  service_request_id: Id,
  traveler_id: Id,
  traveler_name: nameOf('traveler_id', z.string()),
  /** how much later than promised; null: it is not about lateness */
  minutes: z.int().nullable(),
  /** the window that was promised */
  window_from: Timestamp,
  window_until: Timestamp,
})
export type ExceptionBooking = z.infer<typeof ExceptionBooking>

/** What was worked out ahead for an exception: the best fix, or why there is none. */
export const ExceptionFix = z.object({
  worked_out_at: Timestamp,
  /** of the zone's plan that it was worked out on */
  plan_version: z.int(),
  /** one of its bookings to another vehicle; null: no fix helps */
  best: z
    .object({
      service_request_id: Id,
      trip_id: Id,
      vehicle_number: z.string(),
      /** how much less late the booking comes; null: it has no vehicle now */
      less_late: z.int().nullable(),
      /** bookings that change their vehicle by it */
      moved: z.int(),
    })
    .nullable(),
  /** without one: the limit that bound most vehicles */
  why: z.string().nullable(),
  /** and the nearest change that would work; null: none was found */
  nearest: z.string().nullable(),
})
export type ExceptionFix = z.infer<typeof ExceptionFix>

/** Something in the running service that needs a person. */
export const ServiceException = z.object({
  id: Id,
  kind: ExceptionKind,
  severity: ExceptionSeverity,
  state: ExceptionState,
  /** null: the whole installation, as with all fields of the zone */
  zone_id: Id.nullable(),
  zone_name: z.string().nullable(),
  /** IANA, of the zone's clocks */
  time_zone: z.string().nullable(),
  region_id: Id.nullable(),
  trip_id: Id.nullable(),
  trip_name: z.string().nullable(),
  vehicle_number: z.string().nullable(),
  /** null: there is none, or the record is gone */
  driver_name: z.string().nullable(),
  driver_phone: z.string().nullable(),
  /** whose schedule it is */
  service_plan_id: Id.nullable(),
  facts: ExceptionFacts,
  /** at most 50 */
  bookings: z.array(ExceptionBooking),
  /** whose journey waits for room, or did; null: it is about no entry of the waiting list */
  waiting: z
    .object({
      traveler_id: Id,
      traveler_name: nameOf('traveler_id', z.string()),
      phone_number: masked('contact', 'phone', z.string().nullable()),
      /** what was asked for */
      traveling_at: Timestamp,
      /** what works; null: nothing */
      fits_at: Timestamp.nullable(),
      ended: z.boolean(),
    })
    .nullable(),
  /** whose recurring journey it is; null: it is about none */
  series: z
    .object({
      id: Id,
      traveler_id: Id,
      traveler_name: nameOf('traveler_id', z.string()),
      phone_number: masked('contact', 'phone', z.string().nullable()),
      /** `Every Monday and Thursday` */
      words: z.string(),
    })
    .nullable(),
  /** whom it is about, where it is about no booking of theirs; null: it is about none */
  passenger: z
    .object({
      traveler_id: Id,
      traveler_name: nameOf('traveler_id', z.string()),
      phone_number: masked('contact', 'phone', z.string().nullable()),
    })
    .nullable(),
  people: z.int(),
  wheelchairs: z.int(),
  /** what the driver, the passenger or the person who raised it wrote */
  text: unseen('name', z.string()),
  /** the first moment at which a promise breaks or a vehicle should have left; null: there is none */
  harm_at: Timestamp.nullable(),
  /** when it was opened last */
  opened_at: Timestamp,
  /** how often its cause came back, the first time included */
  opened_count: z.int(),
  /** it opened three times in half an hour */
  unsteady: z.boolean(),
  /** when it asked for attention last by sound, notice or announcement; null: it has not */
  interrupted_at: Timestamp.nullable(),
  /** nobody took it for too long, so that everybody on duty in its region was interrupted; null: not so */
  escalated_at: Timestamp.nullable(),
  /** when it was opened or answered last */
  touched_at: Timestamp,
  owner_id: Id.nullable(),
  owner: z.string().nullable(),
  acknowledged_at: Timestamp.nullable(),
  /** to whom the owner wants to hand it over */
  offered_id: Id.nullable(),
  offered_to: z.string().nullable(),
  snoozed_until: Timestamp.nullable(),
  snooze: SnoozeEnd.nullable(),
  /** the exception that it follows from */
  parent_id: Id.nullable(),
  /** never older than 30 s or the plan's last change; null: none was worked out since */
  fix: ExceptionFix.nullable(),
  /** the dispatch action that was accepted as its fix */
  fix_action_id: Id.nullable(),
  resolved_at: Timestamp.nullable(),
  /** null: it ended by itself */
  resolved_by: z.string().nullable(),
  outcome: ExceptionOutcome.nullable(),
  /** what was done */
  note: unseen('name', z.string()),
  /** of answers: what severities change does not raise it, what people do and severities do */
  version: z.int(),
})
export type ServiceException = z.infer<typeof ServiceException>

/** How an exception stood before and after a change. */
const ExceptionStanding = z.object({
  state: ExceptionState,
  severity: ExceptionSeverity,
  owner: z.string().nullable(),
})

export const exceptionChangeKinds = [
  'opened',
  'severity',
  'acknowledged',
  'released',
  'offered',
  'handed_over',
  'snoozed',
  'woken',
  'resolved',
  'noted',
  'undone',
  'escalated',
  'fix',
] as const
export type ExceptionChangeKind = (typeof exceptionChangeKinds)[number]

/** A row of the exception's history. */
export const ExceptionChange = z.object({
  id: Id,
  at: Timestamp,
  change: z.enum(exceptionChangeKinds),
  /** null: the service */
  by: z.string().nullable(),
  before: ExceptionStanding.nullable(),
  after: ExceptionStanding,
  note: unseen('name', z.string()),
})
export type ExceptionChange = z.infer<typeof ExceptionChange>

const MOST_THRESHOLD = 1440
const Threshold = z
  .int(`Please enter a number of minutes from 0 to ${MOST_THRESHOLD}`)
  .min(0, `Please enter a number of minutes from 0 to ${MOST_THRESHOLD}`)
  .max(MOST_THRESHOLD, `Please enter a number of minutes from 0 to ${MOST_THRESHOLD}`)
  .nullable()

/** When a kind is raised in a zone. Minutes as the kind counts them; null: never of this severity. */
export const ExceptionRule = z.object({
  zone_id: Id,
  zone_name: z.string(),
  kind: JudgedKind,
  enabled: z.boolean(),
  watch: Threshold,
  soon: Threshold,
  urgent: Threshold,
  /** the zone's own; false: the default */
  own: z.boolean(),
})
export type ExceptionRule = z.infer<typeof ExceptionRule>
export const ExceptionRuleInput = ExceptionRule.pick({
  zone_id: true,
  kind: true,
  enabled: true,
  watch: true,
  soon: true,
  urgent: true,
})

/** So far back a rule that is about to be saved is tried. */
export const RULE_PREVIEW_DAYS = 14
export const RulePreview = z.object({
  /** what the rule would have raised */
  would_raise: z.int(),
  /** what was raised, by the rules that held */
  raised: z.int(),
})

/** One exception with the rule of its kind in its zone; null: it is raised without a threshold. */
export const ExceptionDetails = ServiceException.extend({
  rule: ExceptionRule.pick({ watch: true, soon: true, urgent: true, own: true }).nullable(),
})
export type ExceptionDetails = z.infer<typeof ExceptionDetails>

export const RESOLUTION_LENGTH = 500
const note = z.string().trim().max(RESOLUTION_LENGTH, `Please keep it to ${RESOLUTION_LENGTH} characters`)
const SAY_WHAT = 'Please say what was done'

const resolution = {
  outcome: ExceptionOutcome,
  note: note.optional(),
}
const says = ({ outcome, note }: { outcome: ExceptionOutcome; note?: string | undefined }): boolean =>
  outcome !== 'other' || (note ?? '') !== ''
export const ResolutionInput = z
  .object({
    ...resolution,
    /** of a contested miss: false where it does not count */
    counts: z.boolean().optional(),
  })
  .refine(says, { path: ['note'], error: SAY_WHAT })

export const ExceptionNoteInput = z.object({ note: note.min(1, 'Please write a note') })

/** `until` is asked for with `time` alone: the others end by themselves, and at the latest with the longest snooze. */
export const SnoozeInput = z.object({ ends: SnoozeEnd, until: Timestamp.optional() })

export const BY_HAND_LENGTH = 250
export const ByHandInput = z.object({
  text: z
    .string()
    .trim()
    .min(1, 'Please say what it is about')
    .max(BY_HAND_LENGTH, `Please keep it to ${BY_HAND_LENGTH} characters`),
  severity: ExceptionSeverity,
  zone_id: Id,
  trip_id: Id.nullish(),
  service_request_id: Id.nullish(),
  traveler_id: Id.nullish(),
})

export const MOST_AT_ONCE = 100
export const BulkInput = z
  .object({
    ids: z.array(Id).min(1, 'Please select at least one').max(MOST_AT_ONCE, `Please select at most ${MOST_AT_ONCE}`),
    action: z.enum(['acknowledge', 'snooze', 'resolve']),
    snooze: SnoozeInput.optional(),
    resolution: z
      .object(resolution)
      .refine(says, { path: ['note'], error: SAY_WHAT })
      .optional(),
  })
  .refine(({ action, snooze }) => action !== 'snooze' || snooze !== undefined, {
    path: ['snooze'],
    error: 'Please choose until when',
  })
  .refine(({ action, resolution }) => action !== 'resolve' || resolution !== undefined, {
    path: ['resolution'],
    error: 'Please choose an outcome',
  })

/** What became of one of several: null, or why it was refused. */
export const BulkOutcome = z.object({ id: Id, refused: z.string().nullable() })
/** A driver calls for help. */
export const EmergencyInput = z.object({
  /** made by the device, once and for all */
  id: z.uuid().toLowerCase(),
  ...deviceClock,
  /** by the device's clock */
  happened_at: Timestamp,
  /** where the vehicle was last; null: the device does not know */
  position: VehiclePlace.nullable(),
  /** the bookings that the device knows as aboard */
  on_board: z.array(Id).max(200),
})

export const INCIDENT_LENGTH = 1000

/** Something has happened on the road, which the driver reports. */
export const IncidentInput = z.object({
  /** made by the device, once and for all */
  id: z.uuid().toLowerCase(),
  ...deviceClock,
  /** by the device's clock */
  happened_at: Timestamp,
  kind: IncidentKind,
  note: z.string().trim().max(INCIDENT_LENGTH, `Please keep it to ${INCIDENT_LENGTH} characters`),
  photos: NamedPhotos.default([]),
  /** the vehicle that the device had the trip with; without: the one that the trip had then */
  vehicle_id: Id.nullish(),
  /** where the vehicle was; null: the device does not know */
  position: VehiclePlace.nullable(),
})

/** How far an emergency has come, as its driver sees it. */
export const Emergency = z.object({
  id: z.uuid(),
  state: ExceptionState,
  /** who has acknowledged it */
  seen_by: z.string().nullable(),
  seen_at: Timestamp.nullable(),
})
export type Emergency = z.infer<typeof Emergency>

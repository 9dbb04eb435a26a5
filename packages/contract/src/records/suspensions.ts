import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { masked, nameOf } from '../masks.ts'
import { requiredText, Timestamp } from './basics.ts'
import { messageLanguages } from './messages.ts'
import { MissEvidence, MissKind } from './misses.ts'
import { RequestStatus } from './service-requests.ts'

/** From the letter on a passenger has so many days to object. */
export const OBJECTION_DAYS = 14
/** A suspension that was objected to begins no sooner than so many days after the decision was sent. */
export const DECISION_DAYS = 7
/** Of the first suspension, the second, and so on; the last is the most that there is. */
export const SUSPENSION_DAYS = [7, 14, 21, 30] as const
/** For so long a step counts towards the next. */
export const RECORD_MONTHS = 12

export const stepKinds = ['letter', 'suspension'] as const
export type StepKind = (typeof stepKinds)[number]

/**
 * `proposed`: somebody has to decide; `decided`: another has to confirm; `confirmed`: the letter has to be sent; `sent`: a
 * warning that stands; `announced`, `running`, `ended`: a suspension before, in and after its days; `held`: an objection has
 * to be decided, or its decision to be sent. `dismissed` by people, `withdrawn` since what it rests on is no pattern any
 * more, `lifted` by people or an objection: none of these is in the passenger's record.
 */
export const stepStates = [
  'proposed',
  'decided',
  'confirmed',
  'sent',
  'announced',
  'running',
  'ended',
  'held',
  'dismissed',
  'withdrawn',
  'lifted',
] as const
export type StepState = (typeof stepStates)[number]

/** A miss as the letter names it. */
export const RestsOn = z.object({
  miss_id: Id,
  service_request_id: Id,
  kind: MissKind,
  happened_at: Timestamp,
  /** the window that was promised */
  window_from: Timestamp,
  window_to: Timestamp,
  /** of the zone's clocks */
  time_zone: z.string(),
  /** where the passenger was to be picked up */
  place: masked('place', 'hidden', z.string()),
  evidence: MissEvidence,
})
export type RestsOn = z.infer<typeof RestsOn>

/** Of the passenger and of the region, when it was proposed. */
export const StepFigures = z.object({
  journeys: z.int(),
  misses: z.int(),
  region_journeys: z.int(),
  region_misses: z.int(),
})
export type StepFigures = z.infer<typeof StepFigures>

const CivilDate = z.iso.date({ error: 'Please choose a date' })
/** `by` null: a former colleague; `user_id` says whether it is the caller */
const Deed = z.object({ user_id: Id.nullable(), by: z.string().nullable(), at: Timestamp })
const Reasoned = Deed.extend({ reason: masked('care', 'hidden', z.string()) })
const Sent = z.object({ at: Timestamp, way: z.enum(['email', 'post']) })
export type SentWay = z.infer<typeof Sent>['way']

export const objectionOutcomes = ['upheld', 'shortened', 'refused'] as const
export type ObjectionOutcome = (typeof objectionOutcomes)[number]

const Objection = z.object({
  words: masked('care', 'hidden', z.string()),
  objected_on: CivilDate,
  /** the day on which the passenger is heard */
  hear_on: CivilDate,
  decision: Reasoned.extend({ outcome: z.enum(objectionOutcomes), sent: Sent.nullable() }).nullable(),
})

/** What follows from a pattern of misses: a warning letter, or days in which the passenger cannot book. */
export const Suspension = z.object({
  id: Id,
  traveler_id: Id,
  traveler_name: nameOf('traveler_id', z.string()),
  region_id: Id,
  region_name: z.string(),
  time_zone: z.string(),
  kind: z.enum(stepKinds),
  /** null: a letter */
  days: z.int().nullable(),
  state: z.enum(stepStates),
  rests_on: z.array(RestsOn),
  figures: StepFigures,
  proposed_at: Timestamp,
  withdrawn_at: Timestamp.nullable(),
  decided: Reasoned.nullable(),
  confirmed: Deed.nullable(),
  dismissed: Reasoned.nullable(),
  letter: Sent.nullable(),
  /** the last day on which an objection holds it; null: the letter was not sent so far */
  object_until: CivilDate.nullable(),
  /** both included */
  begins_on: CivilDate.nullable(),
  ends_on: CivilDate.nullable(),
  objection: Objection.nullable(),
  lifted: Reasoned.nullable(),
})
export type Suspension = z.infer<typeof Suspension>

const reason = requiredText('Please say why, in a sentence', 500)
const fewer = z.int('Please enter whole days').min(1, 'Please enter 1 to 30 days').max(30, 'Please enter 1 to 30 days')

export const StepDecision = z.object({
  reason,
  /** fewer than proposed; of a suspension alone */
  days: fewer.nullish(),
})
export const StepReason = z.object({ reason })
export const LetterSent = z.object({ what: z.enum(['letter', 'decision']) })

export const ObjectionInput = z.object({
  words: requiredText('Please write down what the passenger says', 2000),
  objected_on: CivilDate,
  hear_on: CivilDate,
})
export const HearingInput = z.object({ hear_on: CivilDate })
export const ObjectionDecision = z.object({
  outcome: z.enum(objectionOutcomes),
  reasons: requiredText('Please give the reasons', 2000),
  /** of one that is shortened */
  days: fewer.nullish(),
})

/** A ride that was booked in the days of a suspension before. */
export const SuspendedRide = z.object({
  service_request_id: Id,
  status: RequestStatus,
  pickup_from: Timestamp,
  pickup_to: Timestamp,
  time_zone: z.string(),
  from: masked('place', 'hidden', z.string()),
  to: masked('place', 'hidden', z.string()),
  /** somebody decided that it takes place */
  kept: z.boolean(),
})
export type SuspendedRide = z.infer<typeof SuspendedRide>
export const KeptRide = z.object({ service_request_id: Id })

/** What the passenger is told in writing, in their language. */
const Letter = z.object({
  /** a BCP 47 language */
  language: z.enum(messageLanguages),
  /** to whom it is addressed */
  recipient: nameOf('traveler_id', z.string()),
  title: z.string(),
  date: z.string(),
  /** what is said before the rides, and after them */
  before: z.array(z.string()),
  rides: z.array(masked('place', 'hidden', z.string())),
  after: z.array(masked('care', 'hidden', z.string())),
  sender: z.string(),
})
export type Letter = z.infer<typeof Letter>
export const SuspensionLetters = z.object({
  traveler_id: Id,
  letter: Letter.extend({ traveler_id: Id }),
  /** of the objection; null: none was decided */
  decision: Letter.extend({ traveler_id: Id }).nullable(),
})

/** Whom a row counts: all passengers, those with a wheelchair in their profile, or with a concession at that time. */
export const conductGroups = ['all', 'wheelchair', 'concession'] as const

/** Misses of a month and what followed from them, so that uneven treatment is seen. No names, and no single passenger. */
export const ConductReport = z.object({
  /** its place in the list */
  id: z.int(),
  /** `YYYY-MM` */
  month: z.string(),
  region_id: Id,
  region_name: z.string(),
  group: z.enum(conductGroups),
  /** rides that took place, were no-shows or were cancelled late */
  journeys: z.int(),
  /** that count */
  misses: z.int(),
  /** sent */
  letters: z.int(),
  suspensions: z.int(),
  objections: z.int(),
  upheld: z.int(),
  shortened: z.int(),
  refused: z.int(),
  /** by people, or since an objection was upheld */
  lifted: z.int(),
})
export type ConductReport = z.infer<typeof ConductReport>

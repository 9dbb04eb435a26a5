import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { masked } from '../masks.ts'
import { requiredText, Timestamp } from './basics.ts'

export const missKinds = ['late_cancellation', 'no_show'] as const
export const MissKind = z.enum(missKinds)

/**
 * Why a miss does not count. `vehicle_late`: the vehicle came, or was expected, outside of the promised window;
 * `not_at_fault`: by what the driver said; `not_shown`: no data show that the vehicle waited near the stop; `not_told`: the
 * last change of the ride did not reach the passenger; `beyond_control`: illness and the like; `excused`: by staff, after
 * the passenger had contested it.
 */
export const missExcuses = [
  'vehicle_late',
  'not_at_fault',
  'not_shown',
  'not_told',
  'beyond_control',
  'excused',
] as const
export const MissExcuse = z.enum(missExcuses)
export type MissExcuse = z.infer<typeof MissExcuse>

/** What shows a miss. Of a late cancellation `minutes_before`, of a no-show what the vehicle did. */
export const MissEvidence = z
  .object({
    /** minutes between the cancellation and the promised window's opening; negative: after it */
    minutes_before: z.int(),
    arrived_at: Timestamp,
    /** whole minutes that positions show the vehicle to have stood near the stop within the wait */
    waited_minutes: z.int(),
    /** how far the vehicle was from the stop meanwhile at most, in metres */
    metres: z.int(),
  })
  .partial()
export type MissEvidence = z.infer<typeof MissEvidence>

const Missed = z.object({
  id: Id,
  service_request_id: Id,
  kind: MissKind,
  happened_at: Timestamp,
  /** the window that was promised */
  window_from: Timestamp,
  window_to: Timestamp,
  /** of the zone's clocks */
  time_zone: z.string(),
  /** null: it counts */
  not_counted: MissExcuse.nullable(),
  evidence: MissEvidence,
  /** when the passenger said that it is not right; null: not so far */
  contested_at: Timestamp.nullable(),
})

export const missPolicies = ['off', 'count', 'propose'] as const
/** `off`: nothing is noted, and nothing that was noted is shown. `propose`: a pattern proposes a step as well. */
export const MissPolicy = z.enum(missPolicies)
export type MissPolicy = z.infer<typeof MissPolicy>

const figure = (least: number, most: number, what: string) => {
  const message = `Please enter ${least} to ${most}${what}`
  return z.int(message).min(least, message).max(most, message)
}

/**
 * From when on misses of a passenger are a pattern: all four at once. A region may be more patient than the figures that
 * the specification gives, which are the least, and not less.
 */
export const PatternRules = z.object({
  pattern_misses: figure(5, 100, ''),
  /** of the passenger's own journeys, percent */
  pattern_share: figure(15, 100, ' %'),
  /** times the share of all passengers of the region */
  pattern_of_average: figure(2, 10, ''),
  /** with fewer there is none */
  pattern_min_journeys: figure(10, 1000, ''),
})
export type PatternRules = z.infer<typeof PatternRules>

/** What a region does about misses. */
export const RegionMisses = z.object({
  miss_policy: MissPolicy,
  /** how many days back misses and journeys are counted */
  miss_window_days: figure(30, 365, ' days'),
  ...PatternRules.shape,
})

/** Whether there is a pattern, or the first of the rules that says that there is none. */
export const patternFindings = ['pattern', 'too_few_journeys', 'too_few_misses', 'small_share', 'near_average'] as const
export type PatternFinding = (typeof patternFindings)[number]

/**
 * How a miss stands among the figures. `one_with`: of a journey whose way there ended as a no-show, with which it is one;
 * `before_window`: longer ago than is counted.
 */
export const missStandings = ['counts', 'not_counted', 'one_with', 'before_window'] as const
export const MissStanding = z.enum(missStandings)
export type MissStanding = z.infer<typeof MissStanding>

/** As staff see it. */
export const Miss = Missed.extend({
  region_id: Id,
  standing: MissStanding,
  /** the ride on the way there that it is one with */
  one_with: Id.nullable(),
  /** what staff recorded last; null: nothing. It may tell of an illness */
  judged_reason: masked('care', 'hidden', z.string()).nullable(),
  judged_by: z.string().nullable(),
  judged_at: Timestamp.nullable(),
})
export type Miss = z.infer<typeof Miss>

/** Figures of a region within its window. Journeys are rides that took place or were missed: there and back are two. */
const Figures = z.object({
  window_from: Timestamp,
  journeys: z.int(),
  misses: z.int(),
  /** misses of journeys, 0 to 1; null: no journeys */
  share: z.number().nullable(),
  /** the same of all passengers of the region */
  average: z.number().nullable(),
  pattern: z.boolean(),
  finding: z.enum(patternFindings),
})

/** How often a passenger did not come, in each region where they travelled in the last 12 months, and at home. */
export const Conduct = z.object({
  traveler_id: Id,
  regions: z.array(
    z.object({
      region_id: Id,
      region_name: z.string(),
      ...RegionMisses.shape,
      /** null: the region counts none */
      figures: Figures.nullable(),
    }),
  ),
  /** of the last 12 months, newest first, 500 at most; none of regions that count none */
  misses: z.array(Miss),
})
export type Conduct = z.infer<typeof Conduct>

/** By staff: that one does not count since it was beyond the passenger's control, or that it counts after all. */
export const MissJudgement = z.object({
  counts: z.boolean(),
  reason: requiredText('Please say why, in a sentence', 250),
})

/** As the passenger sees it. */
export const RideMiss = Missed.extend({
  /** whose ride it was; null: the caller's */
  traveler_name: z.string().nullable(),
  from: z.string(),
  to: z.string(),
})
export type RideMiss = z.infer<typeof RideMiss>

export const CONTEST_LENGTH = 500
export const RideContestInput = z.object({
  text: z.string().trim().max(CONTEST_LENGTH, `Please keep it to ${CONTEST_LENGTH} characters`).nullish(),
})

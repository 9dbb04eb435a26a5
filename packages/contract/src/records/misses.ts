import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { Timestamp } from './basics.ts'

export const missKinds = ['late_cancellation', 'no_show'] as const
export const MissKind = z.enum(missKinds)

/**
 * Why a miss does not count. `vehicle_late`: the vehicle came, or was expected, outside of the promised window;
 * `not_at_fault`: by what the driver said; `not_shown`: no data show that the vehicle waited near the stop;
 * `beyond_control`: illness and the like; `excused`: by staff, after the passenger had contested it.
 */
export const missExcuses = ['vehicle_late', 'not_at_fault', 'not_shown', 'beyond_control', 'excused'] as const
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

/** As staff see it. */
export const Miss = Missed
export type Miss = z.infer<typeof Miss>

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

import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { optionalText, stamps, Timestamp } from './basics.ts'

/** An in-service schedule: one vehicle, and perhaps one driver, available in one zone for one window. */
export const ServicePlan = z.object({
  id: Id,
  zone_id: Id,
  zone_name: z.string(),
  /** the route that its trip drives by a timetable; null: wherever passengers want to go */
  service_route_id: Id.nullable(),
  service_route_name: z.string().nullable(),
  vehicle_id: Id.nullable(),
  vehicle_number: z.string().nullable(),
  driver_id: Id.nullable(),
  driver_name: z.string().nullable(),
  start_time: Timestamp,
  end_time: Timestamp,
  minimum_capacity: z.int(),
  metadata: z.object({ shift: z.string().nullable(), shiftLabel: z.string().nullable() }),
  /** the driver's break: so many minutes, all of them between the two moments */
  break_minutes: z.int().nullable(),
  break_from: Timestamp.nullable(),
  break_until: Timestamp.nullable(),
  trip_id: Id.nullable(),
  booking_count: z.int(),
  ...stamps,
})
export type ServicePlan = z.infer<typeof ServicePlan>

export const MINIMUM_PLAN_MINUTES = 15
export const DEFAULT_MINIMUM_CAPACITY = 20
export const LONGEST_BREAK_MINUTES = 240
export const ServicePlanInput = z
  .object({
    zone_id: Id,
    /** 0 and null both mean none */
    vehicle_id: z
      .int()
      .min(0)
      .nullish()
      .transform((id) => (id === 0 ? null : (id ?? null))),
    driver_id: z
      .int()
      .min(0)
      .nullish()
      .transform((id) => (id === 0 ? null : (id ?? null))),
    start_time: Timestamp,
    end_time: Timestamp,
    minimum_capacity: z.int().min(0).max(200).default(DEFAULT_MINIMUM_CAPACITY),
    service_route_id: Id.nullish(),
    /** with `break_from` and `break_until`, or not at all */
    break_minutes: z
      .int('Please enter whole minutes')
      .min(1, 'A break is from 1 to 240 minutes')
      .max(LONGEST_BREAK_MINUTES, 'A break is from 1 to 240 minutes')
      .nullish(),
    break_from: Timestamp.nullish(),
    break_until: Timestamp.nullish(),
    metadata: z.object({ shift: z.string().max(20).nullish(), shiftLabel: optionalText(60).nullish() }).default({}),
  })
  .refine((plan) => Date.parse(plan.end_time) - Date.parse(plan.start_time) >= MINIMUM_PLAN_MINUTES * 60_000, {
    path: ['end_time'],
    error: 'Your time window needs to be at least 15 Minutes. Please adjust start and end time.',
  })
  .superRefine((plan, context) => {
    const refused = refuseBreak(plan)
    if (refused !== null) context.addIssue({ code: 'custom', path: [refused.field], message: refused.text })
  })

type BreakInput = {
  start_time: string
  end_time: string
  break_minutes?: number | null | undefined
  break_from?: string | null | undefined
  break_until?: string | null | undefined
}

/** A break lies within its window, and the window within the schedule. */
const refuseBreak = (
  plan: BreakInput,
): { field: 'break_minutes' | 'break_from' | 'break_until'; text: string } | null => {
  const { break_minutes: length, break_from: from, break_until: until } = plan
  if (length == null && from == null && until == null) return null
  if (length == null) return { field: 'break_minutes', text: 'Please enter how long the break is' }
  if (from == null) return { field: 'break_from', text: 'Please enter from when the break may be taken' }
  if (until == null) return { field: 'break_until', text: 'Please enter until when the break is over' }
  if (Date.parse(from) < Date.parse(plan.start_time))
    return { field: 'break_from', text: 'A break cannot begin before its schedule' }
  if (Date.parse(until) > Date.parse(plan.end_time))
    return { field: 'break_until', text: 'A break cannot end after its schedule' }
  return Date.parse(until) - Date.parse(from) < length * 60_000
    ? { field: 'break_until', text: `There are fewer than ${length} minutes for the break` }
    : null
}

import { z } from 'zod'
import { Id, MAX_ID } from '../endpoint.ts'
import { ApiErrorEntry } from '../errors.ts'
import { nameOf } from '../masks.ts'
import { Door, optionalText, stamps, Timestamp, Version } from './basics.ts'
import { Reason, RequestStatus } from './service-requests.ts'

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
  /** its service models: those of its route, else the zone's own */
  PlanStrategies: z.array(z.object({ id: Id })),
  /** its bookings, without those that were cancelled or failed */
  service_requests: z.array(z.object({ id: Id })),
  booking_count: z.int(),
  ...stamps,
})
export type ServicePlan = z.infer<typeof ServicePlan>

export const MINIMUM_PLAN_MINUTES = 15
export const DEFAULT_MINIMUM_CAPACITY = 20
export const LONGEST_BREAK_MINUTES = 240

/** 0 and null both mean none */
const CrewId = z
  .int()
  .min(0)
  .max(MAX_ID, 'There is no such record')
  .nullable()
  .transform((id) => (id === 0 ? null : id))

/** What staff set on a schedule. No field has a default, so that a change holds only what changes. */
const fields = {
  vehicle_id: CrewId,
  driver_id: CrewId,
  start_time: Timestamp,
  end_time: Timestamp,
  minimum_capacity: z.int().min(0).max(200),
  service_route_id: Id.nullable(),
  /** with `break_from` and `break_until`, or not at all */
  break_minutes: z
    .int('Please enter whole minutes')
    .min(1, 'A break is from 1 to 240 minutes')
    .max(LONGEST_BREAK_MINUTES, 'A break is from 1 to 240 minutes')
    .nullable(),
  break_from: Timestamp.nullable(),
  break_until: Timestamp.nullable(),
  metadata: z.object({ shift: z.string().max(20).nullish(), shiftLabel: optionalText(60).nullish() }),
}

export const ServicePlanInput = z
  .object({
    ...fields,
    zone_id: Id,
    vehicle_id: CrewId.optional().transform((id) => id ?? null),
    driver_id: CrewId.optional().transform((id) => id ?? null),
    minimum_capacity: fields.minimum_capacity.default(DEFAULT_MINIMUM_CAPACITY),
    service_route_id: fields.service_route_id.optional(),
    break_minutes: fields.break_minutes.optional(),
    break_from: fields.break_from.optional(),
    break_until: fields.break_until.optional(),
    metadata: fields.metadata.default({}),
  })
  // An invalid time is reported at its own field.
  .refine((plan) => !(Date.parse(plan.end_time) - Date.parse(plan.start_time) < MINIMUM_PLAN_MINUTES * 60_000), {
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

/** A schedule stays in its zone. A break must fit the schedule after the change. */
export const ServicePlanChange = z.object(fields).partial()
export type ServicePlanChange = z.output<typeof ServicePlanChange>

/** A break lies within its window, and the window within the schedule. */
export const refuseBreak = (
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

/** Many schedules in one call: those with an id are changed, the others created. */
export const ServicePlansSave = z.object({
  service_plans: z
    .array(
      z.union([
        z.object({ id: Id, version: Version.optional(), change: ServicePlanChange }),
        z.object({ create: ServicePlanInput }),
      ]),
    )
    .min(1)
    .max(1000),
})

/** One schedule of many that could not be saved or deleted; the others were. */
export const ServicePlanFailure = z.object({
  /** its place in the request */
  index: z.int(),
  id: Id.nullable(),
  start_time: Timestamp.nullable(),
  end_time: Timestamp.nullable(),
  errors: z.array(ApiErrorEntry),
})
export type ServicePlanFailure = z.infer<typeof ServicePlanFailure>

export const ServicePlansSaved = z.object({
  saved: z.array(z.object({ index: z.int(), service_plan: ServicePlan })),
  errors: z.array(ServicePlanFailure),
})
export const ServicePlansDeleted = z.object({
  deleted: z.array(Id),
  /** ids without a schedule that the caller may see: deleted before, or never there */
  missing: z.array(Id),
  errors: z.array(ServicePlanFailure),
})

/** `unlink`: moves to another vehicle. `incomplete`: on board now, and set down by this vehicle after the new end. */
export const FlexibleAction = z.enum(['unlink', 'cancel', 'incomplete'])
export type FlexibleAction = z.infer<typeof FlexibleAction>

/** The effect on one booking when its schedule begins later, ends earlier or is cancelled. */
export const FlexibleBooking = z.object({
  id: Id,
  actions: z.array(FlexibleAction),
  status: RequestStatus,
  traveler: z.object({ id: Id, name: nameOf('id', z.string()) }),
  pickup: z.object({ name: Door.shape.name, lower_bound: Timestamp, upper_bound: Timestamp }),
  dropoff: z.object({ name: Door.shape.name }),
  /** its new trip; null where no vehicle can serve it */
  after: z
    .object({ trip_id: Id, vehicle_number: z.string(), pickup_at: Timestamp.nullable(), dropoff_at: Timestamp })
    .nullable(),
  /** seconds past the promise */
  late_s: z.number(),
  reasons: z.array(Reason),
})
export type FlexibleBooking = z.infer<typeof FlexibleBooking>

/** The effect of shortening or cancelling a schedule on its bookings. Both times null: it is cancelled. */
export const FlexibleSchedule = z.object({
  start_time: Timestamp.nullable(),
  end_time: Timestamp.nullable(),
  bookings: z.array(FlexibleBooking),
  any_other_schedules: z.boolean(),
  any_finished_bookings: z.boolean(),
  /** accepts exactly this */
  token: z.string(),
})
export type FlexibleSchedule = z.infer<typeof FlexibleSchedule>

export const FlexibleScheduleInput = z.object({
  start_time: Timestamp.nullable(),
  end_time: Timestamp.nullable(),
  bookings: z.array(z.object({ id: Id, action: FlexibleAction })).max(1000),
  token: z.string().max(100_000),
})
/** `deleted` is false where passengers have travelled: then the schedule ends now, and stays as their record. */
export const FlexibleScheduleDone = z.object({ deleted: z.boolean() })

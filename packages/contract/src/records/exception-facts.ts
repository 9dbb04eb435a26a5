import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { Timestamp } from './basics.ts'
import { MessageChannel } from './messages.ts'
import { MissKind } from './misses.ts'

export const incidentKinds = [
  'breakdown',
  'accident',
  'passenger_unwell',
  'passenger_behaviour',
  'road_blocked',
  'other',
] as const
export const IncidentKind = z.enum(incidentKinds)
export type IncidentKind = z.infer<typeof IncidentKind>

export const VehiclePlace = z.object({
  lat: z.number().min(-90).max(90),
  lon: z.number().min(-180).max(180),
  /** metres */
  accuracy_m: z.number().min(0).max(1_000_000).nullish(),
})

/** What is wrong with the installation itself, whose regions all have it. */
export const faultNames = [
  'job',
  'streets',
  'mail',
  'audit_broken',
  'disk',
  'backup_old',
  'drill_failed',
  'backup_room',
  'pack_old',
  'sms_limit',
  'channel',
] as const
export const FaultName = z.enum(faultNames)
export type FaultName = z.infer<typeof FaultName>

/** What must hold in the stored rows of every trip and booking, as `ambit health` checks it. */
export const planRules = [
  'seats',
  'wheelchairs',
  'promise',
  'on_board_of_ended_trip',
  'planned_on_ended_trip',
  'history',
  'stop_order',
  'stop_of_other_trip',
  'pickup_after_dropoff',
  'times',
  'break_on_board',
  'route_order',
  'off_route',
  'trip_per_plan',
  'split_group',
  'sold_twice',
] as const
export const PlanRule = z.enum(planRules)
export type PlanRule = z.infer<typeof PlanRule>

export const seriesReviews = ['missed', 'ends'] as const

/** What the sentence of an exception says, besides vehicle, driver and passengers. */
export const ExceptionFacts = z
  .object({
    /** on board, by the bookings that the device knew as aboard */
    people: z.int(),
    /** where the device was last */
    position: VehiclePlace,
    incident: IncidentKind,
    /** how many actions wait, vehicles have no signal, trips are late, exceptions are new, or bookings are not served or late */
    actions: z.int(),
    exceptions: z.int(),
    vehicles: z.int(),
    trips: z.int(),
    not_served: z.int(),
    late: z.int(),
    /** which override waits for an approval, and who asks */
    override: Id,
    asked_by: z.string(),
    /** the figure that crossed the rule's threshold, in whole minutes */
    minutes: z.int(),
    /** how far from its stop a no-show was declared */
    metres: z.int(),
    /** the moment that the sentence names, as the start of a schedule */
    at: Timestamp,
    /** the booking that is asked for, whose miss is contested, which breaks a rule, or which may not be wanted any more */
    service_request_id: Id,
    /** the entry of the waiting list whose passenger is asked, or for which nothing was found */
    waitlist_entry_id: Id,
    /** whose passenger has not called */
    open_return_id: Id,
    /** which leg of a ride with stops is asked about, as the passenger did not come for an earlier one */
    leg: z.int(),
    /** the series with a ride that could not be booked, or is left out, on these dates, or that is to be looked at */
    booking_series_id: Id,
    dates: z.array(z.iso.date()),
    /** why it is to be looked at: three rides in a row were missed or cancelled, or its twelve months are nearly over */
    review: z.enum(seriesReviews),
    miss: MissKind,
    /** the driver's phone does not tell where it is */
    no_permission: z.boolean(),
    /** what is wrong with the installation */
    fault: FaultName,
    /** by which messages to passengers fail */
    channel: MessageChannel,
    /** the job that fails again and again */
    job: z.string(),
    /** what does not hold in the stored plan, which trip or booking breaks it, and how */
    rule: PlanRule,
    detail: z.string(),
  })
  .partial()
export type ExceptionFacts = z.infer<typeof ExceptionFacts>

import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { Timestamp } from './basics.ts'
import { MissKind } from './misses.ts'

/**
 * `driver_action`: something that a driver did needs a dispatcher. `incident`: a driver reported one. `approval`: a driver
 * asks for a no-show, or somebody to break a promise. `no_signal`: nobody sees where a vehicle is. `no_show_contested`: a
 * passenger says that a late cancellation or a no-show is not right.
 */
export const exceptionKinds = [
  'emergency',
  'incident',
  'plan_unconfirmed',
  'driver_action',
  'approval',
  'no_signal',
  'no_show_contested',
] as const
export const ExceptionKind = z.enum(exceptionKinds)
export type ExceptionKind = z.infer<typeof ExceptionKind>

/** `urgent`: act now. `soon`: act before harm is done. `watch`: know of it. */
export const exceptionSeverities = ['urgent', 'soon', 'watch'] as const
export const ExceptionSeverity = z.enum(exceptionSeverities)
export type ExceptionSeverity = z.infer<typeof ExceptionSeverity>

export const exceptionStates = ['open', 'taken', 'resolved'] as const
export const ExceptionState = z.enum(exceptionStates)

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

const VehiclePlace = z.object({
  lat: z.number().min(-90).max(90),
  lon: z.number().min(-180).max(180),
  /** metres */
  accuracy_m: z.number().min(0).max(1_000_000).nullish(),
})

/** What the sentence of an exception says, besides vehicle and driver. */
export const ExceptionFacts = z
  .object({
    /** on board, by the bookings that the device knew as aboard */
    people: z.int(),
    /** where the device was last */
    position: VehiclePlace,
    incident: IncidentKind,
    /** how many actions wait */
    actions: z.int(),
    /** which override waits for an approval, by how many minutes it breaks a promise, and who asks */
    override: Id,
    minutes: z.int(),
    asked_by: z.string(),
    /** the booking that is asked for, or whose miss is contested */
    service_request_id: Id,
    miss: MissKind,
    /** the driver's phone does not tell where it is */
    no_permission: z.boolean(),
  })
  .partial()
export type ExceptionFacts = z.infer<typeof ExceptionFacts>

/** Something in the running service that needs a person. */
export const ServiceException = z.object({
  id: Id,
  kind: ExceptionKind,
  severity: ExceptionSeverity,
  state: ExceptionState,
  zone_id: Id,
  zone_name: z.string(),
  /** IANA, of the zone's clocks */
  time_zone: z.string(),
  region_id: Id,
  trip_id: Id.nullable(),
  trip_name: z.string().nullable(),
  vehicle_number: z.string().nullable(),
  /** null: there is none, or the record is gone */
  driver_name: z.string().nullable(),
  driver_phone: z.string().nullable(),
  facts: ExceptionFacts,
  /** what the driver, or the passenger, wrote */
  text: z.string().nullable(),
  opened_at: Timestamp,
  taken_at: Timestamp.nullable(),
  taken_by: z.string().nullable(),
  resolved_at: Timestamp.nullable(),
  resolved_by: z.string().nullable(),
  /** what was done */
  note: z.string().nullable(),
})
export type ServiceException = z.infer<typeof ServiceException>

export const RESOLUTION_LENGTH = 500
export const ResolutionInput = z.object({
  note: z
    .string()
    .trim()
    .min(1, 'Please say what was done')
    .max(RESOLUTION_LENGTH, `Please keep it to ${RESOLUTION_LENGTH} characters`),
  /** of a contested miss: false where it does not count */
  counts: z.boolean().optional(),
})

/** A driver calls for help. */
export const EmergencyInput = z.object({
  /** made by the device, once and for all */
  id: z.uuid().toLowerCase(),
  /** by the device's clock */
  sent_at: Timestamp,
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
  /** by the device's clock */
  sent_at: Timestamp,
  /** by the device's clock */
  happened_at: Timestamp,
  kind: IncidentKind,
  note: z.string().trim().max(INCIDENT_LENGTH, `Please keep it to ${INCIDENT_LENGTH} characters`),
  /** where the vehicle was; null: the device does not know */
  position: VehiclePlace.nullable(),
})

/** How far an emergency has come, as its driver sees it. */
export const Emergency = z.object({
  id: z.uuid(),
  state: ExceptionState,
  /** who has taken it */
  seen_by: z.string().nullable(),
  seen_at: Timestamp.nullable(),
})
export type Emergency = z.infer<typeof Emergency>

import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { requiredText, stamps, Timestamp } from './basics.ts'

export const statusParts = ['portal', 'booking', 'live', 'drivers', 'mail', 'payments'] as const
export const StatusPart = z.enum(statusParts)
export type StatusPart = z.infer<typeof StatusPart>

/** in order of badness */
export const statusStates = ['working', 'disturbed', 'down'] as const
export const StatusState = z.enum(statusStates)
export type StatusState = z.infer<typeof StatusState>

export const statusPartNames: Readonly<Record<StatusPart, string>> = {
  portal: 'Sign-in and portal',
  booking: 'Booking',
  live: 'Live stream',
  drivers: 'Drivers’ interface',
  mail: 'Mail and messages',
  payments: 'Payments',
}

export const incidentStates = ['planned', 'current', 'over'] as const
export const IncidentState = z.enum(incidentStates)
export type IncidentState = z.infer<typeof IncidentState>

const IncidentUpdate = z.object({ at: Timestamp, text: z.string() })

/** Something that went wrong, or works that are planned. */
export const StatusIncident = z.object({
  id: Id,
  title: z.string(),
  parts: z.array(StatusPart),
  /** null: everywhere */
  region_id: Id.nullable(),
  region_name: z.string().nullable(),
  planned: z.boolean(),
  starts_at: Timestamp,
  /** null: not over */
  ends_at: Timestamp.nullable(),
  /** what the times make of it now */
  state: IncidentState,
  /** oldest first */
  updates: z.array(IncidentUpdate),
  ...stamps,
})
export type StatusIncident = z.infer<typeof StatusIncident>

const text = (what: string) => requiredText(what, 2000)

/** Each field for itself; it must not end before it begins. */
export const StatusIncidentInput = z.object({
  title: requiredText('Please say in a few words what it is', 120),
  parts: z.array(StatusPart).min(1, 'Please choose what is affected').max(statusParts.length),
  region_id: Id.nullish(),
  planned: z.boolean().default(false),
  /** now where nothing is said */
  starts_at: Timestamp.optional(),
  ends_at: Timestamp.nullish(),
  /** the first update */
  text: text('Please write what people should know'),
})
export type StatusIncidentInput = z.infer<typeof StatusIncidentInput>

export const MOST_INCIDENT_UPDATES = 200

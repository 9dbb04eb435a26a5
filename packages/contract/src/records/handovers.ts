import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { nameOf } from '../masks.ts'
import { Timestamp } from './basics.ts'
import { ServiceException } from './exceptions.ts'

/** What a brief tells, in this order: how it stands, and from `disruptions` on what has changed. */
export const briefSections = [
  'open',
  'snoozed',
  'muted',
  'at_risk',
  'waiting',
  'paused',
  'pinned',
  'closures',
  'missing',
  'notes',
  'disruptions',
  'overrides',
  'undone',
  'schedules',
  'resolved',
] as const
export const BriefSection = z.enum(briefSections)
export type BriefSection = z.infer<typeof BriefSection>

/** A line of a brief; null: it does not tell that. */
export const BriefItem = z.object({
  /** what it is about, as `booking:12` */
  key: z.string(),
  /** it came after the handover was offered */
  fresh: z.boolean(),
  at: Timestamp.nullable(),
  until: Timestamp.nullable(),
  /** how late */
  minutes: z.int().nullable(),
  exception: ServiceException.nullable(),
  service_request_id: Id.nullable(),
  traveler_id: Id.nullable(),
  traveler_name: nameOf('traveler_id', z.string()).nullable(),
  vehicle_number: z.string().nullable(),
  zone_name: z.string().nullable(),
  time_zone: z.string().nullable(),
  /** who did it */
  by: z.string().nullable(),
  /** what was written, or what was done */
  text: z.string().nullable(),
})
export type BriefItem = z.infer<typeof BriefItem>

export const Brief = z.object({
  /** what has changed is told from then on: the last handover, or eight hours */
  since: Timestamp,
  /** `total`: lines in all, of which the first 200 are told */
  sections: z.array(z.object({ section: BriefSection, total: z.int(), items: z.array(BriefItem) })),
})
export type Brief = z.infer<typeof Brief>

export const HANDOVER_NOTE_LENGTH = 2000

export const Handover = z.object({
  id: Id,
  region_id: Id,
  region_name: z.string(),
  zones: z.array(z.object({ id: Id, name: z.string() })),
  giver_id: Id.nullable(),
  /** null: the account is gone */
  giver: z.string().nullable(),
  taker_id: Id.nullable(),
  taker: z.string().nullable(),
  note: z.string(),
  offered_at: Timestamp,
  accepted_at: Timestamp.nullable(),
  /** when its giver offered another in its place */
  replaced_at: Timestamp.nullable(),
})
export type Handover = z.infer<typeof Handover>

/** With its brief: as it was accepted, and before as it stands now. */
export const OpenedHandover = Handover.extend({ brief: Brief })
export type OpenedHandover = z.infer<typeof OpenedHandover>

export const HandoverInput = z.object({
  region_id: Id,
  /** none: all of the region */
  zone_ids: z.array(Id).max(1000),
  taker_id: Id,
  note: z.string().trim().max(HANDOVER_NOTE_LENGTH, `Please keep it to ${HANDOVER_NOTE_LENGTH} characters`),
})

export const HandoverAcceptance = z.object({
  /** that were read */
  sections: z.array(BriefSection).max(briefSections.length),
})

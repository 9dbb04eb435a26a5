import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { Timestamp } from './basics.ts'
import { ExceptionKind } from './exceptions.ts'

/** Of these nobody may hear less. */
export const neverMuted = ['emergency', 'plan_broken', 'fault'] as const satisfies readonly ExceptionKind[]

export const MUTE_MINUTES = { least: 15, most: 240 } as const
export const MUTE_REASON_LENGTH = 250
const MINUTES = `Please enter a number of minutes from ${MUTE_MINUTES.least} to ${MUTE_MINUTES.most}`

/** A kind that interrupts nobody in a zone for some time. It is raised, listed and counted as ever. */
export const ExceptionMute = z.object({
  id: Id,
  kind: ExceptionKind,
  zone_id: Id,
  zone_name: z.string(),
  time_zone: z.string(),
  region_id: Id,
  reason: z.string(),
  from: Timestamp,
  until: Timestamp,
  /** null: the account is gone */
  muted_by: z.string().nullable(),
})
export type ExceptionMute = z.infer<typeof ExceptionMute>

export const ExceptionMuteInput = z.object({
  zone_id: Id,
  kind: ExceptionKind,
  minutes: z.int(MINUTES).min(MUTE_MINUTES.least, MINUTES).max(MUTE_MINUTES.most, MINUTES),
  reason: z
    .string()
    .trim()
    .min(1, 'Please say why')
    .max(MUTE_REASON_LENGTH, `Please keep it to ${MUTE_REASON_LENGTH} characters`),
})

/** Somebody who may answer exceptions of a region. */
export const Answerer = z.object({
  id: Id,
  name: z.string(),
  /** on duty for one of the region's zones */
  on_watch: z.boolean(),
})
export type Answerer = z.infer<typeof Answerer>

/** Interruptions of the last ten minutes in words: up to 1, 5, 10, and more. */
export const interruptionLoads = ['calm', 'busy', 'heavy', 'flood'] as const
export const InterruptionLoad = z.enum(interruptionLoads)
export type InterruptionLoad = z.infer<typeof InterruptionLoad>

const counted = {
  /** in the last ten minutes */
  interruptions: z.int(),
  load: InterruptionLoad,
}

/** Who is on duty, for which zones, and how often they were interrupted. */
export const WatchKeeper = z.object({
  user_id: Id,
  name: z.string(),
  since: Timestamp,
  zones: z.array(z.object({ id: Id, name: z.string() })),
  ...counted,
})
export type WatchKeeper = z.infer<typeof WatchKeeper>

export const WatchedZone = z.object({
  id: Id,
  name: z.string(),
  region_id: Id,
  /** how many trips are under way */
  trips: z.int(),
  /** how many people are on duty */
  keepers: z.int(),
  ...counted,
})
export type WatchedZone = z.infer<typeof WatchedZone>

export const WatchInput = z.object({ zone_ids: z.array(Id).min(1, 'Please choose a zone').max(1000) })

import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { Timestamp } from './basics.ts'

export const continuityFiles = ['index.html', 'trips.csv', 'trips.pdf'] as const

/** Packs older than this are warned of. */
export const PACK_OLD_MINUTES = 20

/** A region's trips of the next 24 hours, as files to work from without the server. */
export const ContinuityPack = z.object({
  region_id: z.int(),
  region_name: z.string(),
  /** its place in the folder */
  name: z.string(),
  /** what it shows; the same as `written_at` but in a demo, which has a clock of its own */
  moment: z.iso.datetime(),
  written_at: z.iso.datetime(),
  trips: z.int(),
  bookings: z.int(),
  bytes: z.int(),
  /** its one file is its page, which asks for the passphrase */
  encrypted: z.boolean(),
})
export type ContinuityPack = z.infer<typeof ContinuityPack>

/** A place where packs are written, and how it stands. */
export const ContinuityFolder = z.object({
  path: z.string(),
  /** who can read what is in it, besides the account of the server; null where that is not known */
  readers: z.enum(['owner', 'group', 'everybody']).nullable(),
  /** when the newest pack of each region was written; null for a region without any */
  newest: z.array(z.object({ region_id: z.int(), written_at: z.iso.datetime().nullable() })),
  /** why it cannot be read */
  trouble: z.string().nullable(),
})
export type ContinuityFolder = z.infer<typeof ContinuityFolder>

export const ContinuityState = z.object({
  /** by the wall's clock, which ages are counted by */
  now: z.iso.datetime(),
  folders: z.array(ContinuityFolder),
  /** what packs written from now on are */
  encrypted: z.boolean(),
  /** what was in the way when packs were last written */
  trouble: z.string().nullable(),
  regions: z.array(z.object({ id: z.int(), name: z.string(), time_zone: z.string(), wanted: z.boolean() })),
})
export type ContinuityState = z.infer<typeof ContinuityState>

export const ContinuityWish = z.object({
  /** null: of every region that the caller sees */
  region_id: Id.nullable(),
})

export const paperMarks = ['boarded', 'not_come', 'set_down'] as const

/** What was written on paper about a stop of a trip, in the order of its stops. */
export const PaperStop = z.object({
  trip_stop_id: Id,
  /** null: the server knows it already */
  arrived_at: Timestamp.nullable(),
  /** null: the vehicle is still there, or the server knows it already */
  departed_at: Timestamp.nullable(),
  bookings: z.array(z.object({ id: Id, mark: z.enum(paperMarks), at: Timestamp })).max(100),
})
export type PaperStop = z.infer<typeof PaperStop>

export const CatchUpInput = z.object({
  trip_id: Id,
  written_by: z.string().trim().min(1, 'Please enter who wrote it').max(100),
  stops: z.array(PaperStop).min(1, 'Please enter at least one stop').max(300),
})
export type CatchUpInput = z.infer<typeof CatchUpInput>

/** A trip with stops that should have been reached by now. */
export const TripToCatchUp = z.object({
  id: Id,
  name: z.string(),
  region_id: Id,
  zone_name: z.string(),
  time_zone: z.string(),
  vehicle_number: z.string().nullable(),
  driver_name: z.string().nullable(),
  start_datetime: Timestamp,
  end_datetime: Timestamp,
  /** stops whose time is over and that nothing is known of */
  stops_open: z.int(),
  /** bookings that should have boarded or alighted at them */
  bookings_open: z.int(),
})
export type TripToCatchUp = z.infer<typeof TripToCatchUp>

/** When no server ran, as long as what was written on paper meanwhile may still come. */
export const Outage = z.object({
  region_id: Id,
  region_name: z.string(),
  time_zone: z.string(),
  from_at: Timestamp,
  until_at: Timestamp,
})
export type Outage = z.infer<typeof Outage>

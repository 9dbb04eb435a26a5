import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { nameOf } from '../masks.ts'
import { Door, stamps, Timestamp } from './basics.ts'
import { PaymentMethodName } from './zones.ts'

/** Any but `waiting` is for good. */
export const waitlistStates = ['waiting', 'booked', 'withdrawn', 'given_up'] as const
export type WaitlistState = (typeof waitlistStates)[number]

/** Once there is room: it is booked, and the passenger gets a message; or staff call the passenger first. */
export const waitlistModes = ['book', 'ask'] as const
export const WaitlistMode = z.enum(waitlistModes)
export type WaitlistMode = z.infer<typeof WaitlistMode>

/** Minutes either side of the wish that are acceptable unless others are given. */
export const WAITLIST_FRAME_MINUTES = 60
/** An acceptable time is at most so far from the wish. */
export const WAITLIST_MOST_MINUTES = 240

/** A journey that could not be offered, and waits until there is room for it. */
export const WaitlistEntry = z.object({
  id: Id,
  /** what was asked for and refused */
  service_availability_search_id: Id,
  traveler_id: Id,
  traveler_name: nameOf('traveler_id', z.string()),
  zone_id: Id,
  zone_name: z.string(),
  region_id: Id,
  /** IANA, of the zone's clocks */
  time_zone: z.string(),
  origin: Door,
  destination: Door,
  passenger_count: z.int(),
  traveling_at: Timestamp,
  departing: z.boolean(),
  /** the first and last departure that is acceptable, or arrival */
  earliest_at: Timestamp,
  latest_at: Timestamp,
  mode: WaitlistMode,
  payment_method: PaymentMethodName,
  state: z.enum(waitlistStates),
  /** when it is given up */
  give_up_at: Timestamp,
  /** of those who are asked first, and of what was given up: a time that worked when it was looked at last; null: none */
  fits_at: Timestamp.nullable(),
  /** what it became */
  service_request_id: Id.nullable(),
  ended_at: Timestamp.nullable(),
  /** who put it on the list; null: the account is gone */
  created_by: z.string().nullable(),
  ...stamps,
})
export type WaitlistEntry = z.output<typeof WaitlistEntry>

export const WaitlistEntryInput = z
  .object({
    service_availability_search_id: Id,
    earliest_at: Timestamp,
    latest_at: Timestamp,
    mode: WaitlistMode.default('book'),
    payment_method: PaymentMethodName,
  })
  .refine(({ earliest_at, latest_at }) => Date.parse(earliest_at) <= Date.parse(latest_at), {
    path: ['latest_at'],
    error: 'The latest time comes after the earliest',
  })

export const WaitlistEntryChange = z.object({ mode: WaitlistMode })

/** What is to be known before a journey is put on the list. */
export const WaitlistOutlook = z.object({
  /** the zone has a list that is not full on that day */
  open: z.boolean(),
  /** why not; null: it is open */
  refused: z.string().nullable(),
  /** entries of the zone that wait for the same hour */
  waiting: z.int(),
  payment_methods: z.array(PaymentMethodName),
  /** minutes before the latest acceptable time at which an entry is given up */
  give_up_minutes: z.int(),
})
export type WaitlistOutlook = z.infer<typeof WaitlistOutlook>

import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { masked, nameOf, unseen } from '../masks.ts'
import { requiredText, stamps, Timestamp } from './basics.ts'

export const lostItemStates = ['reported', 'found', 'not_found', 'returned'] as const
export type LostItemState = (typeof lostItemStates)[number]

/** For so many days after a ride. */
export const LOST_DAYS = 30

/** What a passenger has left in a vehicle, as staff see it. */
export const LostItem = z.object({
  id: Id,
  service_request_id: Id,
  traveler_id: Id,
  traveler_name: nameOf('traveler_id', z.string()),
  what: z.string(),
  left_where: z.string().nullable(),
  /** how to reach the passenger */
  reach: masked('contact', 'hidden', z.string().nullable()),
  state: z.enum(lostItemStates),
  /** of staff, for staff */
  note: unseen('care', z.string()),
  boarded_at: Timestamp.nullable(),
  zone_name: z.string(),
  region_id: Id,
  /** IANA, of the zone's clocks */
  time_zone: z.string(),
  trip_id: Id.nullable(),
  trip_name: z.string().nullable(),
  vehicle_id: Id.nullable(),
  vehicle_number: z.string().nullable(),
  driver_name: z.string().nullable(),
  ...stamps,
})
export type LostItem = z.output<typeof LostItem>

export const LostItemChange = z
  .object({
    state: z.enum(lostItemStates),
    note: z.string().trim().max(500, 'Please enter at most 500 characters').nullable(),
  })
  .partial()

const words = z.string().trim().max(200, 'Please enter at most 200 characters').nullish()

export const RideLostItemInput = z.object({
  what: requiredText('Please enter what you have lost', 200).pipe(
    z.string().min(3, 'Please enter at least 3 characters'),
  ),
  left_where: words,
  reach: words,
})

/** What the passenger has lost on a ride, and what became of it. */
export const RideLostItem = z.object({
  id: Id,
  what: z.string(),
  state: z.enum(lostItemStates),
  created_at: Timestamp,
})
export type RideLostItem = z.output<typeof RideLostItem>

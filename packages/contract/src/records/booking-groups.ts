import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { requiredText, Timestamp } from './basics.ts'
import {
  MAX_PASSENGERS,
  SearchInput,
  Seating,
  ServiceAvailabilitySearch,
  ServiceRequest,
  ServiceRequestInput,
} from './service-requests.ts'

export const MOST_MEMBERS = 30
const TOO_FEW = 'A group has 2 members at least'
const TOO_MANY = `A group has ${MOST_MEMBERS} members at most`

export const GroupName = requiredText('Please enter a name', 100)

/** Passengers who were booked as one, with the bookings that the caller may see. */
export const BookingGroup = z.object({
  id: Id,
  name: z.string(),
  zone_id: Id,
  zone_name: z.string(),
  time_zone: z.string(),
  seating: Seating,
  /** all of them were to travel, or nobody */
  all_or_none: z.boolean(),
  /** each member's own, in the order of their pick-ups */
  service_requests: z.array(ServiceRequest),
  created_at: Timestamp,
})
export type BookingGroup = z.infer<typeof BookingGroup>

/** A group in the list. */
export const BookingGroupRow = BookingGroup.omit({ service_requests: true }).extend({
  /** how many were booked, and how many of them are neither over nor cancelled */
  members: z.int(),
  open: z.int(),
  /** the first promised pick-up */
  first_pickup_at: Timestamp.nullable(),
})

const { traveler_id, passengers, aids, own_times, mobility_support, origin, destination } = SearchInput.shape

/** One passenger of record, with who and what comes along. */
export const GroupMember = z.object({ traveler_id, passengers, aids, own_times, mobility_support, origin, destination })

type Members = { members: readonly z.output<typeof GroupMember>[] }

const travelsOnce = ({ members }: { members: readonly { traveler_id: number }[] }): boolean =>
  new Set(members.map((one) => one.traveler_id)).size === members.length

const seatsFit = ({ members }: Members): boolean =>
  members.reduce((sum, one) => sum + one.passengers.length, 0) <= MAX_PASSENGERS

const atOnePlace = ({ members }: Members, end: 'origin' | 'destination'): boolean =>
  members.every((one) => one[end].point.join() === members[0]?.[end].point.join())
const sharesPlace = (group: Members): boolean => atOnePlace(group, 'origin') || atOnePlace(group, 'destination')

const atMembers = (error: string) => ({ path: ['members'], error })
/** For a schema's `refine`: what holds of the members of every group. */
export const groupRules = {
  once: [travelsOnce, atMembers('Each passenger travels once')],
  seats: [seatsFit, atMembers(`A group has ${MAX_PASSENGERS} seats at most`)],
  place: [sharesPlace, atMembers('A group begins at one place, or ends at one')],
} as const
/** Two members at least. */
export const groupMembers = <T extends z.ZodType>(member: T) =>
  z.array(member).min(2, TOO_FEW).max(MOST_MEMBERS, TOO_MANY)

export const BookingGroupSearchInput = z
  .object({
    seating: Seating,
    all_or_none: z.boolean(),
    members: groupMembers(GroupMember),
    traveling_at: SearchInput.shape.traveling_at,
    departing: SearchInput.shape.departing,
    region_id: SearchInput.shape.region_id,
    zone_id: SearchInput.shape.zone_id,
  })
  .refine(...groupRules.once)
  .refine(...groupRules.seats)
  .refine(...groupRules.place)

/** How a group can travel: a search of each member, in their order, with one offering, or none for who is left out. */
export const BookingGroupSearch = z.object({
  zone_id: Id,
  time_zone: z.string(),
  searches: z.array(ServiceAvailabilitySearch),
  vehicles: z.array(z.object({ trip_id: Id, vehicle_number: z.string(), traveler_ids: z.array(Id) })),
  total_price: z.number(),
})
export type BookingGroupSearch = z.infer<typeof BookingGroupSearch>

/** Why no vehicle takes a group together, what the fewest are that would do, and when it works. */
export const GroupRefusal = z.object({
  seats: z.int(),
  wheelchairs: z.int(),
  /** what is free then in the vehicle that has most; null: none is in service */
  largest: z.object({ seats: z.int(), wheelchairs: z.int() }).nullable(),
  /** the fewest vehicles that take all; null: not even several do */
  vehicles: z.int().nullable(),
  /** the next time at which it works as it was asked for; null: none within four hours */
  next_at: Timestamp.nullable(),
})
export type GroupRefusal = z.infer<typeof GroupRefusal>

const BookedMember = ServiceRequestInput.pick({
  traveler_id: true,
  service_offering_id: true,
  payment_method: true,
  discount_code: true,
  pickup_note: true,
  dropoff_note: true,
})

export const BookingGroupInput = z
  .object({
    name: GroupName,
    seating: Seating,
    all_or_none: z.boolean(),
    comment: ServiceRequestInput.shape.comment,
    members: groupMembers(BookedMember),
  })
  .refine(...groupRules.once)

export const BookingGroupChange = z.object({ name: GroupName })

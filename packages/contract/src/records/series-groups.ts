import { z } from 'zod'
import {
  atOnePlace,
  GroupMember,
  GroupName,
  isRepeated,
  MOST_MEMBERS,
  seatsOf,
  TOO_FEW,
  TOO_MANY,
} from './booking-groups.ts'
import { BookingSeriesInput } from './booking-series.ts'
import { DayTime } from './regions.ts'
import { MAX_PASSENGERS, Seating } from './service-requests.ts'
import { PaymentMethodName } from './zones.ts'

const { pattern, starts_on, ends_on, ride_count, left_out, added, zone_id, comment } = BookingSeriesInput.shape

/** When the group travels one way, to depart or to arrive. */
const GroupWay = z.object({ time: DayTime, departing: z.boolean() })

/** A group that travels again and again: a series is made of each member. */
export const SeriesGroupInput = z
  .object({
    name: GroupName,
    seating: Seating,
    /** all who travel on a date, or nobody on that date */
    all_or_none: z.boolean(),
    zone_id,
    pattern,
    starts_on,
    ends_on,
    ride_count,
    left_out,
    added,
    /** the way there, and the way back between the same places if there is one */
    ways: z.array(GroupWay).min(1, 'Please choose when to travel').max(2, 'There is a way there and a way back'),
    comment,
    members: z
      .array(GroupMember.extend({ payment_method: PaymentMethodName }))
      .min(2, TOO_FEW)
      .max(MOST_MEMBERS, TOO_MANY),
  })
  .refine(({ members }) => !isRepeated(members), { path: ['members'], error: 'Each passenger travels once' })
  .refine(({ members }) => seatsOf(members) <= MAX_PASSENGERS, {
    path: ['members'],
    error: `A group has ${MAX_PASSENGERS} seats at most`,
  })
  .refine(({ members }) => atOnePlace(members, 'origin') || atOnePlace(members, 'destination'), {
    path: ['members'],
    error: 'A group begins at one place, or ends at one',
  })
  .refine((span) => span.ends_on == null || span.ends_on >= span.starts_on, {
    path: ['ends_on'],
    error: 'The last date comes after the first',
  })
  .refine((span) => span.ends_on == null || span.ride_count == null, {
    path: ['ride_count'],
    error: 'Please choose an end date or a number of rides',
  })

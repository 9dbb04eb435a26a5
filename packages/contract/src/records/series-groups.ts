import { z } from 'zod'
import { GroupMember, groupMembers, GroupName, groupRules } from './booking-groups.ts'
import { BookingSeriesInput, seriesSpan } from './booking-series.ts'
import { DayTime } from './regions.ts'
import { Seating } from './service-requests.ts'
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
    members: groupMembers(GroupMember.extend({ payment_method: PaymentMethodName })),
  })
  .refine(...groupRules.once)
  .refine(...groupRules.seats)
  .refine(...groupRules.place)
  .refine(...seriesSpan.order)
  .refine(...seriesSpan.oneEnd)

import { z } from 'zod'
import { endpoint, idParams, many, one } from '../endpoint.ts'
import { idList, listQuery, timeRange } from '../query.ts'
import {
  BookingGroup,
  BookingGroupChange,
  BookingGroupInput,
  BookingGroupRow,
  BookingGroupSearch,
  BookingGroupSearchInput,
} from '../records/booking-groups.ts'

const READ = 'TravellerManagement:group:canRead'

export const bookingGroups = {
  list: endpoint('bookingGroups.list', 'GET', '/booking_groups', {
    summary: 'Groups of passengers who travel together',
    access: READ,
    query: listQuery(
      {
        region: idList,
        zone: idList,
        /** of the first promised pick-up */
        date_range: timeRange,
      },
      ['id', 'created_at', 'name'],
    ),
    answer: many(BookingGroupRow),
  }),
  show: endpoint('bookingGroups.show', 'GET', '/booking_groups/:id', {
    summary: 'A group with the bookings of its members',
    access: READ,
    params: idParams,
    answer: one(BookingGroup),
  }),
  /**
   * 422 `no_vehicle_takes_all` where the group cannot travel as it was asked for: `meta.refusal` (GroupRefusal) says by how
   * much, in how many vehicles it can, and when. What is wrong with one member stands at `/members/3/…`.
   */
  search: endpoint('bookingGroups.search', 'POST', '/booking_groups/search', {
    summary: 'How a group can travel',
    access: 'TravellerManagement:group:canCreate',
    body: BookingGroupSearchInput,
    answer: one(BookingGroupSearch),
    status: 201,
  }),
  /**
   * All in one transaction. 409 `offer_gone` where it cannot be had any more: nothing has been booked, `meta` has a fresh
   * search (`booking_group_search`) or why there is none (`refusal`). A group that is not all or none is booked without
   * those whose offering is gone.
   */
  create: endpoint('bookingGroups.create', 'POST', '/booking_groups', {
    summary: 'Confirm the offerings of a group',
    access: 'TravellerManagement:group:canCreate',
    body: BookingGroupInput,
    answer: one(BookingGroup),
    status: 201,
  }),
  update: endpoint('bookingGroups.update', 'PATCH', '/booking_groups/:id', {
    summary: 'Name a group otherwise',
    access: 'TravellerManagement:group:canUpdate',
    params: idParams,
    body: BookingGroupChange,
    answer: one(BookingGroup),
  }),
  /** 409 where one of them has begun */
  cancel: endpoint('bookingGroups.cancel', 'POST', '/booking_groups/:id/cancel', {
    summary: 'Cancel the bookings of all members that are still open',
    access: 'TravellerManagement:group:canDestroy',
    params: idParams,
    body: z.object({ reason: z.string().trim().max(250).nullish() }),
    answer: one(BookingGroup),
    keyed: true,
  }),
}

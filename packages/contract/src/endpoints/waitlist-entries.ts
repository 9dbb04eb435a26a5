import { z } from 'zod'
import { endpoint, idParams, many, one } from '../endpoint.ts'
import { idList, listQuery, textList, timeRange } from '../query.ts'
import {
  WaitlistEntry,
  WaitlistEntryChange,
  WaitlistEntryInput,
  WaitlistOutlook,
  waitlistStates,
} from '../records/waitlist-entries.ts'

const READ = 'TravellerManagement:waitlist:canRead'

export const waitlistEntries = {
  list: endpoint('waitlistEntries.list', 'GET', '/waitlist_entries', {
    summary: 'Journeys that wait until there is room for them',
    access: READ,
    represented: true,
    query: listQuery(
      {
        state: textList.pipe(z.array(z.enum(waitlistStates))),
        region: idList,
        zone: idList,
        traveler: idList,
        date_range: timeRange,
      },
      ['id', 'created_at', 'traveling_at', 'give_up_at', 'state', 'traveler_name'],
    ),
    answer: many(WaitlistEntry),
  }),
  show: endpoint('waitlistEntries.show', 'GET', '/waitlist_entries/:id', {
    summary: 'One journey that waits, or did',
    access: READ,
    represented: true,
    params: idParams,
    answer: one(WaitlistEntry),
  }),
  outlook: endpoint('waitlistEntries.outlook', 'GET', '/waitlist_outlook', {
    summary: 'How many wait for the hour of a refused search, and whether it may wait too',
    access: 'TravellerManagement:waitlist:canCreate',
    query: z.object({ service_availability_search_id: z.coerce.number().int().positive() }),
    answer: one(WaitlistOutlook),
  }),
  /** 422 at the field, also where the list of that day is full, or the passenger waits for the same already */
  create: endpoint('waitlistEntries.create', 'POST', '/waitlist_entries', {
    summary: 'Put a refused search on the waiting list',
    access: 'TravellerManagement:waitlist:canCreate',
    body: WaitlistEntryInput,
    answer: one(WaitlistEntry),
    status: 201,
  }),
  /** 409 where it waits no longer */
  update: endpoint('waitlistEntries.update', 'PATCH', '/waitlist_entries/:id', {
    summary: 'Book a journey that waits as soon as there is room, or ask first',
    access: 'TravellerManagement:waitlist:canUpdate',
    params: idParams,
    body: WaitlistEntryChange,
    answer: one(WaitlistEntry),
  }),
  /** 409 where it waits no longer */
  withdraw: endpoint('waitlistEntries.withdraw', 'POST', '/waitlist_entries/:id/withdraw', {
    summary: 'Take a journey off the waiting list',
    access: 'TravellerManagement:waitlist:canDestroy',
    params: idParams,
    answer: one(WaitlistEntry),
    keyed: true,
  }),
}

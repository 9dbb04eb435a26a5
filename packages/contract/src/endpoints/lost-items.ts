import { z } from 'zod'
import { endpoint, idParams, many, one } from '../endpoint.ts'
import { idList, listQuery, textList } from '../query.ts'
import { LostItem, LostItemChange, lostItemStates, RideLostItem, RideLostItemInput } from '../records/lost-items.ts'

const READ = 'LiveBooking:lostItem:canRead'

export const lostItems = {
  list: endpoint('lostItems.list', 'GET', '/lost_items', {
    summary: 'What passengers have left in vehicles',
    access: READ,
    query: listQuery({ state: textList.pipe(z.array(z.enum(lostItemStates))), region: idList }, [
      'id',
      'created_at',
      'boarded_at',
      'state',
      'vehicle_number',
      'traveler_name',
    ]),
    answer: many(LostItem),
  }),
  show: endpoint('lostItems.show', 'GET', '/lost_items/:id', {
    summary: 'One thing that was lost, with its trip, vehicle and driver',
    access: READ,
    params: idParams,
    answer: one(LostItem),
  }),
  update: endpoint('lostItems.update', 'PATCH', '/lost_items/:id', {
    summary: 'Note what became of it; the passenger gets a message about another state',
    access: 'LiveBooking:lostItem:canUpdate',
    params: idParams,
    body: LostItemChange,
    answer: one(LostItem),
  }),
}

export const rideLostItems = {
  lostItems: endpoint('ride.lostItems', 'GET', '/bookings/:id/lost_items', {
    summary: 'What was reported as lost on a ride, and what became of it',
    audience: 'passenger',
    access: 'passenger',
    params: idParams,
    answer: many(RideLostItem),
  }),
  /** 409 for a ride that did not take place, or is longer ago than 30 days */
  reportLost: endpoint('ride.reportLost', 'POST', '/bookings/:id/lost_items', {
    summary: 'Report something that was left in the vehicle',
    audience: 'passenger',
    access: 'passenger',
    params: idParams,
    body: RideLostItemInput,
    answer: one(RideLostItem),
    status: 201,
  }),
}

import { empty, endpoint, idParams, many, one } from '../endpoint.ts'
import { idList, listQuery, timeRange } from '../query.ts'
import { DriverMessage, DriverMessageInput } from '../records/driver-messages.ts'

export const driverMessages = {
  list: endpoint('driverMessages.list', 'GET', '/driver_messages', {
    summary: 'What drivers and dispatch said to each other',
    access: 'Messaging:driverThread:canRead',
    query: listQuery({ region: idList, driver: idList, trip: idList, date_range: timeRange }, ['id', 'written_at']),
    answer: many(DriverMessage),
  }),
  ofTrip: endpoint('driverMessages.ofTrip', 'GET', '/trips/:id/driver_messages', {
    summary: 'The thread between a trip’s driver and dispatch, oldest first',
    access: 'Messaging:driverThread:canRead',
    params: idParams,
    answer: many(DriverMessage),
  }),
  create: endpoint('driverMessages.create', 'POST', '/trips/:id/driver_messages', {
    summary: 'Write to the driver of a trip',
    access: 'Messaging:driverThread:canCreate',
    params: idParams,
    body: DriverMessageInput,
    answer: one(DriverMessage),
    status: 201,
    keyed: true,
  }),
  read: endpoint('driverMessages.read', 'POST', '/trips/:id/driver_messages/read', {
    summary: 'What the driver wrote on this trip has been read',
    access: 'Messaging:driverThread:canCreate',
    params: idParams,
    answer: empty,
    status: 204,
  }),
}

import { z } from 'zod'
import { empty, endpoint, Id, idParams, many, one } from '../endpoint.ts'
import { idList, listQuery, timeRange } from '../query.ts'
import { Broadcast, BroadcastInput, BroadcastReach } from '../records/broadcasts.ts'
import { DriverMessage, DriverMessageInput, DriverThread } from '../records/driver-messages.ts'

export const driverMessages = {
  list: endpoint('driverMessages.list', 'GET', '/driver_messages', {
    summary: 'What drivers and dispatch said to each other',
    access: 'Messaging:driverThread:canRead',
    query: listQuery(
      {
        region: idList,
        driver: idList,
        trip: idList,
        date_range: timeRange,
        /** what this one wrote and the other has not read */
        unread: z.enum(['driver', 'dispatch']),
      },
      ['id', 'written_at'],
    ),
    answer: many(DriverMessage),
  }),
  ofTrip: endpoint('driverMessages.ofTrip', 'GET', '/trips/:id/driver_messages', {
    summary: 'The thread between a trip’s driver and dispatch, oldest first, and who is answering',
    access: 'Messaging:driverThread:canRead',
    params: idParams,
    answer: DriverThread,
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
  answering: endpoint('driverMessages.answering', 'POST', '/trips/:id/driver_messages/answering', {
    summary: 'The caller is writing to the driver of a trip, or is not any more; holds for half a minute',
    access: 'Messaging:driverThread:canCreate',
    params: idParams,
    body: z.object({ answering: z.boolean() }),
    answer: empty,
    status: 204,
  }),
  read: endpoint('driverMessages.read', 'POST', '/trips/:id/driver_messages/read', {
    summary: 'What the driver wrote on this trip has been read',
    access: 'Messaging:driverThread:canCreate',
    params: idParams,
    answer: empty,
    status: 204,
  }),
}

/** To every driver who has signed on in a zone or region. */
export const broadcasts = {
  list: endpoint('broadcasts.list', 'GET', '/broadcasts', {
    summary: 'What was said to all drivers of a zone or region, and who has read it',
    access: 'Messaging:driverThread:canRead',
    query: listQuery({ region: idList }, ['id', 'created_at']),
    answer: many(Broadcast),
  }),
  reach: endpoint('broadcasts.reach', 'GET', '/broadcasts/reach', {
    summary: 'How many drivers a broadcast would go to now',
    access: 'Messaging:broadcast:canCreate',
    query: z.object({ region_id: z.coerce.number().pipe(Id), zone_id: z.coerce.number().pipe(Id).optional() }),
    answer: one(BroadcastReach),
  }),
  show: endpoint('broadcasts.show', 'GET', '/broadcasts/:id', {
    summary: 'One broadcast, and who has read it',
    access: 'Messaging:driverThread:canRead',
    params: idParams,
    answer: one(Broadcast),
  }),
  create: endpoint('broadcasts.create', 'POST', '/broadcasts', {
    summary: 'Write to every driver who has signed on in a zone or region',
    access: 'Messaging:broadcast:canCreate',
    body: BroadcastInput,
    answer: one(Broadcast),
    status: 201,
    keyed: true,
  }),
}

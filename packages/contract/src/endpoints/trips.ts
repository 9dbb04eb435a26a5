import { z } from 'zod'
import { empty, endpoint, Id, idParams, many, one } from '../endpoint.ts'
import { idList, listQuery, textList, timeRange } from '../query.ts'
import { Disruption, DisruptionPreview, RoadClosure } from '../records/disruptions.ts'
import { KeptDriverAction, SetAsideInput } from '../records/driver-actions.ts'
import { TripCash } from '../records/fares.ts'
import {
  AffectedBookings,
  MOST_TRIPS_AT_ONCE,
  Trip,
  TripHistory,
  TripInput,
  TripStateInput,
  TripWithStops,
} from '../records/trips.ts'

const tripFilters = {
  region: idList,
  zone: idList,
  status: textList,
  driver: idList,
  vehicle: idList,
  id: idList,
  /** a part of the trip's name */
  name: z.string().trim().max(200),
  date_range: timeRange,
}
export const trips = {
  list: endpoint('trips.list', 'GET', '/trips', {
    summary: 'List trips',
    access: 'TripManagement:trip:canRead',
    query: listQuery(tripFilters, ['id', 'name', 'start_datetime']),
    answer: many(Trip),
  }),
  active: endpoint('trips.active', 'GET', '/trips/active', {
    summary:
      'Trips under way or about to start, and those out of service for which passengers still wait, for monitoring',
    access: 'VehicleMonitoring:monitoring:canRead',
    query: z.object({ filter: z.strictObject({ region: idList, zone: idList, id: idList }).partial().optional() }),
    answer: many(Trip),
  }),
  show: endpoint('trips.show', 'GET', '/trips/:id', {
    summary: 'One trip with its stops',
    access: 'TripManagement:trip:canRead',
    params: idParams,
    answer: one(TripWithStops),
  }),
  update: endpoint('trips.update', 'PATCH', '/trips/:id', {
    summary: 'Assign another driver or vehicle to a trip',
    access: 'TripManagement:trip:canUpdate',
    params: idParams,
    body: TripInput,
    answer: one(Trip),
  }),
  /** all of them or none; refusals are listed by place in the list */
  updateSeveral: endpoint('trips.updateSeveral', 'PATCH', '/trips', {
    summary: 'Assign another driver and vehicle to several trips',
    access: 'TripManagement:trip:canUpdate',
    query: z.object({ ids: idList }),
    body: z
      .array(TripInput.extend({ id: Id }))
      .min(1)
      .max(MOST_TRIPS_AT_ONCE),
    answer: many(Trip),
  }),
  driverActions: endpoint('trips.driverActions', 'GET', '/trips/:id/driver_actions', {
    summary: 'What the drivers of a trip did, in the order in which it was told',
    access: 'TripManagement:driverAction:canRead',
    params: idParams,
    answer: many(KeptDriverAction),
  }),
  cash: endpoint('trips.cash', 'GET', '/trips/:id/cash', {
    summary: 'What the driver of a trip has to hand in, fare by fare',
    access: 'DriverManagement:cash:canRead',
    params: idParams,
    answer: one(TripCash),
  }),
  returnToService: endpoint('trips.returnToService', 'POST', '/trips/:id/return', {
    summary: 'Put a vehicle that was taken out of service back on its schedule, with a new trip',
    access: 'TripManagement:tripStatusDialog:canUpdate',
    params: idParams,
    answer: one(Trip),
    status: 201,
  }),
  history: endpoint('trips.history', 'GET', '/trips/:id/history', {
    summary: 'Changes of a trip: its state, driver and vehicle, the oldest first',
    access: 'TripManagement:trip:canRead',
    params: idParams,
    answer: many(TripHistory),
  }),
  changeState: endpoint('trips.changeState', 'POST', '/trips/:id/status', {
    summary: "Change a trip's state",
    access: 'TripManagement:tripStatusDialog:canUpdate',
    params: idParams,
    body: TripStateInput,
    /** the change waits for `force` when there are affected bookings */
    answer: one(AffectedBookings.extend({ trip: Trip })),
    keyed: true,
  }),
}

/** What drivers did on the road and the plan cannot follow by itself. */
export const driverActions = {
  /** 422 with what is in the way where it cannot be applied to the trip as it is now */
  accept: endpoint('driverActions.accept', 'POST', '/driver_actions/:id/accept', {
    summary: 'Apply an action that needed a dispatcher to the trip as it is now',
    access: 'TripManagement:driverAction:canUpdate',
    params: idParams,
    answer: one(KeptDriverAction),
    keyed: true,
  }),
  setAside: endpoint('driverActions.setAside', 'POST', '/driver_actions/:id/set_aside', {
    summary: 'Settle an action that needed a dispatcher without applying it',
    access: 'TripManagement:driverAction:canUpdate',
    params: idParams,
    body: SetAsideInput,
    answer: one(KeptDriverAction),
    keyed: true,
  }),
}

export const disruptions = {
  preview: endpoint('disruptions.preview', 'POST', '/disruption_previews', {
    summary: 'The effect of a disruption on bookings: which move, which are how late, which cannot be served',
    access: 'TripManagement:tripStatusDialog:canRead',
    body: Disruption,
    answer: one(DisruptionPreview),
  }),
  /** 409 with a fresh preview in `meta.disruption_preview` when the effect would be different by now */
  accept: endpoint('disruptions.accept', 'POST', '/disruption_previews/accept', {
    summary: 'Carry out a disruption as it was previewed',
    access: 'TripManagement:tripStatusDialog:canUpdate',
    body: z.object({ disruption: Disruption, token: z.string().max(100_000) }),
    answer: one(DisruptionPreview),
    keyed: true,
  }),
}

export const roadClosures = {
  list: endpoint('roadClosures.list', 'GET', '/road_closures', {
    summary: 'Roads that are closed now',
    access: 'TripManagement:tripStatusDialog:canRead',
    answer: many(RoadClosure),
  }),
  /** bookings stay as they were planned; from then on vehicles drive there again */
  lift: endpoint('roadClosures.lift', 'DELETE', '/road_closures/:id', {
    summary: 'Open a closed road again',
    access: 'TripManagement:tripStatusDialog:canUpdate',
    params: idParams,
    answer: empty,
    status: 204,
  }),
}

import { z } from 'zod'
import { empty, endpoint, Id, idParams, many, one } from '../endpoint.ts'
import { idList, listQuery } from '../query.ts'
import { Timestamp } from '../records/basics.ts'
import { DriverMessageReport, DriverThreadMessage } from '../records/driver-messages.ts'
import { DriverActionAnswer, DriverActionBatch, DriverSession, TripManifest } from '../records/driver-actions.ts'
import {
  Feedback,
  FeedbackInput,
  SearchInput,
  ServedAddress,
  ServiceAvailabilitySearch,
  ServiceRequest,
  ServiceRequestChange,
  ServiceRequestHistory,
  ServiceRequestInput,
} from '../records/service-requests.ts'
import { Survey, SurveyInput, SurveyOption } from '../records/surveys.ts'
import { Position, Trip, TripWithStops } from '../records/trips.ts'
import { FeedbackRow } from '../records/reports.ts'
import { reportFilters } from './reports.ts'
import { bookingFilters } from './resources.ts'

const latLng = z.string().regex(/^-?\d+(\.\d+)?,-?\d+(\.\d+)?$/, 'Two numbers: latitude,longitude')

export const searches = {
  create: endpoint('searches.create', 'POST', '/service_availability_searches', {
    summary: 'Search for a way to travel',
    access: 'TravellerManagement:tripBookingWizard:canCreate',
    body: SearchInput,
    answer: one(ServiceAvailabilitySearch),
    status: 201,
  }),
  show: endpoint('searches.show', 'GET', '/service_availability_searches/:id', {
    summary: 'A search with its offerings',
    access: 'TravellerManagement:tripBookingWizard:canRead',
    params: idParams,
    answer: one(ServiceAvailabilitySearch),
  }),
  servedAddresses: endpoint('searches.servedAddresses', 'GET', '/served_addresses', {
    summary: 'The address nearest to a place outside of the zones that a trip can begin or end at',
    access: 'TravellerManagement:tripBookingWizard:canRead',
    query: z.object({
      /** the end of the trip that lies outside */
      end: z.enum(['origin', 'destination']),
      at: latLng,
      /** the other end of the trip */
      other: latLng.optional(),
      region_id: z.coerce.number().int().positive().optional(),
      zone_id: z.coerce.number().int().positive().optional(),
    }),
    answer: many(ServedAddress),
  }),
}

const bookingQuery = listQuery(bookingFilters, ['id', 'created_at', 'pickup_lower_bound'])
export const serviceRequests = {
  list: endpoint('serviceRequests.list', 'GET', '/service_requests', {
    summary: 'List bookings',
    access: 'LiveBooking:booking:canRead',
    query: bookingQuery,
    answer: many(ServiceRequest),
  }),
  show: endpoint('serviceRequests.show', 'GET', '/service_requests/:id', {
    summary: 'One booking',
    access: 'LiveBooking:booking:canRead',
    params: idParams,
    answer: one(ServiceRequest),
  }),
  history: endpoint('serviceRequests.history', 'GET', '/service_requests/:id/history', {
    summary: "A booking's history",
    access: 'LiveBooking:booking:canRead',
    params: idParams,
    answer: many(ServiceRequestHistory),
  }),
  create: endpoint('serviceRequests.create', 'POST', '/service_requests', {
    summary: 'Confirm an offering',
    access: 'LiveBooking:booking:canCreate',
    body: ServiceRequestInput,
    answer: one(ServiceRequest),
    status: 201,
  }),
  /**
   * Needs the permission to create bookings, too. The offering comes from a search with `service_request_id`. 409
   * `offer_gone` with fresh offerings in `meta.service_availability_search` where it cannot be had any more; the booking
   * stays as it is then.
   */
  change: endpoint('serviceRequests.change', 'POST', '/service_requests/:id/change', {
    summary: 'Change a booking to another offering, in one step',
    access: 'LiveBooking:booking:canUpdate',
    params: idParams,
    body: ServiceRequestChange,
    answer: one(ServiceRequest),
    keyed: true,
  }),
  cancel: endpoint('serviceRequests.cancel', 'POST', '/service_requests/:id/cancel', {
    summary: 'Cancel a booking',
    access: 'LiveBooking:booking:canUpdate',
    params: idParams,
    body: z.object({ reason: z.string().trim().max(250).nullish() }),
    answer: one(ServiceRequest),
    keyed: true,
  }),
  refund: endpoint('serviceRequests.refund', 'POST', '/service_requests/:id/refund', {
    summary: 'Refund the fare of a booking',
    access: 'LiveBooking:booking:canUpdate',
    params: idParams,
    answer: one(ServiceRequest),
    keyed: true,
  }),
  export: endpoint('serviceRequests.export', 'GET', '/service_requests/export', {
    summary: 'All bookings that a search and filters find, as CSV',
    access: 'LiveBooking:booking:canRead',
    query: bookingQuery.pick({ search: true, filter: true }),
    answer: z.string(),
    raw: 'text/csv',
  }),
}

export const surveyOptions = {
  list: endpoint('surveyOptions.list', 'GET', '/survey_options', {
    summary: 'Reasons for a cancellation, to choose from',
    access: 'LiveBooking:booking:canRead',
    answer: many(SurveyOption),
  }),
}

export const surveys = {
  create: endpoint('surveys.create', 'POST', '/surveys', {
    summary: 'Record why a passenger cancelled',
    access: 'LiveBooking:booking:canUpdate',
    body: SurveyInput,
    answer: one(Survey),
    status: 201,
  }),
}

export const feedbacks = {
  list: endpoint('feedbacks.list', 'GET', '/feedbacks', {
    summary: 'List feedback',
    access: 'ReportManagement:feedback:canRead',
    query: listQuery({ ...reportFilters, rating: idList }, [
      'id',
      'created_at',
      'rating',
      'traveler_name',
      'driver_name',
      'zone_name',
    ]),
    answer: many(FeedbackRow),
  }),
  create: endpoint('feedbacks.create', 'POST', '/feedbacks', {
    summary: "Record a passenger's feedback",
    access: 'LiveBooking:booking:canUpdate',
    body: FeedbackInput,
    answer: one(Feedback),
    status: 201,
  }),
}

/** Server-sent events; the token may come as a header only. `Last-Event-ID` replays what was missed. */
export const live = {
  stream: endpoint('live.stream', 'GET', '/live', {
    summary: 'Live stream of changes (server-sent events)',
    access: 'signed_in',
    ownAccount: true,
    query: z.object({ filter: z.strictObject({ region: idList, zone: idList }).partial().optional() }),
    answer: z.unknown(),
    raw: 'text/event-stream',
  }),
}

const driverEndpoint = { audience: 'driver', access: 'driver' } as const
/** A tap whose answer was lost is sent again: it must not be refused, nor undo one more step. */
const tripAnswer = { answer: one(TripWithStops), keyed: true }

/** What a driver's app does; trips and bookings must be the driver's own. */
export const driver = {
  signIn: endpoint('driver.signIn', 'POST', '/sessions', {
    summary: 'Sign in with username and PIN',
    audience: 'driver',
    access: 'public',
    body: z.object({ username: z.string().trim().min(1).max(255), pin: z.string().min(1).max(20) }),
    answer: one(
      z.object({ token: z.string(), expires_at: z.string(), driver: z.object({ id: Id, full_name: z.string() }) }),
    ),
    status: 201,
  }),
  signOut: endpoint('driver.signOut', 'DELETE', '/sessions/current', {
    summary: 'Sign out',
    ...driverEndpoint,
    answer: empty,
    status: 204,
  }),
  session: endpoint('driver.session', 'GET', '/session', {
    summary: 'Who is signed in, and what time it is for the server',
    ...driverEndpoint,
    answer: one(DriverSession),
  }),
  trips: endpoint('driver.trips', 'GET', '/trips', {
    summary: "The driver's trips that touch a day",
    ...driverEndpoint,
    query: z.object({
      from: z.iso.datetime({ offset: true }).optional(),
      to: z.iso.datetime({ offset: true }).optional(),
    }),
    answer: many(Trip),
  }),
  trip: endpoint('driver.trip', 'GET', '/trips/:id', {
    summary: 'One own trip with its stops and way',
    ...driverEndpoint,
    params: idParams,
    answer: one(TripWithStops),
  }),
  manifest: endpoint('driver.manifest', 'GET', '/trips/:id/manifest', {
    summary: 'All that a device needs to drive one own trip without signal',
    ...driverEndpoint,
    params: idParams,
    answer: one(TripManifest),
    revalidated: true,
  }),
  /** each action is answered by itself, and again as the first time; 422 after storing what came before a bad one */
  actions: endpoint('driver.actions', 'POST', '/trips/:id/actions', {
    summary: 'What the driver did on the trip, up to 200 actions in the order of the deeds',
    ...driverEndpoint,
    params: idParams,
    body: DriverActionBatch,
    answer: one(z.object({ server_time: Timestamp, plan_version: z.int(), actions: z.array(DriverActionAnswer) })),
  }),
  messages: endpoint('driver.messages', 'GET', '/trips/:id/messages', {
    summary: 'What the driver and dispatch said to each other on the trip, oldest first',
    ...driverEndpoint,
    params: idParams,
    answer: many(DriverThreadMessage),
    revalidated: true,
  }),
  /** answered again as the first time, by the ids of the messages */
  reportMessages: endpoint('driver.reportMessages', 'POST', '/trips/:id/messages', {
    summary: 'What the driver wrote to dispatch, and what was shown to the driver',
    ...driverEndpoint,
    params: idParams,
    body: DriverMessageReport,
    answer: many(DriverThreadMessage),
  }),
  signOn: endpoint('driver.signOn', 'POST', '/trips/:id/sign_on', {
    summary: 'Sign on to the trip: staged becomes live',
    ...driverEndpoint,
    params: idParams,
    ...tripAnswer,
  }),
  complete: endpoint('driver.complete', 'POST', '/trips/:id/complete', {
    summary: 'End the trip',
    ...driverEndpoint,
    params: idParams,
    ...tripAnswer,
  }),
  arrive: endpoint('driver.arrive', 'POST', '/trip_stops/:id/arrive', {
    summary: 'Arrived at the stop',
    ...driverEndpoint,
    params: idParams,
    ...tripAnswer,
  }),
  depart: endpoint('driver.depart', 'POST', '/trip_stops/:id/depart', {
    summary: 'Left the stop',
    ...driverEndpoint,
    params: idParams,
    ...tripAnswer,
  }),
  board: endpoint('driver.board', 'POST', '/service_requests/:id/board', {
    summary: 'The passenger boarded',
    ...driverEndpoint,
    params: idParams,
    ...tripAnswer,
  }),
  noShow: endpoint('driver.noShow', 'POST', '/service_requests/:id/no_show', {
    summary: 'The passenger did not show up',
    ...driverEndpoint,
    params: idParams,
    ...tripAnswer,
  }),
  dropOff: endpoint('driver.dropOff', 'POST', '/service_requests/:id/drop_off', {
    summary: 'The passenger was set down',
    ...driverEndpoint,
    params: idParams,
    ...tripAnswer,
  }),
  undo: endpoint('driver.undo', 'POST', '/trips/:id/undo', {
    summary: 'Undo the last arrive, depart, board, no-show or drop-off',
    ...driverEndpoint,
    params: idParams,
    ...tripAnswer,
  }),
  positions: endpoint('driver.positions', 'POST', '/trips/:id/positions', {
    summary: 'Positions since the last call, oldest first',
    ...driverEndpoint,
    params: idParams,
    body: z.object({ positions: z.array(Position).min(1).max(1000) }),
    answer: one(z.object({ stored: z.int(), plan_version: z.int() })),
  }),
  manualNavigation: endpoint('driver.manualNavigation', 'POST', '/trips/:id/manual_navigation', {
    summary: 'Manual navigation on or off',
    ...driverEndpoint,
    params: idParams,
    body: z.object({ enabled: z.boolean() }),
    ...tripAnswer,
  }),
}

const GeoItem = z.object({
  title: z.string(),
  id: z.string(),
  resultType: z.string(),
  address: z.object({
    label: z.string(),
    street: z.string().optional(),
    houseNumber: z.string().optional(),
    district: z.string().optional(),
    city: z.string().optional(),
    postalCode: z.string().optional(),
  }),
  position: z.object({ lat: z.number(), lng: z.number() }),
  distance: z.number().optional(),
})
/** A place as the maps service of the specification answers it. */
const MapsPlace = z.object({
  formatted_address: z.string(),
  place_id: z.string(),
  geometry: z.object({ location: z.object({ lat: z.number(), lng: z.number() }) }),
})
const MapsAnswer = z.object({ status: z.string(), results: z.array(MapsPlace) })

/** The dialect of the specification's map services, so that either can be configured. */
export const geo = {
  routes: endpoint('geo.routes', 'GET', '/v8/routes', {
    summary: 'A way between two points',
    audience: 'geo',
    access: 'signed_in',
    query: z.object({
      origin: latLng,
      destination: latLng,
      return: z.string().default('polyline'),
      transportMode: z.enum(['car', 'pedestrian', 'bus']).default('car'),
      routingMode: z.string().default('fast'),
      apiKey: z.string().optional(),
    }),
    answer: z.object({
      routes: z.array(
        z.object({
          id: z.string(),
          sections: z.array(
            z.object({
              id: z.string(),
              type: z.string(),
              polyline: z.string().optional(),
              summary: z.object({ duration: z.number(), length: z.number(), baseDuration: z.number() }).optional(),
              transport: z.object({ mode: z.string() }),
            }),
          ),
        }),
      ),
      notices: z.array(z.object({ title: z.string(), code: z.string() })).optional(),
    }),
  }),
  autosuggest: endpoint('geo.autosuggest', 'GET', '/v1/autosuggest', {
    summary: 'Addresses and places for a text',
    audience: 'geo',
    access: 'signed_in',
    query: z.object({
      q: z.string().max(200),
      at: latLng.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(10),
      apiKey: z.string().optional(),
    }),
    answer: z.object({ items: z.array(GeoItem) }),
  }),
  revgeocode: endpoint('geo.revgeocode', 'GET', '/v1/revgeocode', {
    summary: 'The address nearest to a point',
    audience: 'geo',
    access: 'signed_in',
    query: z.object({
      at: latLng,
      limit: z.coerce.number().int().min(1).max(100).default(1),
      apiKey: z.string().optional(),
    }),
    answer: z.object({ items: z.array(GeoItem) }),
  }),
  geocode: endpoint('geo.geocode', 'GET', '/maps/api/geocode/json', {
    summary: 'Geocoding by coordinates: the addresses nearest to a point',
    audience: 'geo',
    access: 'signed_in',
    query: z.object({ latlng: latLng, key: z.string().optional() }),
    answer: MapsAnswer,
  }),
  textSearch: endpoint('geo.textSearch', 'GET', '/maps/api/place/textsearch/json', {
    summary: 'Place text search: addresses and places for a text, near a location first',
    audience: 'geo',
    access: 'signed_in',
    query: z.object({ query: z.string().max(200), location: latLng.optional(), key: z.string().optional() }),
    answer: MapsAnswer,
  }),
}

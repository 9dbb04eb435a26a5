import { z } from 'zod'
import { endpoint, idParams, many, one } from '../endpoint.ts'
import { idList, listQuery } from '../query.ts'
import {
  Feedback,
  FeedbackInput,
  LegsToCancel,
  SearchInput,
  OtherTime,
  ServedAddress,
  ServiceAvailabilitySearch,
  ServiceRequest,
  ServiceRequestChange,
  ServiceRequestHistory,
  ServiceRequestInput,
  StopNotesChange,
} from '../records/service-requests.ts'
import { Survey, SurveyInput, SurveyOption } from '../records/surveys.ts'
import { BookedPlace } from '../records/places.ts'
import { FeedbackRow } from '../records/reports.ts'
import { reportFilters } from './reports.ts'
import { bookingFilters } from './resources.ts'

export const latLng = z.string().regex(/^-?\d+(\.\d+)?,-?\d+(\.\d+)?$/, 'Two numbers: latitude,longitude')

export const searches = {
  /**
   * Rides ahead of the passenger are compared before: 409 `another_ride` names one that is nearly the same in
   * `meta.service_request_id`, and 422 `overlapping_ride` says of one at that time. Confirming and changing compare again.
   */
  create: endpoint('searches.create', 'POST', '/service_availability_searches', {
    summary: 'Search for a way to travel',
    access: 'TravellerManagement:tripBookingWizard:canCreate',
    represented: true,
    body: SearchInput,
    answer: one(ServiceAvailabilitySearch),
    status: 201,
  }),
  /** at least 10 min apart, within 120 min of the wish, 6 before and 6 after it at most; of arrivals earlier ones alone */
  otherTimes: endpoint('searches.otherTimes', 'POST', '/other_times', {
    summary: 'At what other times than the wish a journey can be had; nothing is stored or held',
    access: 'TravellerManagement:tripBookingWizard:canCreate',
    represented: true,
    body: SearchInput,
    answer: one(z.array(OtherTime)),
  }),
  show: endpoint('searches.show', 'GET', '/service_availability_searches/:id', {
    summary: 'A search with its offerings',
    access: 'TravellerManagement:tripBookingWizard:canRead',
    represented: true,
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
    represented: true,
    query: bookingQuery,
    answer: many(ServiceRequest),
  }),
  show: endpoint('serviceRequests.show', 'GET', '/service_requests/:id', {
    summary: 'One booking',
    access: 'LiveBooking:booking:canRead',
    represented: true,
    params: idParams,
    answer: one(ServiceRequest),
  }),
  history: endpoint('serviceRequests.history', 'GET', '/service_requests/:id/history', {
    summary: "A booking's history",
    access: 'LiveBooking:booking:canRead',
    represented: true,
    params: idParams,
    answer: many(ServiceRequestHistory),
  }),
  create: endpoint('serviceRequests.create', 'POST', '/service_requests', {
    summary: 'Confirm an offering',
    access: 'LiveBooking:booking:canCreate',
    represented: true,
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
  /** 409 once the booking is over */
  changeNotes: endpoint('serviceRequests.changeNotes', 'PATCH', '/service_requests/:id/notes', {
    summary: 'Change what the driver is told at the two stops; times and places stay',
    access: 'LiveBooking:booking:canUpdate',
    params: idParams,
    body: StopNotesChange,
    answer: one(ServiceRequest),
  }),
  /** 409 `already_cancelled` with who did it when and the reason that stands */
  cancel: endpoint('serviceRequests.cancel', 'POST', '/service_requests/:id/cancel', {
    summary: 'Cancel a booking, or all legs of its journey',
    access: 'LiveBooking:booking:canUpdate',
    represented: true,
    params: idParams,
    body: z.object({
      reason: z.string().trim().max(250).nullish(),
      legs: LegsToCancel.default('this'),
    }),
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
    // It tells of everybody's records: what changes is read again by whoever may not hear it.
    represented: false,
    query: z.object({ filter: z.strictObject({ region: idList, zone: idList }).partial().optional() }),
    answer: z.unknown(),
    raw: 'text/event-stream',
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
  /** of the place book: its `position` is where vehicles stop for it */
  place: BookedPlace.pick({ id: true, hours: true, note: true }).optional(),
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
    access: 'staff_or_passenger',
    represented: true,
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
    access: 'staff_or_passenger',
    represented: true,
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

import { z } from 'zod'
import { empty, endpoint, Id, idParams, many, one } from '../endpoint.ts'
import { Timestamp } from '../records/basics.ts'
import { DriverActionAnswer, DriverActionBatch } from '../records/driver-actions.ts'
import { DriverMessageReport, DriverThreadMessage } from '../records/driver-messages.ts'
import { CheckAnswers } from '../records/check-answers.ts'
import { DriverPhoto, DriverPhotoInput } from '../records/driver-photos.ts'
import { Emergency, EmergencyInput, IncidentInput } from '../records/exceptions.ts'
import { DriverSession, DriverTrip, TripManifest } from '../records/manifests.ts'
import { PushSubscriptionInput } from '../records/push.ts'
import { Position, Trip, TripLeg } from '../records/trips.ts'
import { WalkOnFit, WalkOnInput } from '../records/walk-ons.ts'

const driverEndpoint = { audience: 'driver', access: 'driver' } as const
/** A tap whose answer was lost is sent again: it must not be refused, nor undo one more step. */
const tripAnswer = { answer: one(DriverTrip), keyed: true }

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
  /** 422 for an address that is no push service's; the oldest of eleven ends */
  subscribe: endpoint('driver.subscribe', 'POST', '/push_subscriptions', {
    summary: 'Have changes of the plan and messages shown on this device',
    ...driverEndpoint,
    body: PushSubscriptionInput,
    answer: empty,
    status: 204,
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
    answer: one(DriverTrip),
  }),
  manifest: endpoint('driver.manifest', 'GET', '/trips/:id/manifest', {
    summary: 'All that a device needs to drive one own trip without signal',
    ...driverEndpoint,
    params: idParams,
    answer: one(TripManifest),
    revalidated: true,
  }),
  /** without a stop ahead, or where no street joins the places, there is none */
  leg: endpoint('driver.leg', 'POST', '/trips/:id/leg', {
    summary: 'The way to the next stop of an own trip from where the vehicle is',
    ...driverEndpoint,
    params: idParams,
    body: z.object({ lat: z.number().min(-90).max(90), lon: z.number().min(-180).max(180) }),
    answer: one(z.object({ trip_stop_id: Id.nullable(), leg: TripLeg.nullable() })),
  }),
  /** events `trip` and `driver_message` with `{ trip_id }`; `ready` at the beginning, or `gap`, when all is asked for again */
  live: endpoint('driver.live', 'GET', '/live', {
    summary: 'On which own trips something is new (server-sent events); `Last-Event-ID` tells what was missed',
    ...driverEndpoint,
    answer: z.unknown(),
    raw: 'text/event-stream',
  }),
  /** each action is answered by itself, and again as the first time; 422 after storing what came before a bad one */
  actions: endpoint('driver.actions', 'POST', '/trips/:id/actions', {
    summary: 'What the driver did on the trip, up to 200 actions in the order of the deeds',
    ...driverEndpoint,
    params: idParams,
    body: DriverActionBatch,
    uploads: true,
    answer: one(
      z.object({
        server_time: Timestamp,
        plan_version: z.int(),
        actions: z.array(DriverActionAnswer),
        /** with a sign-on: sends this trip's actions and positions for 7 days, also after the driver has signed out */
        upload_token: z.string().nullable(),
      }),
    ),
  }),
  /** without `take_over` a trip that another device holds stays there */
  device: endpoint('driver.device', 'POST', '/trips/:id/device', {
    summary: 'Open an own trip on this device, and by taking it over on this device alone',
    ...driverEndpoint,
    params: idParams,
    body: z.object({ device: z.uuid().toLowerCase(), take_over: z.boolean() }),
    answer: one(z.object({ device: z.uuid() })),
  }),
  /** one emergency for each id: sent again it is answered as it stands by then */
  emergency: endpoint('driver.emergency', 'POST', '/trips/:id/emergency', {
    summary: 'The driver calls for help',
    ...driverEndpoint,
    params: idParams,
    body: EmergencyInput,
    answer: one(Emergency),
  }),
  planConfirmation: endpoint('driver.planConfirmation', 'POST', '/trips/:id/plan_confirmation', {
    summary: 'A changed plan was not confirmed for a minute, or was after that',
    ...driverEndpoint,
    params: idParams,
    body: z.object({ confirmed: z.boolean() }),
    answer: empty,
    status: 204,
  }),
  locationPermission: endpoint('driver.locationPermission', 'POST', '/trips/:id/location_permission', {
    summary: 'The phone does not tell where the vehicle is, or does so again',
    ...driverEndpoint,
    params: idParams,
    body: z.object({ refused: z.boolean() }),
    answer: empty,
    status: 204,
  }),
  /** one incident for each id */
  reportIncident: endpoint('driver.reportIncident', 'POST', '/trips/:id/incidents', {
    summary: 'The driver reports an incident',
    ...driverEndpoint,
    params: idParams,
    body: IncidentInput,
    answer: empty,
    status: 204,
  }),
  /** one photo for each id, answered again as the first time; 413 above 2 MB, 415 for anything but JPEG, PNG and WebP */
  photo: endpoint('driver.photo', 'POST', '/photos', {
    summary: 'A photo that the driver took on an own trip, which a check or an incident names by its id',
    ...driverEndpoint,
    body: DriverPhotoInput,
    answer: one(DriverPhoto),
    uploads: true,
    photo: true,
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
  vehicleCheck: endpoint('driver.vehicleCheck', 'POST', '/trips/:id/vehicle_checks', {
    summary: 'A checklist of the vehicle, answered',
    ...driverEndpoint,
    params: idParams,
    body: CheckAnswers,
    ...tripAnswer,
  }),
  walkOnSearch: endpoint('driver.walkOnSearch', 'POST', '/trips/:id/walk_on_searches', {
    summary: 'Whether passengers who did not book fit into the trip',
    ...driverEndpoint,
    params: idParams,
    body: WalkOnInput,
    answer: one(WalkOnFit),
  }),
  walkOn: endpoint('driver.walkOn', 'POST', '/trips/:id/walk_ons', {
    summary: 'Take passengers aboard who did not book',
    ...driverEndpoint,
    params: idParams,
    body: WalkOnInput,
    ...tripAnswer,
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
    uploads: true,
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

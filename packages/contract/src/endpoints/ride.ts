import { z } from 'zod'
import { empty, endpoint, idParams, many, one } from '../endpoint.ts'
import { RideReceipt } from '../records/receipts.ts'
import { PushSubscriptionInput } from '../records/push.ts'
import {
  RideCodeInput,
  RideCodePrice,
  RideRegion,
  RideStops,
  RideWaiting,
  RideWaitInput,
  RideWalks,
} from '../records/ride-own.ts'
import { RideMessages, RideMessagesChange } from '../records/ride-messages.ts'
import {
  RideConfig,
  RidePassenger,
  RidePassengerChange,
  SignInChallenge,
  SignInCode,
  SignInContact,
  SignInOutcome,
} from '../records/ride-passengers.ts'
import {
  RideBooking,
  RideBookingInput,
  RideCancelInput,
  RideChangeInput,
  RideDevice,
  RideFeedbackInput,
  RideOffering,
  RideNotes,
  RidePlace,
  RidePlaceInput,
  RideSearch,
  RideSearchInput,
  RideSummary,
} from '../records/rides.ts'
import { rideHelpers } from './helpers.ts'
import { rideLostItems } from './lost-items.ts'
import { rideMisses } from './misses.ts'
import { latLng } from './operations.ts'
import { rideNotices } from './notices.ts'
import { rideReturns } from './ride-returns.ts'
import { rideAccount } from './ride-account.ts'
import { ridePayments } from './ride-payments.ts'

const open = { audience: 'passenger', access: 'public' } as const
const own = { audience: 'passenger', access: 'passenger' } as const

/** What the passengers' app does. What is not the passenger's own answers 404. */
export const ride = {
  ...rideAccount,
  ...rideHelpers,
  ...rideLostItems,
  ...rideMisses,
  ...rideNotices,
  ...ridePayments,
  ...rideReturns,
  config: endpoint('ride.config', 'GET', '/config', {
    summary: 'What the app that a passenger came by shows before signing in',
    ...open,
    query: z.object({ app: z.string().max(64).optional() }),
    answer: one(RideConfig),
  }),
  /** 429 with the time when another may be asked for; 503 where nothing can carry a code */
  askForCode: endpoint('ride.askForCode', 'POST', '/sign_ins', {
    summary: 'Send a code for signing in to an e-mail address or phone number, known or not',
    ...open,
    query: z.object({ app: z.string().max(64).optional() }),
    body: SignInContact,
    answer: one(SignInChallenge),
    status: 202,
  }),
  /** 422 for a wrong code or password; the session is kept in a cookie */
  signIn: endpoint('ride.signIn', 'POST', '/sign_ins/:challenge', {
    summary: 'Sign in, or up, with the code that was sent; with a password instead, where one was set',
    ...open,
    params: z.object({ challenge: z.uuid() }),
    body: SignInCode,
    answer: one(SignInOutcome),
  }),
  signOut: endpoint('ride.signOut', 'DELETE', '/sessions/current', {
    summary: 'Sign out',
    ...own,
    answer: empty,
    status: 204,
  }),
  me: endpoint('ride.me', 'GET', '/me', { summary: 'Who has signed in', ...own, answer: one(RidePassenger) }),
  changeMe: endpoint('ride.changeMe', 'PATCH', '/me', {
    summary: 'Change own data',
    ...own,
    body: RidePassengerChange,
    answer: one(RidePassenger),
  }),
  places: endpoint('ride.places', 'GET', '/me/places', { summary: 'Own places', ...own, answer: many(RidePlace) }),
  addPlace: endpoint('ride.addPlace', 'POST', '/me/places', {
    summary: 'Keep a place',
    ...own,
    body: RidePlaceInput,
    answer: one(RidePlace),
    status: 201,
  }),
  changePlace: endpoint('ride.changePlace', 'PATCH', '/me/places/:id', {
    summary: 'Change an own place',
    ...own,
    params: idParams,
    body: RidePlaceInput.partial(),
    answer: one(RidePlace),
  }),
  removePlace: endpoint('ride.removePlace', 'DELETE', '/me/places/:id', {
    summary: 'Remove an own place',
    ...own,
    params: idParams,
    answer: empty,
    status: 204,
  }),
  devices: endpoint('ride.devices', 'GET', '/me/devices', {
    summary: 'Where the passenger is signed in, the one used last first',
    ...own,
    answer: many(RideDevice),
  }),
  endDevice: endpoint('ride.endDevice', 'DELETE', '/me/devices/:id', {
    summary: 'Sign out on one device',
    ...own,
    params: z.object({ id: z.uuid() }),
    answer: empty,
    status: 204,
  }),
  endOtherDevices: endpoint('ride.endOtherDevices', 'DELETE', '/me/devices', {
    summary: 'Sign out on every other device',
    ...own,
    answer: empty,
    status: 204,
  }),
  messages: endpoint('ride.messages', 'GET', '/me/message_preferences', {
    summary: 'How the passenger wants to hear of each event',
    ...own,
    answer: one(RideMessages),
  }),
  changeMessages: endpoint('ride.changeMessages', 'PATCH', '/me/message_preferences', {
    summary: 'Change how the passenger wants to hear of each event',
    ...own,
    body: RideMessagesChange,
    answer: one(RideMessages),
  }),
  /** 422 for an address that is no push service's; the oldest of eleven ends */
  subscribe: endpoint('ride.subscribe', 'POST', '/push_subscriptions', {
    summary: 'Have messages shown on this device',
    ...own,
    body: PushSubscriptionInput,
    answer: empty,
    status: 204,
  }),
  /** 404 for a passenger whom the caller may not book for */
  stops: endpoint('ride.stops', 'GET', '/stops', {
    summary: 'Whether rides go to a place, and the stops near it',
    ...own,
    query: z.object({
      at: latLng.optional(),
      /** part of the name */
      search: z.string().trim().max(100).optional(),
      /** who rides: one with a mobility need is shown no stop that is not accessible */
      traveler_id: z.coerce.number().int().positive().optional(),
    }),
    answer: one(RideStops),
  }),
  search: endpoint('ride.search', 'POST', '/searches', {
    summary: 'Search for a ride',
    ...own,
    body: RideSearchInput,
    answer: one(RideSearch),
    status: 201,
  }),
  /** 422 for a search that cannot wait, and for a passenger who waits for that time already */
  wait: endpoint('ride.wait', 'POST', '/searches/:id/wait', {
    summary: 'Put a search that found nothing on the waiting list of its zone',
    ...own,
    params: idParams,
    body: RideWaitInput,
    answer: one(RideWaiting),
    status: 201,
  }),
  /** 409 once it has expired, or was kept before */
  keep: endpoint('ride.keep', 'POST', '/offerings/:id/keep', {
    summary: 'Hold an offering for five more minutes, once',
    ...own,
    params: idParams,
    answer: one(RideOffering),
    keyed: true,
  }),
  /** 422 for a code that does not hold now; 429 after 10 of them in an hour */
  tryCode: endpoint('ride.tryCode', 'POST', '/offerings/:id/discount', {
    summary: 'What an offering costs with a discount code',
    ...own,
    params: idParams,
    body: RideCodeInput,
    answer: one(RideCodePrice),
  }),
  offeringWalks: endpoint('ride.offeringWalks', 'GET', '/offerings/:id/walks', {
    summary: 'The ways on foot to and from the stops of an offering, with what is done along them',
    ...own,
    params: idParams,
    answer: one(RideWalks),
  }),
  /** 409 `offer_gone` with fresh offerings, 409 `another_ride` where an own one begins near there about then */
  book: endpoint('ride.book', 'POST', '/bookings', {
    summary: 'Book an offering',
    ...own,
    body: RideBookingInput,
    answer: one(RideBooking),
    status: 201,
  }),
  bookings: endpoint('ride.bookings', 'GET', '/bookings', {
    summary:
      'Own rides of the last 24 months, and those of who is helped: open ones first to come first, past ones newest first',
    ...own,
    query: z.object({
      state: z.enum(['open', 'past']),
      /** rides of this one alone */
      traveler_id: z.coerce.number().int().positive().optional(),
      /** rides in this one alone */
      region_id: z.coerce.number().int().positive().optional(),
      page: z.coerce.number().int().min(1).max(1000).default(1),
      per_page: z.coerce.number().int().min(1).max(25).default(25),
    }),
    answer: many(RideSummary),
  }),
  regions: endpoint('ride.regions', 'GET', '/me/regions', {
    summary: 'In which regions there are own rides, and those of who is helped',
    ...own,
    answer: many(RideRegion),
  }),
  booking: endpoint('ride.booking', 'GET', '/bookings/:id', {
    summary: 'One own ride as it is now',
    ...own,
    params: idParams,
    answer: one(RideBooking),
    revalidated: true,
  }),
  /** by itself, as an answer for a booking has at most 2 KB */
  notes: endpoint('ride.notes', 'GET', '/bookings/:id/notes', {
    summary: 'What was noted for the driver and what comes along, to be changed with the ride',
    ...own,
    params: idParams,
    answer: one(RideNotes),
  }),
  walks: endpoint('ride.walks', 'GET', '/bookings/:id/walks', {
    summary: 'The ways on foot to and from the stops of an own ride, with what is done along them',
    ...own,
    params: idParams,
    answer: one(RideWalks),
  }),
  change: endpoint('ride.change', 'POST', '/bookings/:id/change', {
    summary: 'Put an offering of a search for this ride in its place',
    ...own,
    params: idParams,
    body: RideChangeInput,
    answer: one(RideBooking),
    keyed: true,
  }),
  cancel: endpoint('ride.cancel', 'POST', '/bookings/:id/cancel', {
    summary: 'Cancel an own ride',
    ...own,
    params: idParams,
    body: RideCancelInput,
    answer: one(RideBooking),
    keyed: true,
  }),
  feedback: endpoint('ride.feedback', 'POST', '/bookings/:id/feedback', {
    summary: 'Rate an own ride, or change the rating within a day',
    ...own,
    params: idParams,
    body: RideFeedbackInput,
    answer: one(RideBooking),
    keyed: true,
  }),
  /** 404 for a ride that is not completed */
  receipt: endpoint('ride.receipt', 'GET', '/bookings/:id/receipt', {
    summary: 'What a completed ride has cost, and how it was paid',
    ...own,
    params: idParams,
    answer: one(RideReceipt),
  }),
  receiptFile: endpoint('ride.receiptFile', 'GET', '/bookings/:id/receipt/pdf', {
    summary: 'The receipt of a completed ride as a PDF, in the passenger’s language',
    ...own,
    params: idParams,
    answer: z.unknown(),
    raw: 'application/pdf',
  }),
  /**
   * Events `ride` with what `RideTold` says, for an open ride once a minute at least; `ready` at the beginning, when all
   * that is shown is asked for again; and `alive` every 15 s.
   */
  live: endpoint('ride.live', 'GET', '/live', {
    summary: 'How own rides are, when they change or a vehicle that is shown moves (server-sent events)',
    ...own,
    answer: z.unknown(),
    raw: 'text/event-stream',
  }),
}

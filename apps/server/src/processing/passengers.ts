import { api, maskKeys, type ProcessingKind } from '@ambit/contract'
import type { Definition } from './definition.ts'

const travelers = [api.travelers.list.access]
const bookings = [api.serviceRequests.list.access, api.trips.show.access, api.bookingReports.list.access]
const DRIVERS = 'Drivers, of the journeys that they drive'
const REPRESENTATIVES = 'Users who represent an organisation, of its passengers'
const BOTH = `${DRIVERS}; ${REPRESENTATIVES.toLowerCase()}`
const WITH_PASSENGER = 'Deleted together with the passenger’s record at the latest, which is kept as follows.'
const WITH_BOOKING = 'Loses what names the passenger together with the booking, which is kept as follows.'

type OfPassengers = Extract<
  ProcessingKind,
  | 'bookings'
  | 'cards'
  | 'comments'
  | 'concessions'
  | 'helpers'
  | 'lost_items'
  | 'opinions'
  | 'messages'
  | 'misses'
  | 'organisations'
  | 'suspensions'
  | 'passenger_mails'
  | 'payments'
  | 'privacy_requests'
  | 'searches'
  | 'series'
  | 'travelers'
>

export const ofPassengers: Readonly<Record<OfPassengers, Definition>> = {
  travelers: {
    people: 'passengers',
    name: 'Passengers',
    data: 'Name, username, e-mail, phone, password as a hash, mobility, aids and the times that they take, whether an attendant may ride along, medical exemption, region, whether they may book, and why their data are restricted; of those who use the app the places that they keep, the devices that they are signed in on, for a day where codes were sent, and for 90 days, as hashes, with which contact and from where they signed in. Where two records of one passenger were merged, what both said for 30 days.',
    purpose: 'To book journeys for them, to reach them, and to send a vehicle that they can use.',
    read: [
      { what: 'Passengers', by: travelers },
      { what: 'E-mail, phone and username', by: travelers, with: [maskKeys.contact] },
      { what: 'Mobility, aids and medical exemption', by: travelers, with: [maskKeys.care] },
    ],
    also: `${BOTH}; helpers who may book, of whom they help: the name and the aids`,
    sent: [],
    rules: ['travelers'],
    kept: 'Of an erased passenger the number stays, without any detail.',
    tables: [
      'travelers',
      'traveler_feature_flags',
      'erased_travelers',
      'traveler_merges',
      'ride_places',
      'sessions',
      'sign_in_challenges',
      'known_addresses',
    ],
  },
  comments: {
    people: 'passengers',
    name: 'Comments on passengers',
    data: 'What staff note about a passenger, and who noted it.',
    purpose: 'To know what a passenger needs on the next journey.',
    read: [{ by: [api.travelerComments.list.access], with: [maskKeys.care] }],
    sent: [],
    rules: ['travelers'],
    kept: WITH_PASSENGER,
    tables: ['traveler_comments'],
  },
  concessions: {
    people: 'passengers',
    name: 'Concessions of passengers',
    data: 'Which concession a passenger has, where, and until when.',
    purpose: 'To charge the lower fare.',
    read: [{ by: [api.travelerConcessions.list.access] }],
    also: DRIVERS,
    sent: [],
    rules: ['travelers'],
    kept: WITH_PASSENGER,
    tables: ['traveler_concessions'],
  },
  helpers: {
    people: 'passengers',
    name: 'Helpers of passengers',
    data: 'Which passenger helps which, with which rights; to whom an invitation was sent.',
    purpose: 'To let relatives and carers book rides and follow them.',
    read: [{ by: [api.travelerHelpers.list.access] }],
    sent: [],
    rules: ['travelers'],
    kept: WITH_PASSENGER,
    tables: ['traveler_helpers'],
  },
  lost_items: {
    people: 'passengers',
    name: 'Lost property',
    data: 'What a passenger has left in a vehicle, where, how to reach them, and what became of it.',
    purpose: 'To find it and give it back.',
    read: [{ by: [api.lostItems.list.access], with: [maskKeys.contact] }],
    sent: [],
    rules: ['bookings'],
    kept: 'It goes with the doors of its journey.',
    tables: ['lost_items'],
  },
  misses: {
    people: 'passengers',
    name: 'Late cancellations and no-shows',
    data: 'Which ride a passenger cancelled late or did not come to, what shows it, whether it counts, why staff say that it does not, whether they contested it, and how their share compares with that of the region.',
    purpose: 'To speak with passengers for whom vehicles often wait in vain, on grounds that they can check.',
    read: [{ by: [api.conduct.show.access], with: [maskKeys.care] }],
    sent: [],
    rules: ['bookings'],
    kept: 'It goes with the doors of its journey.',
    tables: ['misses'],
  },
  organisations: {
    people: 'passengers',
    name: 'Organisations that book for passengers',
    data: 'Name, place and contacts of a care home, clinic or school; for each passenger whom it may book for, who consented, from when and until when.',
    purpose: 'To let organisations book journeys for those who have consented to it, and for nobody else.',
    read: [{ by: [api.organisations.list.access] }],
    also: REPRESENTATIVES,
    sent: [],
    rules: [],
    kept: 'A consent goes with the passenger’s record at the latest; an organisation is kept until it is deleted.',
    tables: ['organisations', 'organisation_travelers'],
  },
  suspensions: {
    people: 'passengers',
    name: 'Warning letters and suspensions',
    data: 'On which missed rides a step rests, who decided, confirmed, dismissed or lifted it and why, when the letter went out, which days it is for, what the passenger objected, when they were heard and how that was decided, and which booked rides take place all the same.',
    purpose:
      'To warn passengers for whom vehicles often wait in vain, in a region that wants this, by rules that they can check and object to.',
    read: [{ by: [api.suspensions.list.access], with: [maskKeys.care, maskKeys.place] }],
    sent: ['mail'],
    rules: ['suspensions'],
    tables: ['suspensions'],
  },
  bookings: {
    people: 'passengers',
    name: 'Bookings',
    data: 'Who travels from which door to which, when, with whom and which wheelchair; notes, fare and what the driver took of it, how many came, what became of the journey, which rides were booked as one or as a group and what that is called, and links that open it without signing in until two hours after it.',
    purpose: 'To plan and drive journeys, to charge them, and to answer questions about them.',
    read: [
      { what: 'Journeys', by: bookings },
      { what: 'Doors', by: bookings, with: [maskKeys.place] },
      { what: 'Notes and wheelchairs', by: bookings, with: [maskKeys.care] },
    ],
    also: BOTH,
    sent: ['map'],
    rules: ['bookings'],
    tables: ['service_requests', 'journeys', 'booking_groups', 'service_request_histories', 'locations', 'ride_links'],
  },
  series: {
    people: 'passengers',
    name: 'Recurring journeys',
    data: 'Who travels again and again, on which days and at which time, from door to door, with whom and with which aids.',
    purpose: 'To book the same journey without asking for it each time.',
    read: [
      { what: 'Recurring journeys', by: [api.bookingSeries.list.access] },
      { what: 'Doors', by: [api.bookingSeries.list.access], with: [maskKeys.place] },
    ],
    sent: [],
    rules: ['booking_series'],
    tables: ['booking_series', 'booking_series_occurrences', 'series_groups'],
  },
  opinions: {
    people: 'passengers',
    name: 'Ratings and reasons of cancellations',
    data: 'Stars, words and reasons about a booking.',
    purpose: 'To make the service better.',
    read: [{ by: [api.feedbacks.list.access, api.surveyReports.list.access] }],
    sent: [],
    rules: ['bookings'],
    kept: WITH_BOOKING,
    tables: ['feedbacks', 'surveys'],
  },
  searches: {
    people: 'passengers',
    name: 'Searches for a journey',
    data: 'Who asked for a journey, from door to door, when, what was offered, who waits for it until when, and who calls for the way back.',
    purpose: 'To offer journeys, and to see where the service is wanted and missing.',
    read: [
      { what: 'Searches', by: [api.searches.show.access] },
      { what: 'Waiting list', by: [api.waitlistEntries.list.access] },
      { what: 'Open returns', by: [api.openReturns.list.access] },
      { what: 'Doors', by: [api.searches.show.access], with: [maskKeys.place] },
    ],
    sent: [],
    rules: ['searches'],
    tables: ['service_availability_searches', 'service_offerings', 'waitlist_entries', 'open_returns'],
  },
  cards: {
    people: 'passengers',
    name: 'Payment cards',
    data: 'Brand, last four digits, expiry and name on the card, and what the card provider calls the passenger. The provider gets name and e-mail.',
    purpose: 'To charge journeys to a card.',
    read: [{ by: [api.paymentMethods.list.access] }],
    sent: ['cards'],
    rules: ['travelers'],
    kept: WITH_PASSENGER,
    tables: ['payment_methods', 'card_customers', 'card_removals', 'test_card_setups'],
  },
  payments: {
    people: 'passengers',
    name: 'Charges and refunds',
    data: 'Amount, card, state and reason of each charge and refund, and who asked for it.',
    purpose: 'To collect fares and to give them back.',
    read: [{ by: [api.payments.list.access] }],
    sent: ['cards'],
    rules: ['bookings'],
    kept: WITH_BOOKING,
    tables: ['payments', 'payment_events'],
  },
  messages: {
    people: 'passengers',
    name: 'Messages about journeys',
    data: 'Address, number or browser, text with times and places of a journey, whether it was sent and shown, what was answered by SMS, and which numbers have answered STOP.',
    purpose: 'To tell passengers what they need to know about a journey, and to answer what they were told.',
    read: [
      { what: 'Messages', by: [api.messages.list.access] },
      { what: 'Address or number', by: [api.messages.list.access], with: [maskKeys.contact] },
      { what: 'Text', by: [api.messages.list.access], with: [maskKeys.place] },
      { what: 'Replies', by: [api.smsReplies.list.access] },
      { what: 'Calls to make', by: [api.callTasks.list.access] },
    ],
    sent: ['mail', 'sms', 'push'],
    rules: ['messages', 'sms_replies'],
    kept: 'That a number has answered STOP is kept until START. A browser is forgotten with its sign-in.',
    tables: ['messages', 'call_tasks', 'sms_replies', 'sms_stops', 'push_subscriptions'],
  },
  passenger_mails: {
    people: 'passengers',
    name: 'Mail to passengers',
    data: 'Address, subject and text.',
    purpose: 'To tell passengers about their account, and to send links for a new password.',
    read: [{ by: [api.outbox.list.access], with: [api.travelers.list.access] }],
    sent: ['mail'],
    rules: ['passenger_mails'],
    kept: 'A text with a link or code is deleted once it was sent or has ended.',
    tables: ['outbox_mails'],
  },
  privacy_requests: {
    people: 'passengers',
    name: 'Requests about data',
    data: 'What a passenger asked for, how it came, how identity was checked, who looks after it, and every answer.',
    purpose: 'To answer requests in time, and to show that they were.',
    read: [{ by: [api.privacyRequests.list.access] }],
    sent: [],
    rules: ['privacy_requests'],
    tables: ['privacy_requests', 'privacy_answers'],
  },
}

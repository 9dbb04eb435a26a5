import { seriesGroupOf, seriesOf } from './series.ts'
import { at } from './small-town.ts'

type Theirs = Record<
  'region' | 'zone' | 'organisation' | 'trip' | 'exception' | 'passenger' | 'offering' | 'refused' | 'standing',
  number
>

const stops = [{ trip_stop_id: 1, arrived_at: null, departed_at: null, bookings: [] }]
const aid = { name: 'A', kind: 'walker', seats: 1, wheelchair_spaces: 0, load_s: 1, unload_s: 1 }
const place = { name: 'A', address: 'B', point: at(0) }
const adults = [{ fare_type: 'adult' }]
const places = { origin: { name: 'A', point: at(0) }, destination: { name: 'B', point: at(1000) } }
const way = { passengers: adults, ...places, traveling_at: '2026-11-23T12:00:00+10:00', departing: true }
const frame = { earliest_at: '2026-11-23T12:00:00+10:00', latest_at: '2026-11-23T14:00:00+10:00' }
const rule = { kind: 'no_signal', enabled: true, watch: null, soon: 5, urgent: 10 }

const noticeOf = (region_id: number, zone: number) => ({
  region_id,
  zone_ids: [zone],
  texts: { en: 'Mill Road is closed' },
  valid_from: '2026-11-23T00:00:00Z',
  valid_until: '2030-11-23T00:00:00Z',
})

const ofRegion = (region: number, organisation_id: number, traveler_id: number) => ({
  'mobilityAids.create': { body: { ...aid, region_id: region }, pointer: '/region_id' },
  'organisations.create': { body: { region_id: region, name: 'A' }, pointer: '/region_id' },
  'organisationTravelers.create': {
    body: { organisation_id, traveler_id, consented_by: 'A', consented_on: '2026-11-01' },
    pointer: '/organisation_id',
  },
})

const ofStreets = {
  'geo.autosuggest': { query: '?q=Harbour', why: 'Street data are public' },
  'geo.geocode': { query: '?latlng=-27.47,153.02', why: 'Street data are public' },
  'geo.revgeocode': { query: '?at=-27.47,153.02', why: 'Street data are public' },
  'geo.routes': { query: '?origin=-27.47,153.02&destination=-27.47,153.03', why: 'Street data are public' },
  'geo.textSearch': { query: '?query=Harbour', why: 'Street data are public' },
}

/** Groups of a passenger of others and of one whom nobody knows. */
const groupsOf = (passenger: number, service_offering_id: number) => {
  const { traveling_at, departing, ...member } = way
  const asked = { seating: 'together', all_or_none: true }
  const ids = [passenger, 999_999]
  const booked = { service_offering_id, payment_method: 'cash' }
  return {
    'bookingGroups.search': {
      body: { ...asked, traveling_at, departing, members: ids.map((traveler_id) => ({ ...member, traveler_id })) },
      pointer: '/members/0/traveler_id',
    },
    'bookingGroups.create': {
      body: { ...asked, name: 'Choir', members: ids.map((traveler_id) => ({ ...booked, traveler_id })) },
      pointer: '/members/0/service_offering_id',
    },
  }
}

/** Series of a passenger of others. */
const seriesWith = (passenger: number, zone_id: number) => ({
  'bookingSeries.create': { body: seriesOf(passenger, { zone_id }), pointer: '/traveler_id' },
  'bookingSeries.createGroup': {
    body: seriesGroupOf([passenger, 999_999], { zone_id }),
    pointer: '/members/0/traveler_id',
  },
  'bookingSeries.preview': { body: seriesOf(passenger, { zone_id }), pointer: '/traveler_id' },
})

const LATER = '2026-11-23T14:00:00+10:00'

/**
 * Calls that name a region or zone of others: those about exceptions, packs, aids, journeys and notices, with the field that
 * refuses them, and those that are answered all the same, with why.
 */
export const furtherAsks = ({
  region,
  organisation,
  zone: zone_id,
  trip,
  exception,
  passenger,
  offering,
  refused,
  standing,
}: Theirs) => ({
  naming: {
    'continuityPacks.create': { body: { region_id: region }, pointer: '/region_id' },
    'continuityPacks.settle': { body: { region_id: region }, pointer: '/region_id' },
    'continuityPacks.catchUp': { body: { trip_id: trip, written_by: 'Eve', stops }, pointer: undefined },
    'journeys.create': {
      body: {
        traveler_id: passenger,
        legs: [1, 2].map(() => ({ service_offering_id: offering, payment_method: 'cash' })),
      },
      pointer: '/legs/0/service_offering_id',
    },
    'journeys.usualReturn': { query: `?traveler_id=${passenger}&from=-27,153&to=-27,153.01`, pointer: undefined },
    'journeys.suggestReturn': { body: { traveler_id: passenger, ...way }, pointer: '/traveler_id' },
    'searches.otherTimes': { body: { traveler_id: passenger, ...way }, pointer: '/traveler_id' },
    ...ofRegion(region, organisation, passenger),
    'places.create': { body: { ...place, region_id: region }, pointer: '/region_id' },
    'places.import': { body: { region_id: region, rows: [{ Name: 'A' }] }, pointer: '/region_id' },
    'places.suggestions': { query: `?region_id=${region}`, pointer: '/region_id' },
    'exceptions.create': { body: { text: 'Look', severity: 'watch', zone_id }, pointer: '/zone_id' },
    'exceptionRules.preview': { query: `?zone_id=${zone_id}&kind=no_signal&soon=5`, pointer: '/zone_id' },
    'exceptionRules.update': { body: { ...rule, zone_id }, pointer: '/zone_id' },
    'exceptionMutes.create': {
      body: { zone_id, kind: 'no_signal', minutes: 30, reason: 'A test' },
      pointer: '/zone_id',
    },
    'messages.phone': { query: `?traveler_id=${passenger}`, pointer: undefined },
    'notices.prepared': { query: `?trip_id=${trip}`, pointer: undefined },
    'notices.reach': { body: noticeOf(region, zone_id), pointer: '/region_id' },
    'notices.create': { body: { ...noticeOf(region, zone_id), delivery: 'show' }, pointer: '/region_id' },
    'handovers.brief': { query: `?region_id=${region}`, pointer: undefined },
    'handovers.create': { body: { region_id: region, zone_ids: [], taker_id: 1, note: '' }, pointer: undefined },
    'waitlistEntries.create': {
      body: { service_availability_search_id: refused, ...frame, payment_method: 'cash' },
      pointer: '/service_availability_search_id',
    },
    'waitlistEntries.outlook': {
      query: `?service_availability_search_id=${refused}`,
      pointer: '/service_availability_search_id',
    },
    'openReturns.create': { body: { service_request_id: standing, not_before: LATER }, pointer: '/service_request_id' },
    ...groupsOf(passenger, offering),
    ...seriesWith(passenger, zone_id),
    'watches.start': { body: { zone_ids: [zone_id] }, pointer: '/zone_ids' },
    'watches.people': { query: `?region_id=${region}`, pointer: undefined },
  },
  shared: {
    'exceptions.bulk': {
      body: { ids: [exception], action: 'acknowledge' },
      why: 'Each is refused by itself, in the answer',
    },
    'bookingSeries.import': {
      body: { rows: [{ 'Passenger number': String(passenger) }] },
      why: 'Refuses each row by itself, in the answer',
    },
    ...ofStreets,
  },
})

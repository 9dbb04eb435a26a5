import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { masked, nameOf } from '../masks.ts'
import type { PermissionKey } from '../permissions.ts'
import { Timestamp } from './basics.ts'
import { RequestStatus } from './service-requests.ts'
import { Traveler, Whereabouts } from './travelers.ts'
import { tripStates } from './trips.ts'

export const MIN_SEARCH_LENGTH = 3
/** Matches are counted up to this many: with more, a longer text is the better search. */
export const MAX_SEARCH_HITS = 1000

export const searchTypes = [
  'drivers',
  'vehicles',
  'travelers',
  'regions',
  'zones',
  'service_requests',
  'trips',
] as const
export type SearchType = (typeof searchTypes)[number]

/** A kind may be searched while its module is enabled and flagged `globalSearchEnabled`, by users with the key. */
export const searchAccess = {
  drivers: { module: 'DriverManagement', permission: 'DriverManagement:driver:canRead' },
  vehicles: { module: 'VehicleManagement', permission: 'VehicleManagement:vehicle:canRead' },
  travelers: { module: 'TravellerManagement', permission: 'TravellerManagement:traveller:canRead' },
  regions: { module: 'RegionManagement', permission: 'RegionManagement:region:canRead' },
  zones: { module: 'ZoneManagement', permission: 'ZoneManagement:zone:canRead' },
  service_requests: { module: 'LiveBookings', permission: 'LiveBooking:booking:canRead' },
  trips: { module: 'TripManagement', permission: 'TripManagement:trip:canRead' },
} as const satisfies Record<SearchType, { module: string; permission: PermissionKey }>

const person = { id: Id, full_name: z.string(), username: z.string(), email: z.string() }
const { full_name, username, email, phone_number, status } = Traveler.shape

export const searchHits = {
  drivers: z.object({ ...person, status: z.string().nullable() }),
  vehicles: z.object({
    id: Id,
    vehicle_number: z.string(),
    license_plate: z.string(),
    make: z.string().nullable(),
    model: z.string().nullable(),
    status: z.string(),
  }),
  travelers: z.object({ id: Id, full_name, username, email, phone_number, status, ...Whereabouts.shape }),
  regions: z.object({ id: Id, name: z.string(), status: z.string() }),
  zones: z.object({
    id: Id,
    name: z.string(),
    abbreviation: z.string(),
    region_id: Id,
    region_name: z.string(),
    status: z.string(),
  }),
  service_requests: z.object({
    id: Id,
    traveler_id: Id,
    traveler_name: nameOf('traveler_id', z.string()),
    status: RequestStatus,
    /** left on the road by a lost vehicle */
    stranded_at: Timestamp.nullable(),
    pickup_lower_bound: Timestamp,
    time_zone: z.string(),
    origin_name: masked('place', 'door', z.string()),
    destination_name: masked('place', 'door', z.string()),
    region_id: Id,
    trip_id: Id.nullable(),
  }),
  trips: z.object({
    id: Id,
    name: z.string(),
    status: z.enum(tripStates),
    start_datetime: Timestamp,
    time_zone: z.string(),
    zone_name: z.string(),
    vehicle_number: z.string().nullable(),
  }),
} as const satisfies Record<SearchType, z.ZodType>

const asMany = <T extends z.ZodType>(hit: T) => z.array(hit).optional()
const count = z.object({ total_count: z.int() }).optional()

/** Records and count under the name of each kind that was asked for. */
export const SearchAnswer = z.object({
  data: z.object({
    drivers: asMany(searchHits.drivers),
    vehicles: asMany(searchHits.vehicles),
    travelers: asMany(searchHits.travelers),
    regions: asMany(searchHits.regions),
    zones: asMany(searchHits.zones),
    service_requests: asMany(searchHits.service_requests),
    trips: asMany(searchHits.trips),
  }),
  meta: z.object({
    drivers: count,
    vehicles: count,
    travelers: count,
    regions: count,
    zones: count,
    service_requests: count,
    trips: count,
  }),
})
export type SearchAnswer = z.infer<typeof SearchAnswer>
export type SearchHits = SearchAnswer['data']

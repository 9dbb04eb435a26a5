import { type SearchAnswer, type SearchType, searchAccess, searchTypes, type Settings } from '@ambit/contract'
import { isInUse } from '../navigation/menu.ts'
import { shownBookingStatus, shownBookingStatuses } from '../records/bookings.ts'
import { driverStatuses } from '../records/drivers.ts'
import { regionStatuses } from '../records/regions.ts'
import type { Status } from '../records/status.tsx'
import { travelerStatuses } from '../records/travelers.ts'
import { tripStateLabel, tripStatuses } from '../records/trips.ts'
import { vehicleStatuses } from '../records/vehicles.ts'
import { zoneStatuses } from '../records/zones.ts'
import { createFormat, type FormatSettings } from '../settings/create-format.ts'
import { dialogText } from '../dialogs/dialog-ref.ts'
import type { PortalPath } from '../url/paths.ts'
import type { PlainSearch } from '../url/plain-search.ts'
import { searchStrings } from './strings.ts'

/** One line of the results, of any kind. */
export type Hit = {
  id: number
  name: string
  details: string
  status: Status
  /** the page it opens on; null: on the page where the person is */
  to: PortalPath | null
  dialog: string | null
}

export type Kind = { type: SearchType; label: string; placeholder: string }

const placeholders: Record<SearchType, string> = {
  drivers: 'Name, username, email',
  vehicles: 'Vehicle ID, registration, make, model',
  travelers: 'Name, username, email',
  regions: 'Name',
  zones: 'Name, abbreviation',
  service_requests: 'ID, Passenger name, address',
  trips: 'Trip number, name',
}

type Viewer = { brand: Settings['app']['brand']; can: (key: string) => boolean }

/** What this person may search: modules that are enabled and flagged `globalSearchEnabled`, whose records they may read. */
export const kindsFor = (groups: Settings['modules'], { brand, can }: Viewer): readonly Kind[] => {
  const items = groups.flatMap((group) => group.items)
  return searchTypes.flatMap((type) => {
    const { module, permission } = searchAccess[type]
    const item = items.find(({ name }) => name === module)
    if (item === undefined || !isInUse(item, brand) || !item.globalSearchEnabled || !can(permission)) return []
    return [{ type, label: item.menuName, placeholder: placeholders[type] }]
  })
}

const joined = (...parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== '').join(' · ')

const statuses: Record<SearchType, { readonly [status: string]: Status | undefined }> = {
  drivers: driverStatuses,
  vehicles: vehicleStatuses,
  travelers: travelerStatuses,
  regions: regionStatuses,
  zones: zoneStatuses,
  service_requests: shownBookingStatuses,
  trips: tripStatuses,
}

/** The status as the kind's own lists show it. */
const statusOf = (type: SearchType, status: string | null): Status =>
  statuses[type][status ?? 'none'] ?? { text: status ?? '', tone: 'neutral' }

type Words = {
  number: (id: number) => string
  time: (iso: string, timeZone: string) => string
  lastRide: (time: string, to: string) => string
}

export const hitWords = (app: FormatSettings): Words => ({
  number: searchStrings.number,
  lastRide: searchStrings.lastRide,
  time: (iso, timeZone) => createFormat(app, timeZone).dateTime(iso),
})

type Passenger = Pick<
  NonNullable<SearchAnswer['data']['travelers']>[number],
  'phone_number' | 'email' | 'address' | 'last_ride'
>

/** People on one telephone number are told apart by where they live and ride. */
const passengerDetails = ({ phone_number, email, address, last_ride: ride }: Passenger, words: Words): string =>
  joined(
    phone_number,
    email,
    address,
    ride && words.lastRide(words.time(ride.at, ride.time_zone), ride.destination_name),
  )

/** The records of one kind as lines, each with the deep link of its dialog. */
export const hitsOf = (type: SearchType, data: SearchAnswer['data'], words: Words): readonly Hit[] => {
  switch (type) {
    case 'drivers':
      return (data.drivers ?? []).map(({ id, full_name, username, email, status }) => ({
        id,
        name: full_name,
        details: joined(username, email),
        status: statusOf(type, status),
        to: '/DriverManagement',
        dialog: dialogText('DriverDialog', 'view', id),
      }))
    case 'vehicles':
      return (data.vehicles ?? []).map(({ id, vehicle_number, license_plate, make, model, status }) => ({
        id,
        name: vehicle_number,
        details: joined(license_plate, [make, model].filter((word) => word !== null).join(' ')),
        status: statusOf(type, status),
        to: '/VehicleManagement',
        dialog: dialogText('VehicleDialog', 'edit', id, 'VehicleDetails'),
      }))
    case 'travelers':
      return (data.travelers ?? []).map(({ id, full_name, status, ...told }) => ({
        id,
        name: full_name,
        details: passengerDetails(told, words),
        status: statusOf(type, status),
        to: '/TravellerManagement',
        dialog: dialogText('TravelerDialog', 'view', id, 'Profile'),
      }))
    case 'regions':
      return (data.regions ?? []).map(({ id, name, status }) => ({
        id,
        name,
        details: '',
        status: statusOf(type, status),
        to: '/RegionManagement',
        dialog: dialogText('RegionDialog', 'view', id),
      }))
    case 'zones':
      return (data.zones ?? []).map(({ id, name, abbreviation, region_name, status }) => ({
        id,
        name,
        details: joined(abbreviation, region_name),
        status: statusOf(type, status),
        to: '/ZoneManagement/zones',
        dialog: dialogText('ZoneDialog', 'view', id),
      }))
    case 'service_requests':
      return (data.service_requests ?? []).map((booking) => ({
        id: booking.id,
        name: joined(words.number(booking.id), booking.traveler_name),
        details: joined(
          words.time(booking.pickup_lower_bound, booking.time_zone),
          `${booking.origin_name} → ${booking.destination_name}`,
        ),
        status: statusOf(type, shownBookingStatus(booking)),
        ...bookingPlace(booking),
      }))
    case 'trips':
      return (data.trips ?? []).map((trip) => ({
        id: trip.id,
        name: joined(words.number(trip.id), trip.name),
        details: joined(words.time(trip.start_datetime, trip.time_zone), trip.vehicle_number, trip.zone_name),
        status: { ...statusOf(type, trip.status), text: tripStateLabel(trip.status) },
        to: '/TripManagement',
        dialog: dialogText('TripDialog', 'view', trip.id, 'TripDetails'),
      }))
  }
}

type Booking = NonNullable<SearchAnswer['data']['service_requests']>[number]

/** On the way it is watched where its vehicle is; before and after, the booking itself is what there is to see. */
const bookingPlace = ({ id, status, region_id, trip_id }: Booking): Pick<Hit, 'to' | 'dialog'> =>
  trip_id !== null && (status === 'secured' || status === 'on_board')
    ? { to: `/VehicleMonitoring/region/${region_id}/trip/${trip_id}/service-requests/${id}`, dialog: null }
    : { to: null, dialog: dialogText('LiveBookingDialog', 'view', id) }

/** The query of a hit's address: region and zones stay, the record's dialog opens; here, everything stays. */
export const searchOf =
  ({ to, dialog }: Pick<Hit, 'to' | 'dialog'>) =>
  (before: PlainSearch): PlainSearch => ({
    ...(to === null ? before : { region: before['region'], zone: before['zone'] }),
    d: dialog ?? undefined,
  })

import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { Timestamp } from './basics.ts'
import { messageLanguages } from './messages.ts'
import { BookedAid } from './mobility-aids.ts'
import { NavigationApp, OdometerRule, QuickReplies } from './regions.ts'
import { distanceUnits } from './settings.ts'
import { StrategyConfiguration, WalkOnMode } from './service-strategies.ts'
import { AskedNoShow, TripOdometer, TripWithStops } from './trips.ts'
import { TakenChecklist, TripCheck } from './vehicle-checks.ts'
import { paymentMethods } from './zones.ts'

export const fareDues = ['paid', 'card', 'cash', 'transport_card', 'free'] as const

/** A booking as its driver needs it, besides what the stops say of it. */
export const ManifestBooking = z.object({
  id: Id,
  /** first name and initial */
  name: z.string(),
  phone_number: z.string().nullable(),
  /** that it was booked with; left out: none */
  group: z.object({ id: Id, name: z.string() }).optional(),
  /** for the pick-up and the drop-off, each until that is done; left out: there is none, or it is not told yet or any more */
  pickup_note: z.string().optional(),
  dropoff_note: z.string().optional(),
  /** what travels along, animals among it; what was taken along by an older app has none */
  aids: z.array(BookedAid).optional(),
  /** how many ride along without a fare */
  attendants: z.int().optional(),
  /** how many ride by each fare type */
  adults: z.int(),
  children: z.int(),
  concessions: z.int(),
  /** that the passenger holds, and the fare without it; null: none */
  concession: z.object({ name: z.string(), full_amount: z.number() }).nullable(),
  /** to check the code that the passenger says: the SHA-256 of salt and digits, in hex; left out: none is asked for */
  code: z.object({ required: z.boolean(), salt: z.string(), hash: z.string() }).optional(),
  /** `card`: paid by card after the ride; `transport_card`: by the card that `method` names */
  due: z.object({
    kind: z.enum(fareDues),
    method: z.enum(paymentMethods),
    /** in units of the currency, such as 3.5 */
    amount: z.number(),
    /** ISO 4217 */
    currency: z.string(),
  }),
})
export type ManifestBooking = z.infer<typeof ManifestBooking>

/** A trip as its driver gets it. */
export const DriverTrip = TripWithStops.extend({
  checklists: z.array(TakenChecklist).optional(),
  checks: z.array(TripCheck).optional(),
  odometer: TripOdometer.optional(),
  no_shows_asked: z.array(AskedNoShow).optional(),
})

/** A trip as a device takes it along, with the rules that it applies by itself. */
export const TripManifest = z.object({
  /** passengers are named as in `bookings` */
  trip: DriverTrip,
  bookings: z.array(ManifestBooking),
  rules: z.object({
    /** how long a driver waits before a no-show may be declared */
    wait_minutes: z.number(),
    /** how long before its start a trip may be signed on to */
    sign_on_early_minutes: z.number(),
    /** what was taken along by an older app has none of what follows */
    walk_ons: WalkOnMode.optional(),
    no_show_approval: StrategyConfiguration.shape.no_show_approval.optional(),
    passenger_calls: StrategyConfiguration.shape.passenger_calls.optional(),
    odometer: OdometerRule.optional(),
    /** where the vehicle is during breaks is told as well */
    track_breaks: z.boolean().optional(),
    /** of the vehicle; null: what fits is not asked */
    room: z.object({ seats: z.int(), wheelchairs: z.int(), seatsPerWheelchair: z.int() }).nullish(),
  }),
  /** what passengers who did not book may be asked; null: they are not taken */
  walk_on: z
    .object({
      /** of the zone, where they may get off with a signal */
      stops: z.array(z.object({ location_id: Id, name: z.string() })),
      /** for each of them, in units of the currency */
      price: z.number(),
      /** ISO 4217 */
      currency: z.string(),
      method: z.enum(paymentMethods),
    })
    .nullish(),
  /** by the device's own numbers, the bookings of walk-on passengers that it took in */
  walk_ons: z.array(z.object({ ref: z.int(), service_request_id: Id })).optional(),
  /** the end of the service day: notes are neither told nor kept after it */
  notes_until: Timestamp.optional(),
  /** IANA, of the zone's clocks */
  time_zone: z.string(),
  /** the driver's device that the trip is open on; null: none yet */
  device: z.uuid().nullable(),
  /** whom the driver calls */
  dispatch_phone: z.string().nullable(),
  /** that the driver dials in an emergency */
  emergency_number: z.string(),
  /** that the region lets its drivers hand the way to */
  navigation_apps: z.array(NavigationApp),
  /** where the map's tiles are, and whose work it is; null: there are none */
  map: z.object({ tiles: z.string().nullable(), attribution: z.string().nullable() }),
})
export type TripManifest = z.infer<typeof TripManifest>

/** Raised with what drivers' devices must have: what they send, and how they read the answers. */
export const DRIVER_APP_VERSION = 1
/** What signs on to trips; an older app may always send what it holds. */
export const OLDEST_DRIVER_APP_VERSION = 1

export const DriverSession = z.object({
  driver: z.object({ id: Id, full_name: z.string() }),
  /** of the driver's region; null: there is none, or it has none */
  dispatch_phone: z.string().nullable(),
  /** of the same region */
  emergency_number: z.string(),
  navigation_apps: z.array(NavigationApp),
  quick_replies: QuickReplies,
  odometer: OdometerRule,
  /** of the product's texts for drivers */
  languages: z.array(z.enum(messageLanguages)),
  /** of distances */
  units: z.enum(distanceUnits),
  oldest_app_version: z.int(),
  /** what a browser subscribes to the server's pushes with, in base64url */
  push_key: z.string(),
  server_time: Timestamp,
})
export type DriverSession = z.infer<typeof DriverSession>

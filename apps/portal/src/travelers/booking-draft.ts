import {
  BookingSeriesInput,
  JourneyInput,
  Place,
  ReturnChoice,
  ServiceRequest,
  ServiceRequestInput,
  type Traveler,
} from '@ambit/contract'
import { z } from 'zod'
import { noPattern, PatternForm } from '../records/series/pattern.ts'

/** The local-storage key that the specification names. */
export const DRAFTS_KEY = 'newBookings'
/** Drafts older than this many seconds are dropped when they are read. */
export const DRAFT_LIFE_S = 10_800

/**
 * The specification's. `pending`: the booking is being made; `updating`: it is being changed. Both end as `booked`.
 * Nothing sets `updated` and `completed` yet.
 */
export const draftStatuses = [
  'not started',
  'enteredTrip',
  'offerings available',
  'pending',
  'booked',
  'error',
  'updating',
  'updated',
  'completed',
] as const
export type DraftStatus = (typeof draftStatuses)[number]

/** One of the place book says so, for what the wizard knows of it. */
const ChosenPlace = Place.extend({ place_id: z.number().int().optional() })

/** What the form of step 0 holds. `travelling_at` is null until a time was chosen. */
export const BookingData = z.object({
  origin: ChosenPlace.nullable(),
  destination: ChosenPlace.nullable(),
  passengers: z.number().int().min(1).nullable(),
  mobility_support: z.number().int().min(0).nullable(),
  /** as many as the aids take, instead of that number */
  spacesByAids: z.boolean().default(false),
  attendants: z.number().int().min(0).default(0),
  companions: z.number().int().min(0).default(0),
  /** kinds of aids that travel; null: those of the passenger's profile */
  aids: z.array(z.number().int()).nullable().default(null),
  traveling_at: z.string().nullable(),
  /** null until a time preference was chosen */
  departing: z.boolean().nullable(),
  leaveNow: z.boolean(),
  selectedFrequentLocationIndex: z.number().int().nullable(),
})
export type BookingData = z.infer<typeof BookingData>

/** For the driver at the two stops; null: nothing was typed, and what is known of the place holds. */
const notes = {
  pickup_note: z.string().nullable().default(null),
  dropoff_note: z.string().nullable().default(null),
}
const noNotes = { pickup_note: null, dropoff_note: null }

/** A booking as it was before its change, to be shown beside what it is. */
export const BookingBefore = ServiceRequest.pick({
  id: true,
  pickup: true,
  dropoff: true,
  passenger_count: true,
  mobility_support: true,
  total_price: true,
  vehicle_number: true,
  // A draft that was kept by the version before has none.
}).extend({ currency: ServiceRequest.shape.currency.optional() })
export type BookingBefore = z.infer<typeof BookingBefore>

/** Another ride of the passenger that stands in the way: nearly the same, or at that time. */
export const InTheWay = z.object({ kind: z.enum(['same', 'overlap']), booking: z.number().int().nullable() })
export type InTheWay = z.infer<typeof InTheWay>

/** What was found, chosen and booked of a leg that is booked together with the first one. */
const Leg = z.object({
  searchId: z.number().int().nullable(),
  offeringId: z.number().int().nullable(),
  discountCode: z.string().nullable(),
  ...notes,
  /** the booking that it became */
  serviceRequestId: z.number().int().nullable(),
})
export type Leg = z.infer<typeof Leg>

export const newLeg = (): Leg => ({
  searchId: null,
  offeringId: null,
  discountCode: null,
  ...noNotes,
  serviceRequestId: null,
})

/** Where the passenger rides on to, after a stay where the leg before ends. */
export const Stop = Leg.extend({
  place: ChosenPlace.nullable(),
  stay_minutes: z.number().int().nullable(),
})
export type Stop = z.infer<typeof Stop>

/** The way back that is booked together with a way there. */
export const WayBack = Leg.extend({
  /** null: nothing was said yet, and the passenger's last choice holds */
  choice: ReturnChoice.nullable(),
  /** null: as suggested */
  traveling_at: z.string().nullable(),
  /** the suggested time that was searched for last; null where one was chosen */
  suggested_at: z.string().nullable().default(null),
  departing: z.boolean().nullable(),
  /** changed for the way back alone; null: those of the way there, swapped */
  places: z.object({ origin: Place.nullable(), destination: Place.nullable() }).nullable(),
  /** changed for the way back alone; null: as on the way there */
  people: BookingData.pick({
    passengers: true,
    mobility_support: true,
    spacesByAids: true,
    attendants: true,
    companions: true,
    aids: true,
  }).nullable(),
  /** the way there is booked also where there is no way back */
  evenWithout: z.boolean(),
  /** the open return that it became: the passenger calls for it */
  openReturnId: z.number().int().nullable().default(null),
  /** what is being booked, with the way there and any stops: the same after a reload, with the same idempotency key */
  confirmation: z.object({ key: z.string(), body: JourneyInput }).nullable(),
})
export type WayBack = z.infer<typeof WayBack>

/** Drafts that were kept by the version before have none. */
const noWayBack = (): WayBack => ({
  ...newLeg(),
  choice: null,
  traveling_at: null,
  suggested_at: null,
  departing: true,
  places: null,
  people: null,
  evenWithout: false,
  openReturnId: null,
  confirmation: null,
})

/** How the journey is made again and again. */
const Repeat = z.object({
  form: PatternForm,
  /** single dates of the pattern that are left out, and those besides it */
  left_out: z.array(z.string()),
  added: z.array(z.string()),
  /** when the first ride is, and its way back, where that is not the travel date: trips are looked for then */
  first: z.object({ there: z.string(), back: z.string().nullable() }).nullable(),
  /** the series that it became */
  seriesId: z.number().int().nullable(),
  /** what is being made: the same after a reload, with the same idempotency key */
  confirmation: z.object({ key: z.string(), body: BookingSeriesInput }).nullable(),
  /** what was sent without an answer to its outcome: the same sent again keeps the key, and is made once */
  unanswered: z.object({ key: z.string(), body: BookingSeriesInput }).nullable().default(null),
})
export type Repeat = z.infer<typeof Repeat>

/** Drafts that were kept by the version before have none. */
const noRepeat = (): Repeat => ({
  form: noPattern(),
  left_out: [],
  added: [],
  first: null,
  seriesId: null,
  confirmation: null,
  unanswered: null,
})

/** A draft booking; it is kept in this browser until it is booked, discarded or three hours old. */
export const BookingDraft = z.object({
  uuid: z.string(),
  /** whose it is; drafts that were kept by the version before have none, and are of who signs in */
  owner: z.number().int().nullable().default(null),
  travelerId: z.number().int(),
  /** what the region picker shows while no zone is chosen */
  tripRegionId: z.number().int().nullable().default(null),
  tripZoneId: z.number().int().nullable(),
  serviceAvailabilitySearchId: z.number().int().nullable(),
  bookingData: BookingData,
  /** what was wished for, where another time was taken instead */
  wishedAt: z.string().nullable().default(null),
  /** the booking to change; null for a new one */
  changeOf: z.number().int().nullable().default(null),
  /** the open return that it is to become; null: none */
  openReturnId: z.number().int().nullable().default(null),
  /** that booking, as it was when its change was asked for */
  before: BookingBefore.nullable().default(null),
  step: z.union([z.literal(0), z.literal(1)]),
  status: z.enum(draftStatuses),
  serviceRequestId: z.number().int().nullable(),
  serviceOfferingId: z.number().int().nullable(),
  /** looked up at step 1, for the booking */
  discountCode: z.string().nullable().default(null),
  /** why booking rules are not to hold for the search; empty: they do */
  overrideReason: z.string().default(''),
  /** bookings that were shown as nearly the same ride, and are others */
  besides: z.array(z.number().int()).default([]),
  /** why the passenger rides at the time of another ride; empty: there is none */
  overlapReason: z.string().default(''),
  /** what stood in the way of the last search or booking, where it was another ride */
  inTheWay: InTheWay.nullable().default(null),
  /** a search or a booking is being made */
  loading: z.boolean(),
  /** which search is being made: the answer of any other one comes too late */
  searchKey: z.string().nullable().default(null),
  back: WayBack.default(noWayBack),
  stops: z.array(Stop).default([]),
  repeat: Repeat.default(noRepeat),
  /** what is being booked: the same after a reload, with the same idempotency key */
  confirmation: z.object({ key: z.string(), body: ServiceRequestInput }).nullable().default(null),
  /** for the booking, typed at step 1 */
  comment: z.string().default(''),
  ...notes,
  /** why the last search or booking failed, where no answer to a search says so */
  errorMessage: z.string().nullable().default(null),
  createdAt: z.string(),
  lastUpdatedAt: z.string(),
  lastReadAt: z.string().nullable(),
})
export type BookingDraft = z.infer<typeof BookingDraft>

/** The stored drafts that are young enough; text that is none is dropped. */
export const readDrafts = (stored: string | null, now: Date): BookingDraft[] => {
  let list: unknown
  try {
    list = JSON.parse(stored ?? '[]')
  } catch {
    return []
  }
  return (Array.isArray(list) ? list : []).flatMap((entry: unknown) => {
    const draft = BookingDraft.safeParse(entry)
    const young = draft.success && now.getTime() - Date.parse(draft.data.createdAt) <= DRAFT_LIFE_S * 1000
    return young ? [draft.data] : []
  })
}

export const newDraft = (
  uuid: string,
  traveler: Pick<Traveler, 'id' | 'handicapped'> & Partial<Pick<Traveler, 'mobility_aids'>>,
  zoneId: number | null,
  now: Date,
): BookingDraft => ({
  uuid,
  owner: null,
  travelerId: traveler.id,
  tripRegionId: null,
  tripZoneId: zoneId,
  serviceAvailabilitySearchId: null,
  bookingData: {
    origin: null,
    destination: null,
    passengers: 1,
    // Where it is masked, it has to be asked.
    mobility_support: traveler.handicapped === null ? null : traveler.handicapped ? 1 : 0,
    spacesByAids: (traveler.mobility_aids ?? []).length > 0,
    attendants: 0,
    companions: 0,
    aids: null,
    traveling_at: null,
    departing: true,
    leaveNow: true,
    selectedFrequentLocationIndex: null,
  },
  wishedAt: null,
  changeOf: null,
  openReturnId: null,
  before: null,
  step: 0,
  status: 'not started',
  serviceRequestId: null,
  serviceOfferingId: null,
  discountCode: null,
  overrideReason: '',
  besides: [],
  overlapReason: '',
  inTheWay: null,
  loading: false,
  searchKey: null,
  back: noWayBack(),
  stops: [],
  repeat: noRepeat(),
  confirmation: null,
  comment: '',
  ...noNotes,
  errorMessage: null,
  createdAt: now.toISOString(),
  lastUpdatedAt: now.toISOString(),
  lastReadAt: null,
})

/** Something happened to the draft since its dialog was last open. */
export const isUnread = ({ lastReadAt, lastUpdatedAt }: BookingDraft): boolean =>
  lastReadAt === null || lastReadAt < lastUpdatedAt

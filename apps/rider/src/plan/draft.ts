import {
  type api,
  type CallInput,
  paymentMethods,
  Place,
  type RideBooking,
  type RidePlace,
  type RideSummary,
} from '@ambit/contract'
import { z } from 'zod'
import { civilIn, momentOf, soonIn, STEP_MINUTES } from '../ride/zone-time.ts'

export const fareTypes = ['adult', 'child', 'concession'] as const
export type FareType = (typeof fareTypes)[number]

const MINUTE_MS = 60_000
/** More travel by a call. */
export const MOST_OF_A_KIND = 8

/** What is being looked for, as far as it was entered. */
export const Draft = z.object({
  /** who rides; without a name the passenger who has signed in; null: not chosen, which is asked where there is a choice */
  traveler: z.object({ id: z.number(), name: z.string().nullable() }).nullable(),
  origin: Place.nullable(),
  destination: Place.nullable(),
  when: z.enum(['now', 'leave', 'arrive']),
  /** by the clocks of `zone`; used unless it is for now */
  at: z.object({ date: z.string(), minutes: z.number() }).nullable(),
  /** of the zone that was travelled in last; null: the device's */
  zone: z.string().nullable(),
  passengers: z.object({ adult: z.number(), child: z.number(), concession: z.number() }),
  wheelchairs: z.number(),
  /** for the driver at the two stops; null: nothing was entered, and what the passenger noted with the place holds */
  pickup_note: z.string().nullable().default(null),
  dropoff_note: z.string().nullable().default(null),
  /** null: the first of those that the zone takes */
  payment: z.enum(paymentMethods).nullable(),
  /** the own ride that is to be replaced, when it is, and what it costs */
  replaces: z.object({ id: z.number(), at: z.string(), price: z.number() }).nullable(),
})
export type Draft = z.infer<typeof Draft>

export const emptyDraft = (zone: string | null): Draft => ({
  traveler: null,
  origin: null,
  destination: null,
  when: 'now',
  at: null,
  zone,
  passengers: { adult: 1, child: 0, concession: 0 },
  wheelchairs: 0,
  pickup_note: null,
  dropoff_note: null,
  payment: null,
  replaces: null,
})

/** The same places again, for the same passenger. */
export const draftAgain = (ride: RideSummary, draft: Draft): Draft => ({
  ...draft,
  traveler: { id: ride.traveler_id, name: ride.traveler_name },
  origin: ride.origin,
  destination: ride.destination,
  pickup_note: null,
  dropoff_note: null,
  zone: ride.time_zone,
  replaces: null,
})

const countsOf = (ride: RideBooking): Draft['passengers'] => {
  const count = (kind: FareType): number => ride.passengers.filter(({ fare_type }) => fare_type === kind).length
  return { adult: count('adult'), child: count('child'), concession: count('concession') }
}

/** The same places, people and needs. */
export const draftLike = (ride: RideBooking, draft: Draft): Draft => ({
  ...draftAgain(ride, draft),
  passengers: countsOf(ride),
  wheelchairs: ride.mobility_support,
})

/** A change of this ride, with everything that it has preset. */
export const draftOfChange = (ride: RideBooking, notes: Notes, draft: Draft): Draft => {
  const { date, minutes } = civilIn(ride.time_zone, Date.parse(ride.pickup.lower_bound))
  return {
    ...draftLike(ride, draft),
    ...notes,
    when: 'leave',
    at: { date, minutes: minutes - (minutes % STEP_MINUTES) },
    payment: ride.payment_method,
    replaces: { id: ride.id, at: ride.pickup.lower_bound, price: ride.total_price },
  }
}

/** With a change. A note goes with the place that it was entered for. */
export const changed = (draft: Draft, part: Partial<Draft>): Draft => {
  const next = { ...draft, ...part }
  const isOther = (one: Place | null, other: Place | null): boolean => one?.point.join() !== other?.point.join()
  return {
    ...next,
    ...(isOther(draft.origin, next.origin) && part.pickup_note === undefined ? { pickup_note: null } : {}),
    ...(isOther(draft.destination, next.destination) && part.dropoff_note === undefined ? { dropoff_note: null } : {}),
  }
}

export type Notes = Pick<Draft, 'pickup_note' | 'dropoff_note'>

/** As entered, else as the passenger noted them with saved places. */
export const notesOf = (draft: Draft, places: readonly RidePlace[]): Notes => {
  const notedAt = (place: Place | null): string | null =>
    places.find(({ address, note }) => note !== '' && address.point.join() === place?.point.join())?.note ?? null
  return {
    pickup_note: draft.pickup_note ?? notedAt(draft.origin),
    dropoff_note: draft.dropoff_note ?? notedAt(draft.destination),
  }
}

export type DraftFault = 'origin' | 'destination' | 'passengers' | 'wheelchairs'

/** What is missing before anything can be searched, in the order of the fields. */
export const faultsOf = ({ origin, destination, passengers, wheelchairs }: Draft): DraftFault[] => {
  const people = passengers.adult + passengers.child + passengers.concession
  const faults: DraftFault[] = []
  if (destination === null) faults.push('destination')
  if (origin === null) faults.push('origin')
  if (people === 0) faults.push('passengers')
  else if (wheelchairs > people) faults.push('wheelchairs')
  return faults
}

export type SearchBody = NonNullable<CallInput<typeof api.ride.search>['body']>

/** What is sent to the server; null where a place is missing. */
export const searchBody = (draft: Draft, now: number, zone: string): SearchBody | null => {
  const { traveler, origin, destination, when, at, passengers, wheelchairs, replaces } = draft
  if (origin === null || destination === null) return null
  // The minute that runs is over before the server reads it.
  const moment = when === 'now' ? Math.ceil(now / MINUTE_MS) * MINUTE_MS : momentOf(zone, at ?? soonIn(zone, now))
  return {
    ...(traveler === null ? {} : { traveler_id: traveler.id }),
    origin,
    destination,
    traveling_at: new Date(moment).toISOString(),
    departing: when !== 'arrive',
    passengers: fareTypes.flatMap((fare_type) => Array.from({ length: passengers[fare_type] }, () => ({ fare_type }))),
    mobility_support: wheelchairs,
    ...(replaces === null ? {} : { service_request_id: replaces.id }),
  }
}

import {
  type api,
  type CallInput,
  paymentMethods,
  returnChoices,
  Place,
  type RideBooking,
  type RidePlace,
  type RideSummary,
} from '@ambit/contract'
import { z } from 'zod'
import { type CivilTime, civilIn, momentOf, soonIn, STEP_MINUTES } from '../ride/zone-time.ts'

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
  /** who rides along */
  along: z.object({ attendant: z.number(), companion: z.number() }).default({ attendant: 0, companion: 0 }),
  /** what travels of what the passenger keeps; null: all of it */
  aids: z.array(z.number()).nullable().default(null),
  /** the way back; `at`: when it leaves, by the clocks of `zone`; null: two hours after the way there */
  back: z
    .object({
      choice: z.enum(returnChoices),
      at: z.object({ date: z.string(), minutes: z.number() }).nullable(),
    })
    .default({ choice: 'none', at: null }),
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
  along: { attendant: 0, companion: 0 },
  aids: null,
  back: { choice: 'none', at: null },
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
  aids: null,
  replaces: null,
})

const countsOf = (ride: RideBooking): Draft['passengers'] => {
  const count = (kind: FareType): number =>
    ride.passengers.filter(({ fare_type, travels_as }) => fare_type === kind && travels_as === undefined).length
  return { adult: count('adult'), child: count('child'), concession: count('concession') }
}

const alongOf = (ride: RideBooking): Draft['along'] => {
  const count = (as: keyof Draft['along']): number =>
    ride.passengers.filter(({ travels_as }) => travels_as === as).length
  return { attendant: count('attendant'), companion: count('companion') }
}

/** The same places, people and needs. */
export const draftLike = (ride: RideBooking, draft: Draft): Draft => ({
  ...draftAgain(ride, draft),
  passengers: countsOf(ride),
  along: alongOf(ride),
  wheelchairs: ride.mobility_support,
})

/** A change of this ride, with everything that it has preset. */
export const draftOfChange = (ride: RideBooking, notes: Notes & Pick<Draft, 'aids'>, draft: Draft): Draft => {
  const { date, minutes } = civilIn(ride.time_zone, Date.parse(ride.pickup.lower_bound))
  return {
    ...draftLike(ride, draft),
    ...notes,
    when: 'leave',
    at: { date, minutes: minutes - (minutes % STEP_MINUTES) },
    payment: ride.payment_method,
    back: { choice: 'none', at: null },
    replaces: { id: ride.id, at: ride.pickup.lower_bound, price: ride.total_price },
  }
}

/** With a change. A note goes with the place that it was entered for, and the chosen aids with the one who rides. */
export const changed = (draft: Draft, part: Partial<Draft>): Draft => {
  const next = { ...draft, ...part }
  const isOther = (one: Place | null, other: Place | null): boolean => one?.point.join() !== other?.point.join()
  return {
    ...next,
    ...(draft.traveler?.id !== next.traveler?.id && part.aids === undefined ? { aids: null } : {}),
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

const STAY_MS = { leaving: 120 * MINUTE_MS, arriving: 60 * MINUTE_MS }

/** A day that is over by now was chosen for nothing. */
const unlessOver = (at: CivilTime | null, now: number, zone: string): CivilTime | null =>
  at !== null && at.date < civilIn(zone, now).date ? null : at

/** As chosen, else soon. */
export const chosenAt = ({ at }: Draft, now: number, zone: string): CivilTime =>
  unlessOver(at, now, zone) ?? soonIn(zone, now)

const thereAt = (draft: Draft, now: number, zone: string): number =>
  // The minute that runs is over before the server reads it.
  draft.when === 'now' ? Math.ceil(now / MINUTE_MS) * MINUTE_MS : momentOf(zone, chosenAt(draft, now, zone))

/** When the way back leaves: as chosen, else so long after the way there as most stay. */
export const backAt = (draft: Draft, now: number, zone: string): CivilTime => {
  const chosen = unlessOver(draft.back.at, now, zone)
  if (chosen !== null) return chosen
  const step = STEP_MINUTES * MINUTE_MS
  const stays = draft.when === 'arrive' ? STAY_MS.arriving : STAY_MS.leaving
  return civilIn(zone, Math.ceil((thereAt(draft, now, zone) + stays) / step) * step)
}

/** The way back as it is asked for. */
const backBody = (draft: Draft, now: number, zone: string): Pick<SearchBody, 'return'> => {
  const { back, replaces } = draft
  if (back.choice === 'none' || replaces !== null) return {}
  if (back.choice === 'open') return { return: { choice: 'open' } }
  const traveling_at = new Date(momentOf(zone, backAt(draft, now, zone))).toISOString()
  return { return: { choice: 'timed', traveling_at, departing: true } }
}

const peopleOf = ({ passengers, along }: Draft): SearchBody['passengers'] => [
  ...fareTypes.flatMap((fare_type) => Array.from({ length: passengers[fare_type] }, () => ({ fare_type }))),
  ...(['attendant', 'companion'] as const).flatMap((travels_as) =>
    Array.from({ length: along[travels_as] }, () => ({ fare_type: 'adult' as const, travels_as })),
  ),
]

export type SearchBody = NonNullable<CallInput<typeof api.ride.search>['body']>

/** What is sent to the server; null where a place is missing. */
export const searchBody = (draft: Draft, now: number, zone: string): SearchBody | null => {
  const { traveler, origin, destination, when, wheelchairs, aids, replaces } = draft
  if (origin === null || destination === null) return null
  return {
    ...(traveler === null ? {} : { traveler_id: traveler.id }),
    origin,
    destination,
    traveling_at: new Date(thereAt(draft, now, zone)).toISOString(),
    departing: when !== 'arrive',
    passengers: peopleOf(draft),
    mobility_support: wheelchairs,
    ...(aids === null ? {} : { aids }),
    ...backBody(draft, now, zone),
    ...(replaces === null ? {} : { service_request_id: replaces.id }),
  }
}

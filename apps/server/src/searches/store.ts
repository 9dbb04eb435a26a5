import type { Transaction } from 'kysely'
import type { Reason } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { MeetingPoint } from '../planning/search/meeting-points.ts'
import type { Offer } from '../planning/search/offers.ts'
import type { Journey } from '../planning/search/journey.ts'
import { toDate } from '../planning/plan/types.ts'
import { fareWith } from '../traveler-concessions/fare.ts'
import { type HeldConcession, heldConcessions } from '../traveler-concessions/queries.ts'
import { likeRides } from '../promises/like-rides.ts'
import type { Travelling } from './people.ts'
import { type Asker, methodOf, type SearchQuestion } from './question.ts'
import { discountHeldBy, searchRecord } from './queries.ts'
import type { OfferingRow, SearchRecord } from './queries.ts'

/** How long an offering is held. */
export const HOLD_MINUTES = 5

type Answered = {
  input: SearchQuestion
  journey: Journey
  travelling: Travelling
  asker: Asker
  offers: readonly Offer[]
  reasons: readonly Reason[]
  nearest_change: Reason | null
  zone_id: number | null
}

/** What comes of the stored search, in the transaction that stores it. */
export type Told<T> = (tx: Transaction<DB>, search: SearchRecord) => Promise<T>

/** Stores question and answer in one transaction, and tells the record without reading it again. */
export const storeSearch = <T>(deps: Deps, answered: Answered, told: Told<T>): Promise<T> =>
  deps.db.transaction().execute(async (tx) => told(tx, await storeSearchIn(tx, deps.clock.now(), answered)))

/** The same as a part of a transaction. */
export const storeSearchIn = async (tx: Transaction<DB>, now: Date, answered: Answered): Promise<SearchRecord> => {
  const { input, journey, travelling, offers, reasons, nearest_change } = answered
  const row = {
    traveler_id: input.traveler_id,
    service_request_id: input.service_request_id ?? null,
    open_return_id: input.open_return_id ?? null,
    zone_id: answered.zone_id,
    status: offers.length > 0 ? ('offerings_available' as const) : ('no_offerings' as const),
    message: offers.length > 0 ? null : messageOf(reasons, nearest_change),
    mobility_support: travelling.wheelchairs,
    origin_name: input.origin.name,
    origin_longitude: input.origin.point[0],
    origin_latitude: input.origin.point[1],
    destination_name: input.destination.name,
    destination_longitude: input.destination.point[0],
    destination_latitude: input.destination.point[1],
    traveling_at: toDate(journey.time),
    departing: journey.departing,
    wished_at: input.wished_at == null ? null : new Date(input.wished_at),
    created_at: now,
  }
  const { id } = await tx
    .insertInto('service_availability_searches')
    .values({
      ...row,
      passengers: JSON.stringify(input.passengers),
      aids: JSON.stringify(travelling.aids),
      ...travelling.times,
      own_times: travelling.own_times && JSON.stringify(travelling.own_times),
      reasons: JSON.stringify(reasons),
      nearest_change: nearest_change === null ? null : JSON.stringify(nearest_change),
      override_reason: input.override_reason ?? null,
      booking_method: methodOf(answered.asker),
      created_by: answered.asker.user_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const expires = new Date(now.getTime() + HOLD_MINUTES * 60_000)
  const concessions = offers.length === 0 ? [] : await heldConcessions(tx, input.traveler_id, now)
  const offerings =
    offers.length === 0 ? [] : await storeOffers(tx, { id, expires, concessions, cards: answered.asker.cards }, offers)
  const held = offers.length === 0 ? null : await discountHeldBy(tx, row.service_request_id)
  const stored = {
    id,
    ...row,
    passengers: input.passengers,
    aids: travelling.aids,
    reasons: [...reasons],
    nearest_change,
  }
  return searchRecord(stored, offerings, held)
}

const messageOf = (reasons: readonly Reason[], change: Reason | null): string =>
  [...reasons.slice(0, 3), ...(change === null ? [] : [change])].map((reason) => `${reason.text}.`).join(' ')

type OfferRow = ReturnType<typeof offerRow>

type Stored = { id: number; expires: Date; concessions: readonly HeldConcession[]; cards: boolean }

const offerRow = (offer: Offer, pickupId: number, dropoffId: number, { id, expires, concessions, cards }: Stored) => ({
  service_availability_search_id: id,
  kind: offer.kind,
  zone_id: offer.plan.settings.zone_id,
  trip_id: offer.trip.id,
  pickup_location_id: pickupId,
  pickup_lower_bound: toDate(offer.pickup_window.lower),
  pickup_upper_bound: toDate(offer.pickup_window.upper),
  pickup_walk_m: offer.pickup.walk_m,
  pickup_walk_s: offer.pickup.walk_s,
  dropoff_location_id: dropoffId,
  dropoff_lower_bound: toDate(offer.dropoff_window.lower),
  dropoff_upper_bound: toDate(offer.dropoff_window.upper),
  dropoff_walk_m: offer.dropoff.walk_m,
  dropoff_walk_s: offer.dropoff.walk_s,
  max_ride_s: offer.max_ride_s,
  direct_s: offer.direct_s,
  ride_s: offer.delivery_at - offer.pickup_at - offer.request.pickup.service,
  scaled_price: offer.price,
  total_price: fareWith(concessions, {
    price: offer.price,
    region_id: offer.plan.settings.region_id,
    boarding: toDate(offer.pickup_window.lower),
  }),
  payment_methods: offer.plan.settings.payment_methods.filter((method) => cards || method !== 'card'),
  expires_at: expires,
  slack_s: slackOf(offer),
})

const slackOf = ({ pickup_window, dropoff_window, pickup_at, delivery_at }: Offer): number =>
  Math.floor(Math.min(pickup_window.upper - pickup_at, dropoff_window.upper - delivery_at))

const storeOffers = async (tx: Transaction<DB>, search: Stored, offers: readonly Offer[]): Promise<OfferingRow[]> => {
  const doors = new Map<string, number>()
  const locationOf = async (candidate: MeetingPoint): Promise<number> => {
    if (candidate.location_id !== null) return candidate.location_id
    const key = candidate.point.join(',')
    const id = doors.get(key) ?? (await doorLocation(tx, candidate))
    doors.set(key, id)
    return id
  }
  const rows: OfferRow[] = []
  for (const offer of offers)
    rows.push(offerRow(offer, await locationOf(offer.pickup), await locationOf(offer.dropoff), search))
  const like = (await likeRides(tx, rows)).map(({ rides, kept }) => ({ like_rides: rides, like_kept: kept }))
  const stored = await tx
    .insertInto('service_offerings')
    .values(
      rows.map((row, index) => ({ ...row, ...like[index], reasons: JSON.stringify(offers[index]?.reasons ?? []) })),
    )
    .returning(['id', 'kind'])
    .execute()
  // At most one offering of each kind.
  const ids = new Map(stored.map((row) => [row.kind, row.id]))
  return offers.flatMap((offer, index): OfferingRow[] => {
    const row = rows[index]
    const id = ids.get(offer.kind)
    const alike = like[index]
    if (row === undefined || id === undefined || alike === undefined) return []
    return [
      {
        ...row,
        ...alike,
        id,
        left_by: null,
        reasons: offer.reasons,
        pickup_name: offer.pickup.name,
        pickup_longitude: offer.pickup.point[0],
        pickup_latitude: offer.pickup.point[1],
        dropoff_name: offer.dropoff.name,
        dropoff_longitude: offer.dropoff.point[0],
        dropoff_latitude: offer.dropoff.point[1],
        vehicle_number: offer.trip.vehicle_number,
      },
    ]
  })
}

/** A door that was used before is the same location again. */
const doorLocation = async (tx: Transaction<DB>, door: MeetingPoint): Promise<number> => {
  const [longitude, latitude] = door.point
  const known = await tx
    .selectFrom('locations')
    .select('id')
    .where('longitude', '=', longitude)
    .where('latitude', '=', latitude)
    .where('name', '=', door.name)
    .executeTakeFirst()
  if (known !== undefined) return known.id
  const made = await tx
    .insertInto('locations')
    .values({ name: door.name, street_address: door.name, longitude, latitude })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

import type { RideSearchInput } from '@ambit/contract'
import { flatDistance } from '@ambit/geo'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Keep } from '../http/bind.ts'
import { conflict, invalid, notFound } from '../http/errors.ts'
import { lateCancelMinutes } from '../misses/late-cancel.ts'
import { dayOf } from '../planning/plan/format.ts'
import { createSearch, GRACE_S } from '../searches/create.ts'
import type { SearchRecord } from '../searches/queries.ts'
import { askerOf } from '../searches/question.ts'
import { currentCurrency } from '../settings/currency.ts'
import { ownBooking } from './bookings.ts'
import { type Payer, payerOf, rideOffering } from './offerings.ts'
import { mayBook, type Rider, riderOf } from '../ride-helpers/acting.ts'
import type { PassengerActor } from '../rides/me.ts'
import { requireStandings } from './standing.ts'
import { changeRefused } from './record.ts'
import { countSearch } from './search-limit.ts'
import { messageOf, ruleSentence } from './words.ts'

type Input = z.output<typeof RideSearchInput>

/** Nearer places than this, in metres, are one. */
const SAME_M = 100
const DAY_MS = 86_400_000

/**
 * The search of the booking wizard for the passenger who has signed in, or for one whom they help, in the zones that the
 * app may book. 404 for another passenger or another's booking, 403 for one who cannot book, 422 beside what cannot be searched, 429 for too
 * many searches.
 */
export const searchRide = async (deps: Deps, input: Input, passenger: PassengerActor, keep: Keep) => {
  const rider = await riderOf(deps.db, passenger, input.traveler_id)
  // For one whose rides are only followed nothing can be booked.
  if (!mayBook(rider)) throw notFound()
  await requireStandings(deps.db, passenger, rider)
  if (input.service_request_id !== undefined) await requireChangeable(deps, input.service_request_id, passenger, rider)
  requireJourney(input, deps.clock.now())
  await countSearch(deps, passenger.id)
  const payer = await payerOf(deps, rider)
  const question = { ...input, traveler_id: rider.id, test_trips: false } as const
  return createSearch(deps, question, askerOf(passenger), async (tx, search) =>
    keep(tx, { data: await rideSearch(tx, search, { payer, now: deps.clock.now() }) }),
  )
}

const requireChangeable = async (deps: Deps, id: number, passenger: PassengerActor, rider: Rider): Promise<void> => {
  const booking = await ownBooking(deps.db, id, passenger, deps.clock.now())
  if (booking.traveler_id !== rider.id) throw notFound()
  const refused = changeRefused(booking)
  if (refused !== null) throw conflict(refused)
}

const requireJourney = ({ traveling_at, origin, destination }: Input, now: Date): void => {
  if (Date.parse(traveling_at) < now.getTime() - GRACE_S * 1000)
    throw invalid([{ pointer: '/traveling_at', detail: 'Please choose a time to come' }])
  if (flatDistance(origin.point, destination.point) <= SAME_M)
    throw invalid([{ pointer: '/destination', detail: 'These places are the same' }])
}

type Seen = { payer: Payer; now: Date }

/** The search as the passenger is answered it. Throws 422 for a time that cannot be booked yet and for what a rule counts, which leaves no search. */
const rideSearch = async (tx: Transaction<DB>, search: SearchRecord, { payer, now }: Seen) => {
  const { time_zone, late_cancel_minutes } = await zoneOf(tx, search.zone_id)
  const beyond = search.reasons.find(({ code }) => code === 'beyond_horizon')
  if (beyond !== undefined && time_zone !== null) {
    const last = new Date(now.getTime() + Number(beyond.figures?.['days']) * DAY_MS)
    const detail = `Rides can be booked up to ${dayOf(last, time_zone)}`
    throw invalid([{ pointer: '/traveling_at', detail }])
  }
  refuseCounted(search, time_zone)
  return {
    id: search.id,
    status: search.status,
    message: search.service_offerings.length > 0 ? null : messageOf(search.reasons, time_zone),
    nearest: nearestOf(search),
    time_zone,
    currency: await currentCurrency(tx),
    service_offerings: search.service_offerings.map((offering) =>
      rideOffering(offering, { payer, now, late_cancel_minutes }),
    ),
  }
}

/** Where the passenger has as many rides ahead, or more travel, than the zone lets one book. */
const refuseCounted = ({ reasons }: SearchRecord, time_zone: string | null): void => {
  const pointers: Readonly<Record<string, string>> = { too_many_people: '/passengers', too_many_open: '/traveling_at' }
  const counted = reasons.find(({ code }) => Object.hasOwn(pointers, code))
  if (counted === undefined) return
  throw invalid([{ pointer: pointers[counted.code] ?? '', detail: ruleSentence(counted, time_zone) ?? counted.text }])
}

const zoneOf = async (tx: Transaction<DB>, id: number | null) => {
  const none = { time_zone: null, late_cancel_minutes: null }
  if (id === null) return none
  const zone = tx
    .selectFrom('zones')
    .select(['time_zone', lateCancelMinutes('zones.id').as('late_cancel_minutes')])
    .where('id', '=', id)
  return (await zone.executeTakeFirst()) ?? none
}

/** What a search for another time is sent with. */
const nearestOf = ({ nearest_change: change, departing }: SearchRecord) => {
  const time = change?.figures?.['traveling_at']
  return change === null || typeof time !== 'string' ? null : { text: change.text, traveling_at: time, departing }
}

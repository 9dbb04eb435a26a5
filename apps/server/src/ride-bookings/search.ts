import type { RideReturnWish, RideSearchInput } from '@ambit/contract'
import { dateIn } from '@ambit/domain'
import { flatDistance } from '@ambit/geo'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Keep } from '../http/bind.ts'
import { conflict, HttpError, invalid, notFound } from '../http/errors.ts'
import { at } from '../journeys/leg-errors.ts'
import { lateCancelMinutes } from '../misses/late-cancel.ts'
import { serviceEndAt } from '../open-returns/store/service-end.ts'
import { dayOf } from '../planning/plan/format.ts'
import { createSearch, GRACE_S } from '../searches/create.ts'
import type { SearchRecord } from '../searches/queries.ts'
import type { BookingRecord } from '../service-requests/queries.ts'
import { askerOf, type SearchQuestion } from '../searches/question.ts'
import { currentCurrency } from '../settings/currency.ts'
import { asText, letterOf } from '../suspensions/letter.ts'
import { readStep } from '../suspensions/queries.ts'
import { ownBooking } from './bookings.ts'
import { type Payer, payerOf, rideOffering } from './offerings.ts'
import { mayBook, type Rider, riderOf } from '../ride-helpers/acting.ts'
import type { PassengerActor } from '../rides/me.ts'
import { aidsAsked } from '../rides/needs.ts'
import { requireStandings } from './standing.ts'
import { changeRefused } from './record.ts'
import { countSearch } from './search-limit.ts'
import { waitsWith } from './wait.ts'
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
  const replaced =
    input.service_request_id === undefined
      ? null
      : await requireChangeable(deps, input.service_request_id, passenger, rider)
  requireJourney(input, deps.clock.now())
  await countSearch(deps, passenger.id)
  const { service_request_id = null } = input
  const payer = await payerOf(deps, rider, { service_request_id, open_return_id: null })
  const { return: back, ...way } = input
  const booked = replaced?.aids.map(({ id }) => id) ?? null
  const aids = input.aids === undefined ? {} : { aids: await aidsAsked(deps.db, rider.id, input.aids, booked) }
  const question = { ...way, ...aids, traveler_id: rider.id, test_trips: false } as const
  const seen = { payer, now: deps.clock.now(), rider: rider.id }
  try {
    if (back?.choice === 'timed') return await searchBothWays(deps, { there: question, back, seen }, passenger, keep)
    return await createSearch(deps, question, askerOf(passenger), async (tx, search) => {
      const there = await rideSearch(tx, search, seen)
      return keep(tx, { data: back === undefined ? there : { ...there, call_until: await callUntil(tx, search) } })
    })
  } catch (error) {
    throw await withLetter(deps, error)
  }
}

type Wish = z.output<typeof RideReturnWish>
type BothWays = { there: SearchQuestion; back: Extract<Wish, { choice: 'timed' }>; seen: Seen }

/** What is asked of both ways is said of the way there. */
const OF_BOTH = ['/traveler_id', '/passengers', '/mobility_support', '/aids', '/origin', '/destination']

/** The way there, and the way back with the same people. What is wrong with the time of the way back is said at that. */
const searchBothWays = async (deps: Deps, { there, back, seen }: BothWays, passenger: PassengerActor, keep: Keep) => {
  const { traveling_at, departing } = back
  if (Date.parse(traveling_at) <= Date.parse(there.traveling_at))
    throw invalid([{ pointer: '/return/traveling_at', detail: 'Please choose a time after the way there' }])
  const asker = askerOf(passenger)
  const found = await createSearch(deps, there, asker, (tx, search) => rideSearch(tx, search, seen))
  const question = { ...there, origin: there.destination, destination: there.origin, traveling_at, departing }
  return at(
    '/return',
    () =>
      createSearch(deps, question, asker, async (tx, search) =>
        keep(tx, { data: { ...found, back: await rideSearch(tx, search, seen) } }),
      ),
    OF_BOTH,
  )
}

/** Until when that day a way back can be called for. */
const callUntil = async (tx: Transaction<DB>, { zone_id, traveling_at }: SearchRecord): Promise<Date | null> => {
  if (zone_id === null) return null
  const { time_zone } = await zoneOf(tx, zone_id)
  return time_zone === null ? null : serviceEndAt(tx, { zone_id, time_zone }, traveling_at)
}

/** What refuses a passenger who is suspended comes with the letter that told them of it. */
const withLetter = async (deps: Deps, error: unknown): Promise<unknown> => {
  if (!(error instanceof HttpError) || error.errors[0]?.code !== 'suspended') return error
  const { suspension_id, ...meta } = error.meta ?? {}
  const now = deps.clock.now()
  const step = typeof suspension_id === 'number' ? await readStep(deps.db, null, suspension_id) : undefined
  if (step === undefined) return error
  const letter = asText(await letterOf(deps, deps.db, step, { now, today: dateIn(step.time_zone, now) }))
  return new HttpError(error.status, error.errors, { ...meta, letter })
}

const requireChangeable = async (
  deps: Deps,
  id: number,
  passenger: PassengerActor,
  rider: Rider,
): Promise<BookingRecord> => {
  const booking = await ownBooking(deps.db, id, passenger, deps.clock.now())
  if (booking.traveler_id !== rider.id) throw notFound()
  const refused = changeRefused(booking)
  if (refused !== null) throw conflict(refused)
  return booking
}

const requireJourney = ({ traveling_at, origin, destination }: Input, now: Date): void => {
  if (Date.parse(traveling_at) < now.getTime() - GRACE_S * 1000)
    throw invalid([{ pointer: '/traveling_at', detail: 'Please choose a time to come' }])
  if (flatDistance(origin.point, destination.point) <= SAME_M)
    throw invalid([{ pointer: '/destination', detail: 'These places are the same' }])
}

type Seen = { payer: Payer; now: Date; rider: number }

/** The search as the passenger is answered it. Throws 422 for a time that cannot be booked yet and for what a rule counts, which leaves no search. */
const rideSearch = async (tx: Transaction<DB>, search: SearchRecord, { payer, now, rider }: Seen) => {
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
    can_wait: await waitsWith(tx, search, { payer, now }),
    currency: await currentCurrency(tx),
    unpaid: payer.unpaid,
    concession: await concessionOf(tx, search, rider),
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

/** What the first offering is cheaper by, if anything is. */
const concessionOf = async (
  tx: Transaction<DB>,
  { zone_id, service_offerings: [first] }: SearchRecord,
  who: number,
) => {
  if (first === undefined || zone_id === null) return null
  const boarding = first.pickup.lower_bound
  const held = await tx
    .selectFrom('traveler_concessions as c')
    .innerJoin('traveler_sets as s', 's.id', 'c.traveler_set_id')
    .innerJoin('zones as z', 'z.region_id', 'c.region_id')
    .where('z.id', '=', zone_id)
    .where('c.traveler_id', '=', who)
    .where('c.created_at', '<=', boarding)
    .where('c.expires_at', '>', boarding)
    .select(['s.name', 's.discount_amount as share', 'c.expires_at', 'z.time_zone'])
    .orderBy('c.id')
    .executeTakeFirst()
  if (held === undefined) return null
  const { name, share, expires_at, time_zone } = held
  return { name, share, last_day: dateIn(time_zone, new Date(expires_at.getTime() - 1)) }
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

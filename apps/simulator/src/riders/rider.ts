import { ApiError, type ServiceRequest } from '@ambit/contract'
import { type Random, randomStream } from '@ambit/random'
import { type AppUsers, NoCode } from '../access/app-users.ts'
import type { Session } from '../access/line.ts'
import { sentence } from '../access/trouble.ts'
import { untilServed } from '../access/until-served.ts'
import { MINUTE, SECOND } from '../timeline/timeline.ts'
import type { Actor } from '../timeline/timeline.ts'
import { byApp } from './by-app.ts'
import { chooseOffering } from './choose.ts'
import { byPhone, type Counter, type Found, type Offer, type TravelRequest } from './counter.ts'
import type { Ledger, RequestRecord } from './ledger.ts'

/** The shares of riders who cancel after booking, and who leave feedback. */
const CHANGED_MIND = 0.07
const LEAVES_FEEDBACK = 0.24

export type RiderWorld = {
  seed: number
  desk: Session
  apps: AppUsers
  ledger: Ledger
  log: (text: string) => void
}

/** One travel request on its way. */
type Asking = { actor: Actor; world: RiderWorld; request: TravelRequest; record: RequestRecord; counter: Counter }

/** One travel request, from the search to the ride or to giving up. */
export const liveRider = async (actor: Actor, world: RiderWorld, request: TravelRequest): Promise<RequestRecord> => {
  const random = randomStream(world.seed, 'rider', request.rider, 'mind')
  const record = openRecord(actor, request)
  world.ledger.requests.push(record)
  try {
    const asking = { actor, world, request, record, counter: byPhone(world.desk) }
    let found = await askFirst(asking)
    const change = otherTime(found, request, random)
    if (change !== null) {
      record.moved = true
      found = await untilServed(actor, () => asking.counter.search({ ...request, travelAt: change }))
    }
    const booking = await settle(asking, random, found)
    request.decided?.()
    if (booking !== null && record.changed_mind) await changeMind(asking, booking, random)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    record.outcome = record.booking === null ? 'failed' : record.outcome
    if (record.booking === null)
      record.reasons = [{ code: error.errors[0]?.code ?? 'internal', text: error.message, vehicles: null }]
    world.log(`${request.rider}: ${sentence(error)}`)
  }
  return record
}

const openRecord = (actor: Actor, { rider, journey, travelAt }: TravelRequest): RequestRecord => ({
  rider,
  zone: journey.zone.zone.name,
  asked_at: actor.now(),
  requested_at: travelAt,
  departing: journey.departing,
  passengers: journey.passengers.length,
  wheelchairs: journey.wheelchairs,
  outcome: 'asking',
  reasons: [],
  refused_search: null,
  second_choice: false,
  moved: false,
  booking: null,
  badge: null,
  by_app: false,
  changed_mind: false,
})

/** In the app, by those who book there; where no code for signing in came, by phone. */
const askFirst = async (asking: Asking): Promise<Found> => {
  const { actor, world, request, record } = asking
  const session = world.apps.sessionOf(request.journey.traveler)
  if (session !== null) {
    const app = byApp(session, world.desk)
    try {
      const found = await untilServed(actor, () => app.search(request))
      asking.counter = app
      record.by_app = true
      return found
    } catch (error) {
      if (!(error instanceof NoCode)) throw error
      world.log(`${request.rider} calls: ${error.message}`)
    }
  }
  return untilServed(actor, () => asking.counter.search(request))
}

/** The time that the search proposes instead: some riders take it when it is not far off. Null: they do not. */
const otherTime = ({ offers, nearest }: Found, { travelAt }: TravelRequest, random: Random): number | null => {
  if (offers.length > 0 || nearest === null) return null
  const off = Math.abs(nearest - travelAt) / MINUTE
  return random.chance(0.75 * Math.exp(-off / 40)) ? nearest : null
}

/** Chooses and confirms; when the offering is gone by then, chooses among the new ones. */
const settle = async (asking: Asking, random: Random, found: Found): Promise<ServiceRequest | null> => {
  const { actor, world, request, record, counter } = asking
  if (found.offers.length === 0) {
    record.outcome = 'refused'
    record.reasons = found.reasons
    record.refused_search = found.search
    return null
  }
  let { offers } = found
  for (let round = 0; round < 2; round++) {
    const chosen = chooseOffering(offers, { at: request.travelAt, departing: request.journey.departing }, random)
    if (chosen === null) {
      record.outcome = 'declined'
      return null
    }
    if (request.decided === undefined) await actor.until(actor.now() + random.between(8, 75) * SECOND)
    const key = `simulated-${world.seed}-${request.rider}-${chosen.id}-${round}`
    const confirmed = await untilServed(actor, () => counter.book(request, chosen, key))
    if ('booking' in confirmed) {
      note(asking, confirmed.booking, chosen)
      record.second_choice = round > 0
      record.changed_mind = random.chance(CHANGED_MIND)
      return confirmed.booking
    }
    offers = confirmed.instead
    if (offers.length === 0) break
  }
  record.outcome = 'gone'
  return null
}

const note = (
  { world, record, request, counter }: Asking,
  booking: ServiceRequest,
  { direct_s, badge }: Offer,
): void => {
  const promise = {
    pickup_lower: Date.parse(booking.pickup.lower_bound),
    pickup_upper: Date.parse(booking.pickup.upper_bound),
    dropoff_upper: Date.parse(booking.dropoff.upper_bound),
  }
  record.outcome = 'booked'
  record.zone = booking.zone_name
  record.badge = badge
  record.booking = { id: booking.id, direct_s, ...promise }
  world.ledger.bookings.set(booking.id, { rider: request.rider, rate: counter.rate, ...promise })
  world.ledger.open.add(booking.id)
  if (booking.trip_id !== null) world.ledger.bellOf(booking.trip_id).ring()
}

/** Cancels some time before the pick-up; the server refuses a late one, and the rider travels or does not come. */
const changeMind = async (
  { actor, world, counter }: Asking,
  booking: ServiceRequest,
  random: Random,
): Promise<void> => {
  const latest = Date.parse(booking.pickup.lower_bound) - 2 * MINUTE
  const moment = actor.now() + (latest - actor.now()) * random.between(0.1, 1)
  await actor.until(Math.max(actor.now() + 30 * SECOND, moment))
  const reason = random.pick(['Plans changed', 'Found another way', 'Not feeling well', 'Appointment moved'])
  const key = `simulated-${world.seed}-cancel-${booking.id}`
  const rode = await untilServed(actor, () => counter.cancel(booking.id, reason, key))
  world.ledger.open.delete(booking.id)
  const trip = rode ?? booking.trip_id
  if (trip !== null) world.ledger.bellOf(trip).ring()
}

const kindWords = [
  'Friendly driver',
  'Right on time',
  'Smooth ride, thank you',
  'So much easier than the car',
  'Clean and comfortable',
]
const crossWords = [
  'Had to wait too long',
  'We went all around the town',
  'I could not find the stop',
  'Came late again',
]

/** After the ride some passengers leave feedback, with fewer stars after a late pick-up. */
export const leaveFeedback = async (
  actor: Actor,
  world: RiderWorld,
  booking: number,
  late_s: number,
): Promise<void> => {
  const facts = world.ledger.bookings.get(booking)
  const random = randomStream(world.seed, 'rider', facts?.rider ?? booking, 'feedback')
  if (!random.chance(LEAVES_FEEDBACK)) return
  // Most answer soon, some in the evening.
  await actor.until(actor.now() + (3 + 25 * random.exponential()) * MINUTE)
  const happiness = 4.5 - Math.max(0, late_s) / 300 + 0.7 * random.normal()
  const rating = Math.min(5, Math.max(1, Math.round(happiness)))
  const comments = random.chance(0.55) ? random.pick(rating >= 4 ? kindWords : crossWords) : null
  const { rate } = facts ?? byPhone(world.desk)
  try {
    await untilServed(actor, () => rate(booking, rating, comments))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    world.log(`feedback for booking ${booking}: ${sentence(error)}`)
  }
}

import { ApiError, api, ServiceAvailabilitySearch, type ServiceOffering, type ServiceRequest } from '@ambit/contract'
import { type Random, randomStream } from '@ambit/random'
import type { Session } from '../access/line.ts'
import { sentence } from '../access/trouble.ts'
import { untilServed } from '../access/until-served.ts'
import { MINUTE, SECOND } from '../timeline/timeline.ts'
import type { Actor } from '../timeline/timeline.ts'
import { chooseOffering } from './choose.ts'
import type { Journey } from './journey.ts'
import type { Ledger, RequestRecord } from './ledger.ts'

/** The shares of riders who cancel after booking, and who leave feedback. */
const CHANGED_MIND = 0.07
const LEAVES_FEEDBACK = 0.24

export type RiderWorld = {
  seed: number
  desk: Session
  ledger: Ledger
  log: (text: string) => void
}

export type TravelRequest = {
  rider: string
  journey: Journey
  travelAt: number
  /** makes the rider choose without a pause for thought, and is called when the booking is made or given up */
  decided?: () => void
}

/** One travel request, from the search to the ride or to giving up. */
export const liveRider = async (actor: Actor, world: RiderWorld, request: TravelRequest): Promise<void> => {
  const random = randomStream(world.seed, 'rider', request.rider, 'mind')
  const record = openRecord(actor, request)
  world.ledger.requests.push(record)
  try {
    let search = await askForWay(actor, world, request)
    const change = otherTime(search, request, random)
    if (change !== null) {
      record.moved = true
      search = await askForWay(actor, world, { ...request, travelAt: change })
    }
    const booking = await settle(actor, world, request, record, random, search)
    request.decided?.()
    if (booking !== null && record.changed_mind) await changeMind(actor, world, booking, random)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    record.outcome = record.booking === null ? 'failed' : record.outcome
    if (record.booking === null)
      record.reasons = [{ code: error.errors[0]?.code ?? 'internal', text: error.message, vehicles: null }]
    world.log(`${request.rider}: ${sentence(error)}`)
  }
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
  second_choice: false,
  moved: false,
  booking: null,
  changed_mind: false,
})

const askForWay = async (
  actor: Actor,
  world: RiderWorld,
  { journey, travelAt }: TravelRequest,
): Promise<ServiceAvailabilitySearch> => {
  const body = {
    traveler_id: journey.traveler.id,
    passengers: journey.passengers,
    origin: journey.origin,
    destination: journey.destination,
    traveling_at: new Date(travelAt).toISOString(),
    departing: journey.departing,
    mobility_support: journey.wheelchairs,
  }
  return (await untilServed(actor, () => world.desk.call(api.searches.create, { body }))).data
}

/** The time that the search proposes instead: some riders take it when it is not far off. Null: they do not. */
const otherTime = (
  { service_offerings, nearest_change }: ServiceAvailabilitySearch,
  { travelAt }: TravelRequest,
  random: Random,
): number | null => {
  const proposed = nearest_change?.figures?.['traveling_at']
  if (service_offerings.length > 0 || typeof proposed !== 'string') return null
  const moment = Date.parse(proposed)
  const off = Math.abs(moment - travelAt) / MINUTE
  return Number.isFinite(off) && random.chance(0.75 * Math.exp(-off / 40)) ? moment : null
}

/** Chooses and confirms; when the offering is gone by then, chooses among the new ones. */
const settle = async (
  actor: Actor,
  world: RiderWorld,
  request: TravelRequest,
  record: RequestRecord,
  random: Random,
  search: ServiceAvailabilitySearch,
) => {
  if (search.service_offerings.length === 0) {
    record.outcome = 'refused'
    record.reasons = search.reasons.map(({ code, text, vehicles }) => ({ code, text, vehicles: vehicles ?? null }))
    return null
  }
  let offerings: readonly ServiceOffering[] = search.service_offerings
  for (let round = 0; round < 2; round++) {
    const chosen = chooseOffering(offerings, { at: request.travelAt, departing: request.journey.departing }, random)
    if (chosen === null) {
      record.outcome = 'declined'
      return null
    }
    if (request.decided === undefined) await actor.until(actor.now() + random.between(8, 75) * SECOND)
    const confirmed = await untilServed(actor, () => confirm(world, request, chosen, round))
    if ('booking' in confirmed) {
      note(world, record, request, confirmed.booking, chosen)
      record.second_choice = round > 0
      record.changed_mind = random.chance(CHANGED_MIND)
      return confirmed.booking
    }
    offerings = confirmed.instead
    if (offerings.length === 0) break
  }
  record.outcome = 'gone'
  return null
}

type Confirmed = { booking: ServiceRequest } | { instead: readonly ServiceOffering[] }

const confirm = async (
  world: RiderWorld,
  { rider, journey }: TravelRequest,
  offering: ServiceOffering,
  round: number,
): Promise<Confirmed> => {
  try {
    const { data } = await world.desk.call(api.serviceRequests.create, {
      body: {
        service_offering_id: offering.id,
        traveler_id: journey.traveler.id,
        payment_method: offering.payment_methods.includes('cash') ? 'cash' : (offering.payment_methods[0] ?? 'cash'),
      },
      idempotencyKey: `simulated-${world.seed}-${rider}-${offering.id}-${round}`,
    })
    return { booking: data }
  } catch (error) {
    if (!(error instanceof ApiError) || error.errors[0]?.code !== 'offer_gone') throw error
    return { instead: freshOfferings(error) }
  }
}

/** The refusal of a lost offering holds a new search for the same journey. */
const freshOfferings = ({ meta }: ApiError): readonly ServiceOffering[] => {
  const read = ServiceAvailabilitySearch.safeParse(meta?.['service_availability_search'])
  return read.success ? read.data.service_offerings : []
}

const note = (
  world: RiderWorld,
  record: RequestRecord,
  request: TravelRequest,
  booking: ServiceRequest,
  offering: ServiceOffering,
): void => {
  const promise = {
    pickup_lower: Date.parse(booking.pickup.lower_bound),
    pickup_upper: Date.parse(booking.pickup.upper_bound),
    dropoff_upper: Date.parse(booking.dropoff.upper_bound),
  }
  record.outcome = 'booked'
  record.zone = booking.zone_name
  record.booking = { id: booking.id, direct_s: offering.meta.direct_s, ...promise }
  world.ledger.bookings.set(booking.id, { rider: request.rider, ...promise })
  world.ledger.open.add(booking.id)
  if (booking.trip_id !== null) world.ledger.bellOf(booking.trip_id).ring()
}

/** Cancels some time before the pick-up; the server refuses a late one, and the rider travels or does not come. */
const changeMind = async (actor: Actor, world: RiderWorld, booking: ServiceRequest, random: Random): Promise<void> => {
  const latest = Date.parse(booking.pickup.lower_bound) - 2 * MINUTE
  const moment = actor.now() + (latest - actor.now()) * random.between(0.1, 1)
  await actor.until(Math.max(actor.now() + 30 * SECOND, moment))
  const reason = random.pick(['Plans changed', 'Found another way', 'Not feeling well', 'Appointment moved'])
  const sent = {
    params: { id: booking.id },
    body: { reason },
    idempotencyKey: `simulated-${world.seed}-cancel-${booking.id}`,
  }
  const { data } = await untilServed(actor, () => world.desk.call(api.serviceRequests.cancel, sent))
  world.ledger.open.delete(booking.id)
  const trip = data.trip_id ?? booking.trip_id
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
  try {
    const body = { service_request_id: booking, rating, comments }
    await untilServed(actor, () => world.desk.call(api.feedbacks.create, { body }))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    world.log(`feedback for booking ${booking}: ${sentence(error)}`)
  }
}

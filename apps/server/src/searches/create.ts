import { MAX_PASSENGERS } from '@ambit/contract'
import type { Reason } from '@ambit/contract'
import { refuseChange } from '@ambit/domain'
import { inSpan } from '../context/span.ts'
import type { Deps } from '../deps.ts'
import { chooseOffers } from '../planning/search/offers.ts'
import type { Offer } from '../planning/search/offers.ts'
import { findCandidates } from '../planning/search/find-candidates.ts'
import type { SearchResult } from '../planning/search/find-candidates.ts'
import type { Journey, Candidate, OpenRides } from '../planning/search/journey.ts'
import { refusedByRule, underRules } from '../planning/search/rules.ts'
import type { PlanningContext, Outside, ZoneChoice } from '../planning/plan/context.ts'
import { nearestChange } from '../planning/search/alternatives.ts'
import { candidateWithRoom } from '../planning/reassign/make-room.ts'
import { notTakingReason, pausedReason, reasonsFor } from '../planning/search/refusals.ts'
import { nowOf, contextsFor } from '../planning/plan/context.ts'
import type { ZonePlan, ZoneSettings } from '../planning/plan/types.ts'
import { readyNetwork } from '../planning/problem/ready-network.ts'
import { withoutBookings } from '../planning/plan/without-bookings.ts'
import { conflict, invalid } from '../http/errors.ts'
import { requireWaiting } from '../open-returns/store/end.ts'
import { isOfOpenReturn, readOpenReturn } from '../open-returns/store/queries.ts'
import { comparedRides, withWarnings } from './beside.ts'
import { requireBookable } from './bookable.ts'
import { whereNotSuspended } from './suspended.ts'
import { findBookingToChange, findTraveler, phoneOf } from './queries.ts'
import { takingCompanions, travellingOf } from './people.ts'
import { type Asker, regionsAsked, type SearchQuestion } from './question.ts'
import { storeSearch, type Told } from './store.ts'

type Outcome = { offers: Offer[]; reasons: Reason[]; nearest_change: Reason | null; zone_id: number | null }

/** A moment that has just passed while the form was filled in still means now. */
export const GRACE_S = 15 * 60

/** The clocks of a browser and of the server need not agree to the second. */
const LEAVES_NOW_S = 60

/** Leave Now asks for this moment, and says no more. */
export const leavesNow = (
  { departing, traveling_at }: Pick<SearchQuestion, 'departing' | 'traveling_at'>,
  now: number,
) => departing && Date.parse(traveling_at) / 1000 <= now + LEAVES_NOW_S

/** Plans that are searched instead of those of the zones as they stand: with what is to be booked before. */
export type PlansAsIf = ReadonlyMap<number, ZonePlan>

/**
 * Finds candidates to travel, and stores question and answer. For a booking to change the plan is searched as if that
 * booking were not in it. 422 for a passenger who is unknown or cannot book, a booking that is not this passenger's or a time in
 * the past; 409 with the reason where the booking cannot be changed any more; 503 without street data. Finding nothing
 * is an answer, not an error. Staff are asked about another ride of the passenger that is the same, or at the same time.
 */
export const createSearch = async <T>(
  deps: Deps,
  input: SearchQuestion,
  asker: Asker,
  told: Told<T>,
  plans: PlansAsIf = new Map(),
): Promise<T> => {
  const { journey, rides, travelling, others } = await wishBeside(deps, input, asker)
  const began = deps.clock.monotonic()
  // A passenger is asked one question that an app can answer with a search: about the time.
  const wish = { journey, rides, plans, timesAlone: asker.app !== null }
  const outcome = await inSpan('search', {}, () => answer(deps, input, wish, asker))
  const seconds = (deps.clock.monotonic() - began) / 1000
  deps.measures.searched(outcome.offers.length > 0 ? 'offered' : 'nothing', seconds)
  const offers = withWarnings(deps, outcome.offers, others)
  return storeSearch(deps, { input, journey, travelling, asker, ...outcome, offers }, told)
}

/** What would be offered now; nothing is stored or held. Throws as a search does. */
export const offersNow = async (
  deps: Deps,
  input: SearchQuestion,
  asker: Asker,
  plans: PlansAsIf = new Map(),
): Promise<readonly Offer[]> => {
  const { journey, rides } = await wishBeside(deps, input, asker)
  return (await answer(deps, input, { journey, rides, plans, timesAlone: true }, asker)).offers
}

/**
 * When a search would offer something acceptable: at the time that is asked for, or, where it offers nothing at all, the
 * nearest other that is known; null: at none. Nothing is stored or held. Throws as a search does.
 */
export const timeThatWorks = async (
  deps: Deps,
  input: SearchQuestion,
  asker: Asker,
  acceptable: (offer: Offer) => boolean,
): Promise<string | null> => {
  const { journey, rides } = await wishBeside(deps, input, asker)
  const wish = { journey, rides, plans: new Map(), timesAlone: true }
  const { offers, nearest_change } = await answer(deps, input, wish, asker)
  if (offers.length > 0) return offers.some(acceptable) ? input.traveling_at : null
  const at = nearest_change?.figures?.['traveling_at']
  return typeof at === 'string' ? at : null
}

/** The journey that is asked for, who travels, and what else the passenger has booked. */
export const wishBeside = async (deps: Deps, input: SearchQuestion, asker: Asker) => {
  const wish = await wishOf(deps, input, asker)
  return { ...wish, others: await comparedRides(deps, input, asker, { time: wish.journey.time, journey: wish.leg_of }) }
}

/** The same, without a look at the passenger's other rides. */
export const wishOf = async (deps: Deps, input: SearchQuestion, asker: Asker) => {
  const now = nowOf(deps)
  const requested = Date.parse(input.traveling_at) / 1000
  if (requested < now - GRACE_S)
    throw invalid([{ pointer: '/traveling_at', detail: 'Please select a travelling time that has not passed' }])
  const traveler = await findTraveler(deps.db, asker.regions, input.traveler_id, input.service_request_id ?? null)
  if (traveler === undefined) throw invalid([{ pointer: '/traveler_id', detail: 'There is no such passenger' }])
  requireBookable(traveler)
  const changed =
    input.service_request_id == null ? null : await requireChangeable(deps, input.service_request_id, input, asker)
  const open = input.open_return_id == null ? null : await requireOpen(deps, input.open_return_id, input, asker)
  const profile = { ...traveler, ...(changed === null ? {} : { booked_aids: changed.aids.map((aid) => aid.id) }) }
  const travelling = await travellingOf(deps.db, input, profile, asker.regions)
  const { wheelchairs } = travelling
  const journey: Journey = {
    origin: input.origin,
    destination: input.destination,
    passengers: Math.min(input.passengers.length, MAX_PASSENGERS),
    paying: travelling.paying,
    wheelchairs,
    times: travelling.times,
    needs: travelling.needs,
    time: Math.max(requested, now),
    departing: input.departing,
    step_free: wheelchairs > 0 || traveler.handicapped,
    medically_exempt: traveler.medically_exempt,
    leave_now: leavesNow(input, now),
    override: input.override_reason != null,
    called: open !== null,
  }
  return { journey, rides: traveler, travelling, leg_of: open?.journey_id ?? null }
}

/** 422 for one that is not there, not of this passenger or of another journey; 409 where it has ended. */
const requireOpen = async ({ db }: Deps, id: number, input: SearchQuestion, { regions }: Asker) => {
  const refuse = (detail: string) => invalid([{ pointer: '/open_return_id', detail }])
  const open = await readOpenReturn(db, regions, id)
  if (open === undefined || open.traveler_id !== input.traveler_id)
    throw refuse('This passenger has no such open return')
  if (input.service_request_id != null) throw refuse('The change of a booking is no way back that is called for')
  requireWaiting(open)
  // Rules that do not hold for it hold for every other ride.
  if (!isOfOpenReturn(open, input)) throw refuse('This is not the journey of the open return')
  return open
}

const requireChangeable = async (deps: Deps, id: number, input: SearchQuestion, asker: Asker) => {
  const pointer = '/service_request_id'
  const booking = await findBookingToChange(deps.db, id, asker.regions)
  if (booking === undefined) throw invalid([{ pointer, detail: 'There is no such booking' }])
  if (booking.traveler_id !== input.traveler_id)
    throw invalid([{ pointer, detail: 'This booking is of another passenger' }])
  const { status, stranded_at, charged_at, payment_asked, together } = booking
  const charged = charged_at !== null || Boolean(payment_asked)
  const refused = refuseChange({ status, stranded: stranded_at !== null, charged, together: Boolean(together) })
  if (refused !== null) throw conflict(refused)
  return booking
}

/** Where trips are searched: every zone that holds both ends, with its plan as if the booking to change were not in it. */
const zonesFor = async (
  deps: Deps,
  input: SearchQuestion,
  { journey, plans }: Pick<Wish, 'journey' | 'plans'>,
  asker: Asker,
): Promise<ZoneChoice> => {
  const ends = { origin: journey.origin.point, destination: journey.destination.point }
  const { contexts: all, ...none } = await contextsFor(deps, ends, {
    app: asker.app,
    zone_id: input.zone_id ?? null,
    regions: regionsAsked(input.region_id ?? null, asker.regions),
  })
  const ride = {
    traveler_id: input.traveler_id,
    changed: input.service_request_id ?? null,
    called: input.open_return_id != null,
  }
  const zones = await whereNotSuspended(deps.db, ride, all, new Date(journey.time * 1000))
  const contexts = zones.map(({ plan, ...rest }) => ({ ...rest, plan: plans.get(plan.settings.zone_id) ?? plan }))
  for (const context of contexts) await readyNetwork(deps.clock, context)
  const { service_request_id: id } = input
  if (id == null) return { contexts, ...none }
  const replaced = new Set([id])
  return {
    ...none,
    contexts: contexts.map((context) => ({ ...context, plan: withoutBookings(context.plan, replaced) })),
  }
}

/** The plans in which a journey is searched: of zones that take its people along. */
export const contextsAsked = async (
  deps: Deps,
  input: SearchQuestion,
  journey: Journey,
  asker: Asker,
): Promise<readonly PlanningContext[]> => {
  const { contexts } = await zonesFor(deps, input, { journey, plans: new Map() }, asker)
  const party = { passengers: input.passengers, at: journey.time }
  return takingCompanions(contexts, ({ plan }) => plan.settings.rules, party)
}

type Wish = {
  journey: Journey
  rides: OpenRides
  plans: PlansAsIf
  /** another time is the only change that is looked for */
  timesAlone: boolean
}

const answer = async (deps: Deps, input: SearchQuestion, wish: Wish, asker: Asker): Promise<Outcome> => {
  const { journey } = wish
  const { contexts: zones, outside, by_phone } = await zonesFor(deps, input, wish, asker)
  const party = { passengers: input.passengers, at: journey.time }
  const contexts = takingCompanions(zones, ({ plan }) => plan.settings.rules, party)
  if (contexts.length === 0) {
    const reason = by_phone === null ? outsideReason(outside) : await byPhone(deps, by_phone, asker)
    return { offers: [], reasons: [reason], nearest_change: null, zone_id: by_phone?.zone_id ?? null }
  }
  const found = contexts.map((context) => searchUnderRules(context, wish))
  const candidates = found.flatMap((one) => one.candidates)
  if (deps.config.optimiser) for (const one of found) candidates.push(...(await candidatesWithRoom(deps, one)))
  const offers = chooseOffers(candidates, journey)
  if (offers.length > 0)
    return { offers, reasons: [], nearest_change: null, zone_id: offers[0]?.plan.settings.zone_id ?? null }
  return refused(found, wish, asker)
}

/** What was found in a zone, for the journey as its rules let it be searched. */
type Found = SearchResult & { context: PlanningContext; journey: Journey }

const searchUnderRules = (context: PlanningContext, { journey, rides }: Pick<Wish, 'journey' | 'rides'>): Found => {
  const asked = underRules(context, journey, rides)
  const ruled = asked.refused === null ? null : ({ kind: 'rule', refused: asked.refused, rides } as const)
  if (asked.journey === null)
    return { context, journey, candidates: [], obstacle: ruled, asked: null, paused: 0, not_taking: 0 }
  const found = findCandidates(context, asked.journey)
  // What stood in the way a little later says less than why the time itself was none.
  const obstacle = found.candidates.length > 0 ? found.obstacle : (ruled ?? found.obstacle)
  return { ...found, obstacle, context, journey: asked.journey }
}

/** A passenger who would wait this much longer than requested is also offered trips for which others make room, if they are sooner by that much. */
const LONG_WAIT_S = 15 * 60
const SOONER_S = 5 * 60

/** Where insertion finds nothing, or nothing soon, others may make room: they were promised times, not a vehicle. */
const candidatesWithRoom = async (
  deps: Deps,
  { context, journey, candidates, obstacle, asked }: Found,
): Promise<Candidate[]> => {
  if (asked === null || (obstacle !== null && obstacle.kind !== 'refused')) return []
  const { window } = asked.request.pickup
  const soonest = Math.min(...candidates.map(({ insertion }) => insertion.pickupTime))
  if (soonest < Infinity && (!journey.departing || soonest < window.earliest + LONG_WAIT_S)) return []
  const candidate = await candidateWithRoom(deps, context, journey, asked, Math.min(window.latest, soonest - SOONER_S))
  return candidate === null || refusedByRule(candidate, journey, context.now) !== null ? [] : [candidate]
}

const refused = (found: readonly Found[], { journey, timesAlone }: Wish, { app }: Asker): Outcome => {
  const paused = app === null ? found.reduce((sum, one) => sum + one.paused, 0) : 0
  const reasons = [
    ...found.flatMap(({ context, obstacle }) => (obstacle === null ? [] : reasonsFor(context.plan, journey, obstacle))),
    ...pausedReason(paused),
    ...found.flatMap(({ obstacle, not_taking }) =>
      obstacle?.kind === 'not_taken' ? [] : notTakingReason(not_taking, journey),
    ),
  ]
  const changes = found
    .map(({ context, obstacle }) => nearestChange(context, journey, obstacle, timesAlone))
    .filter((change) => change !== null)
  return {
    offers: [],
    reasons,
    nearest_change: changes[0] ?? null,
    zone_id: found[0]?.context.plan.settings.zone_id ?? null,
  }
}

/** The code of the reason that a zone may not be booked with the app that asks. */
export const BY_PHONE = 'booked_by_phone'

const byPhone = async ({ db }: Deps, { region_id }: ZoneSettings, { app }: Asker): Promise<Reason> => {
  const number = await phoneOf(db, region_id, app)
  return { code: BY_PHONE, text: `This area is booked by phone${number === null ? '' : `: ${number}`}` }
}

const outsideReason = (outside: Outside): Reason => {
  const texts: Record<Outside, string> = {
    origin_outside: 'The pick-up is outside of every zone in service',
    destination_outside: 'The drop-off is outside of the zone of the pick-up',
    not_connected: 'The zone does not take passengers from this pick-up to this drop-off',
    no_zone: 'There is no zone in service here',
  }
  return { code: outside, text: texts[outside] }
}

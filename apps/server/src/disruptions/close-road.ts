import type { Transaction } from 'kysely'
import type { Disruption, DisruptionPreview, Reason } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { streetsWithout } from '../planning/plan/closures.ts'
import type { RoadClosure } from '../planning/plan/closures.ts'
import { dropFromTrip } from '../planning/change/remove.ts'
import type { PlanningContext } from '../planning/search/find-candidates.ts'
import {
  bookingEvents,
  giveUp,
  movePlaced,
  ridesOf,
  takenBy,
  tripEvents,
  widenPromises,
} from '../planning/change/move.ts'
import type { PlannedRide } from '../planning/change/move.ts'
import { toSeconds } from '../planning/plan/types.ts'
import type { PlanBooking } from '../planning/plan/types.ts'
import { buildProblem } from '../planning/problem/build.ts'
import { lockPlan, raisePlanVersion } from '../planning/plan/queries.ts'
import { refusalReasons } from '../planning/search/refusals.ts'
import { replan } from '../planning/reassign/replan.ts'
import type { Replan } from '../planning/reassign/replan.ts'
import type { Demand } from '../planning/problem/request.ts'
import { contextOf } from '../planning/plan/context.ts'
import type { Actor } from '../http/bind.ts'
import { invalid, notFound } from '../http/errors.ts'
import { regionScope, userIdOf } from '../http/scope.ts'
import { publish } from '../live/publish.ts'
import { recordChanged } from '../live/record-changed.ts'
import { byActor, byEngine } from '../planning/change/booking-history.ts'
import { requireStreets } from '../streets/source.ts'
import { heldUp, ridesIn, withoutBookings } from '../planning/disrupt/held-up.ts'
import { LATEST_S, later } from '../planning/disrupt/later.ts'
import { compared } from '../planning/disrupt/outcomes.ts'
import { closedBy } from './standing.ts'
import { requireShown, tokenOf } from './token.ts'

type RoadClosed = Extract<Disruption, { kind: 'road_closed' }>

/** A zone's plan with the road closed. */
type Around = {
  plan_version: number
  /** with the streets as they are after the closure */
  context: PlanningContext
  before: Map<number, PlannedRide>
  after: Map<number, PlannedRide>
  /** who had to leave their trip, if only to come back to it later */
  affected: PlanBooking[]
  found: Replan
}

type Turn = { deps: Deps; tx: Transaction<DB>; disruption: RoadClosed; actor: Actor; zones: Around[] }

/** What closing a road does to everybody in the region: planned with the ways that are left. Nothing is changed. */
export const previewClosure = (deps: Deps, disruption: RoadClosed, actor: Actor): Promise<DisruptionPreview> =>
  inTurn(deps, disruption, actor, async (turn) => answer(turn))

/** Closes it as it was shown: from then on nobody is planned to drive there. */
export const acceptClosure = (
  deps: Deps,
  { disruption, token }: { disruption: RoadClosed; token: string },
  actor: Actor,
): Promise<DisruptionPreview> =>
  inTurn(deps, disruption, actor, async (turn) => {
    const fresh = answer(turn)
    requireShown(token, fresh)
    for (const zone of turn.zones) await carryOut(turn, zone)
    await store(turn)
    return fresh
  })

/** All zones of the region, each locked, in the order of their ids so that nobody waits for each other. */
const inTurn = async <T>(
  deps: Deps,
  disruption: RoadClosed,
  actor: Actor,
  work: (turn: Turn) => Promise<T>,
): Promise<T> => {
  const scope = regionScope(actor)
  if (scope !== null && !scope.includes(disruption.region_id)) throw notFound()
  return deps.db.transaction().execute(async (tx) => {
    const region = await tx.selectFrom('regions').select('id').where('id', '=', disruption.region_id).executeTakeFirst()
    if (region === undefined) throw notFound()
    refuse(deps, disruption)
    const ids = await tx
      .selectFrom('zones')
      .select('id')
      .where('region_id', '=', disruption.region_id)
      .orderBy('id')
      .execute()
    const zones: Around[] = []
    for (const { id } of ids) {
      const version = await lockPlan(tx, id)
      zones.push({ plan_version: version.version, ...goRound(deps, await contextOf(deps, tx, version), disruption) })
    }
    return work({ deps, tx, disruption, actor, zones })
  })
}

/** Throws 422 for a road that is none, and a closure that is over. */
const refuse = (deps: Deps, road: RoadClosed): void => {
  if (closedBy(requireStreets(deps), road) === null)
    throw invalid([{ pointer: '/longitude', detail: 'There is no street for vehicles within 50 metres of this point' }])
  if (road.until != null && new Date(road.until) <= deps.clock.now())
    throw invalid([{ pointer: '/until', detail: 'A road cannot be closed until a time in the past' }])
}

/** Nobody may fare worse for staying on a trip than for leaving it, so whoever stays keeps what they have. */
const goRound = (deps: Deps, open: PlanningContext, disruption: RoadClosed): Omit<Around, 'plan_version'> => {
  const { longitude, latitude, reach_m: reach, until } = disruption
  const closure: RoadClosure = {
    point: [longitude, latitude],
    reach,
    until: until == null ? null : toSeconds(new Date(until)),
  }
  const roads = streetsWithout(requireStreets(deps), [...open.plan.settings.closures, closure], open.now)
  const context = { ...open, roads }
  const affected = open.plan.trips.flatMap((trip) => heldUp(open, context, trip))
  const plan = withoutBookings(open.plan, new Set(affected.map((booking) => booking.id)))
  const found = replan({ ...context, plan }, affected, () => true, muchLater)
  const after = new Map([...ridesIn(buildProblem({ ...context, plan })), ...ridesOf(found)])
  return { context, affected, found, before: ridesIn(buildProblem(open)), after }
}

/** Where a way round is long, so is the ride. */
const muchLater = (demand: Demand): Demand => ({ ...later(demand), max_ride_s: demand.max_ride_s + LATEST_S })

const answer = ({ deps, disruption, zones }: Turn): DisruptionPreview => {
  const service_requests = zones.flatMap(({ context, affected, before, after, found }) =>
    compared(context, {
      left: new Set(affected.map((booking) => booking.id)),
      before: (id) => before.get(id),
      after,
      reasons: (id) => reasonsOf(found, id, context.plan.settings.time_zone),
    }),
  )
  return {
    disruption,
    zones: zones.map(({ context, plan_version }) => ({ zone_id: context.plan.settings.zone_id, plan_version })),
    closed: closedBy(requireStreets(deps), disruption),
    service_requests,
    token: tokenOf(service_requests),
  }
}

const reasonsOf = ({ failed, pp }: Replan, id: number, timeZone: string): Reason[] => {
  const refusals = failed.get(id)
  return refusals === undefined
    ? [{ code: 'no_way', text: 'No street that is open leads there' }]
    : refusalReasons(refusals, pp.epoch, timeZone)
}

const carryOut = async ({ deps, tx, disruption, actor }: Turn, { context, affected, found }: Around): Promise<void> => {
  if (affected.length === 0) return
  const now = deps.clock.now()
  const { message } = disruption
  const { settings } = context.plan
  const reason: Reason = {
    code: 'road_closed',
    text: message == null || message === '' ? 'A road was closed' : `A road was closed: ${message}`,
  }
  const moved = takenBy(affected, found)
  const taking = new Set([...found.placed.values()].map((trip) => trip.id))
  await widenPromises(tx, found, now)
  await widenRides(tx, found, affected)
  // First: the trips that take others are written without those whom nobody can serve.
  await giveUp(tx, {
    ids: [...found.failed.keys()],
    status: 'cancelled',
    now,
    by: byActor(actor),
    reasons: (id) => [reason, ...refusalReasons(found.failed.get(id) ?? [], found.pp.epoch, settings.time_zone)],
    message: 'It cannot be served while a road is closed',
  })
  await movePlaced(tx, { replan: found, now, by: byEngine, reason })
  const rest = withoutBookings(context.plan, new Set(affected.map((booking) => booking.id)))
  const losing = [...new Set(affected.flatMap(({ trip_id }) => trip_id ?? []))].filter((id) => !taking.has(id))
  for (const id of losing) await dropFromTrip(tx, { ...context, plan: rest }, id, new Set(), now)
  await raisePlanVersion(tx, settings.zone_id, { by: 'disruption', at: now })
  await publish(tx, [...bookingEvents(settings, moved), ...tripEvents(settings, [...losing, ...taking])])
}

/** A ride that has become longer than was promised, and was accepted, is the promise from now on. */
const widenRides = async (tx: Transaction<DB>, found: Replan, affected: readonly PlanBooking[]): Promise<void> => {
  const rides = ridesOf(found)
  for (const { id, max_ride_s } of affected) {
    const ride = rides.get(id)
    const long = ride?.pickup_at == null ? 0 : Math.ceil(ride.dropoff_at - ride.pickup_at)
    if (long > max_ride_s)
      await tx.updateTable('service_requests').set({ max_ride_s: long }).where('id', '=', id).execute()
  }
}

const store = async ({ deps, tx, disruption, actor }: Turn): Promise<void> => {
  const { region_id, longitude, latitude, reach_m, until, message } = disruption
  const { id } = await tx
    .insertInto('road_closures')
    .values({
      region_id,
      longitude,
      latitude,
      reach_m,
      until: until ?? null,
      message: message ?? null,
      created_by: userIdOf(actor),
      created_at: deps.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordChanged(tx, 'road_closures', id)
}

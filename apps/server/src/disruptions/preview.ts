import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { DisruptedBooking, Disruption, DisruptionPreview } from '@ambit/contract'
import { refuseTripTransition } from '@ambit/domain'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Scene } from '../dispatch/find-ways.ts'
import { ridesOf } from '../dispatch/move.ts'
import type { PlannedRide } from '../dispatch/move.ts'
import { toDate, toSeconds } from '../dispatch/plan.ts'
import type { PlanBooking } from '../dispatch/plan.ts'
import type { Wish } from '../dispatch/request.ts'
import { lockPlan, raisePlanVersion } from '../dispatch/queries.ts'
import { refusalReasons } from '../dispatch/refusal-words.ts'
import type { Replan } from '../dispatch/replan.ts'
import { readOwnTrip, refuse } from '../driver/turn.ts'
import type { Actor } from '../http/bind.ts'
import { conflict, invalid, notFound } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { cancelTrip, planCancel } from '../trips/cancel.ts'
import type { Frame } from '../trips/cancel.ts'
import { planShorter, shortenTrip } from './shorten.ts'
import type { Span } from './shorten.ts'

/** A person may accept that somebody is served so much later than promised, rather than not at all. */
const LATEST_S = 45 * 60
/** Less of a change than this is nobody's concern. */
const WORTH_S = 60

const later = (wish: Wish): Wish => ({
  ...wish,
  pickup: { ...wish.pickup, upper: wish.pickup.upper + LATEST_S },
  dropoff: { ...wish.dropoff, upper: wish.dropoff.upper + LATEST_S },
})

/**
 * What a disruption does to everybody: planned as one problem, within what was promised as far as that goes. Nothing
 * is changed. 404 for what the caller may not see, 422 for what cannot happen any more.
 */
export const previewDisruption = (deps: Deps, disruption: Disruption, actor: Actor): Promise<DisruptionPreview> =>
  inTurn(deps, disruption, actor, answer)

/**
 * Carries a disruption out as it was shown. A preview is not kept: its token says what came out, and it is asked again
 * in the zone's turn. 409 with a fresh preview when somebody would fare worse, or go with another vehicle, by now.
 */
export const acceptDisruption = (
  deps: Deps,
  { disruption, token }: { disruption: Disruption; token: string },
  actor: Actor,
): Promise<DisruptionPreview> =>
  inTurn(deps, disruption, actor, async (frame, what) => {
    const fresh = await answer(frame, what)
    if (!holds(token, fresh))
      throw conflict('The plan has changed since this was shown. Please look at it again', {
        disruption_preview: fresh,
      })
    const message = what.disruption.message ?? null
    if (what.kind === 'shorter') await shortenTrip(frame, { ...what, message }, later)
    else await cancelTrip(frame, message, later)
    await raisePlanVersion(frame.tx, frame.trip.zone_id)
    return fresh
  })

type What = { disruption: Disruption } & ({ kind: 'gone' } | { kind: 'shorter'; planId: number; span: Span })

const inTurn = async <T>(
  deps: Deps,
  disruption: Disruption,
  actor: Actor,
  work: (frame: Frame, what: What) => Promise<T>,
): Promise<T> => {
  const at = await findTripOf(deps, disruption, regionScope(actor))
  return deps.db.transaction().execute(async (tx) => {
    const version = await lockPlan(tx, at.zone_id)
    const trip = await readOwnTrip(tx, at.trip_id)
    if (trip === undefined) throw notFound()
    const frame: Frame = { deps, tx, version, trip, now: deps.clock.now(), actor }
    const refused = refuseTripTransition(trip, 'cancelled')
    if (refused !== null) throw refuse(refused)
    return work(
      frame,
      disruption.kind === 'schedule_shortened'
        ? {
            kind: 'shorter',
            disruption,
            planId: disruption.service_plan_id,
            span: await spanOf(tx, disruption, frame.now),
          }
        : { kind: 'gone', disruption },
    )
  })
}

const findTripOf = async ({ db }: Deps, disruption: Disruption, regions: readonly number[] | null) => {
  const row = await db
    .selectFrom('trips')
    .innerJoin('zones', 'zones.id', 'trips.zone_id')
    .where('current_state', '<>', 'cancelled')
    .where(
      disruption.kind === 'schedule_shortened' ? 'service_plan_id' : 'trips.id',
      '=',
      disruption.kind === 'schedule_shortened' ? disruption.service_plan_id : disruption.trip_id,
    )
    .select(['trips.id as trip_id', 'trips.zone_id', 'zones.region_id'])
    .executeTakeFirst()
  if (row === undefined || (regions !== null && !regions.includes(row.region_id))) throw notFound()
  return row
}

/** The shorter window: within the schedule's own, and not over before now. */
const spanOf = async (
  tx: Transaction<DB>,
  change: Extract<Disruption, { kind: 'schedule_shortened' }>,
  now: Date,
): Promise<Span> => {
  const plan = await tx
    .selectFrom('service_plans')
    .select(['start_time', 'end_time'])
    .where('id', '=', change.service_plan_id)
    .executeTakeFirstOrThrow()
  const start = change.start_time == null ? plan.start_time : new Date(change.start_time)
  const end = change.end_time == null ? plan.end_time : new Date(change.end_time)
  if (start < plan.start_time)
    throw invalid([{ pointer: '/start_time', detail: 'The schedule begins later than that' }])
  if (end > plan.end_time) throw invalid([{ pointer: '/end_time', detail: 'The schedule ends sooner than that' }])
  if (end < now) throw invalid([{ pointer: '/end_time', detail: 'A schedule cannot end in the past' }])
  if (end.getTime() - start.getTime() < 15 * 60_000)
    throw invalid([
      {
        pointer: '/end_time',
        detail: 'Your time window needs to be at least 15 Minutes. Please adjust start and end time.',
      },
    ])
  return { start: toSeconds(start), end: toSeconds(end) }
}

const answer = async (frame: Frame, what: What): Promise<DisruptionPreview> => {
  const { scene, affected, found } =
    what.kind === 'gone' ? await planCancel(frame, later) : await planShorter(frame, what.span, later)
  const service_requests = found === null ? [] : outcomes(scene, affected, found)
  return {
    disruption: what.disruption,
    zone_id: frame.trip.zone_id,
    plan_version: frame.version.version,
    service_requests,
    token: tokenOf(service_requests),
  }
}

/** Whoever has to leave, and whoever they get in the way of. */
const outcomes = (scene: Scene, affected: readonly PlanBooking[], found: Replan): DisruptedBooking[] => {
  const before = ridesBefore(scene)
  const after = ridesOf(found)
  const untouched = ridesOf({ ...found.pp, pp: found.pp })
  const vehicles = new Map(scene.plan.trips.map((trip) => [trip.id, trip.vehicle_number]))
  const shown = (ride: PlannedRide | undefined) =>
    ride === undefined
      ? null
      : {
          trip_id: ride.trip_id,
          vehicle_number: vehicles.get(ride.trip_id) ?? '',
          pickup_at: ride.pickup_at === null ? null : toDate(ride.pickup_at).toISOString(),
          dropoff_at: toDate(ride.dropoff_at).toISOString(),
        }
  return scene.plan.bookings.flatMap((booking): DisruptedBooking[] => {
    const left = affected.includes(booking)
    const [was, is] = [left ? before.get(booking.id) : untouched.get(booking.id), after.get(booking.id)]
    const later_s = was === undefined || is === undefined ? 0 : Math.round(is.dropoff_at - was.dropoff_at)
    if (!left && Math.abs(later_s) < WORTH_S) return []
    const late =
      is === undefined ? 0 : Math.max(0, (is.pickup_at ?? 0) - promised(booking), is.dropoff_at - booking.dropoff.upper)
    return [
      {
        service_request_id: booking.id,
        traveler_name: booking.traveler_name,
        outcome: is === undefined ? 'not_served' : is.trip_id === booking.trip_id ? 'changed' : 'moved',
        before: shown(was),
        after: shown(is),
        later_s,
        late_s: Math.round(late),
        reasons: refusalReasons(found.failed.get(booking.id) ?? [], found.pp.epoch, scene.plan.settings.time_zone),
      },
    ]
  })
}

/** Whoever rides was picked up in time: waiting where the vehicle stands is no lateness at the pick-up. */
const promised = (booking: PlanBooking): number => (booking.status === 'on_board' ? Infinity : booking.pickup.upper)

/** As the screens have it now: what is expected at the stored stops. */
const ridesBefore = ({ plan }: Scene): Map<number, PlannedRide> => {
  const stops = new Map(plan.trips.flatMap((trip) => trip.stops.map((stop) => [stop.id, stop])))
  return new Map(
    plan.bookings.flatMap((booking) => {
      const [from, to] = [booking.pickup_trip_stop_id, booking.dropoff_trip_stop_id].map((id) => stops.get(id ?? 0))
      if (booking.trip_id === null || to === undefined) return []
      const pickup_at = from === undefined || booking.status === 'on_board' ? null : (from.eta ?? from.scheduled_at)
      return [[booking.id, { trip_id: booking.trip_id, pickup_at, dropoff_at: to.eta ?? to.scheduled_at }]]
    }),
  )
}

/** Booking, trip, drop-off in seconds since 1970. */
const Shown = z.tuple([z.int(), z.int().nullable(), z.number()])
type Shown = z.infer<typeof Shown>

const shownOf = (bookings: readonly DisruptedBooking[]): Shown[] =>
  bookings.map(({ service_request_id, after }) => [
    service_request_id,
    after?.trip_id ?? null,
    after === null ? 0 : Date.parse(after.dropoff_at) / 1000,
  ])

const tokenOf = (bookings: readonly DisruptedBooking[]): string =>
  Buffer.from(JSON.stringify(shownOf(bookings))).toString('base64url')

/** Everybody goes where they were shown to go, and nobody comes more than a minute later than they were shown to. */
const holds = (token: string, { service_requests }: DisruptionPreview): boolean => {
  if (token === tokenOf(service_requests)) return true
  const seen = readToken(token)
  const fresh = shownOf(service_requests)
  return (
    seen !== null &&
    seen.length === fresh.length &&
    fresh.every(([id, trip, dropoff]) => {
      const known = seen.find((one) => one[0] === id)
      return known !== undefined && known[1] === trip && dropoff <= known[2] + WORTH_S
    })
  )
}

const readToken = (token: string): Shown[] | null => {
  try {
    return z.array(Shown).parse(JSON.parse(Buffer.from(token, 'base64url').toString()))
  } catch {
    return null
  }
}

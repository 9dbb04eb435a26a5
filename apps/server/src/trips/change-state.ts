import { refuseTripTransition } from '@ambit/domain'
import type { AffectedBookings, TripStateInput } from '@ambit/contract'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { Actor, Keep } from '../http/bind.ts'
import { conflict, notFound, notPossible } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { fresh } from '../http/versions.ts'
import { byActor } from '../planning/change/booking-history.ts'
import { beginTrip, tripUnderWay } from '../planning/change/begin-trip.ts'
import { secureBookings } from '../planning/change/bookings.ts'
import { changePlan } from '../planning/change/change-plan.ts'
import type { PlanChange } from '../planning/change/change-plan.ts'
import { completeTrip, readTrip, recordTrips, updateTrip } from '../planning/change/trips.ts'
import type { OpenTrip } from '../planning/change/trips.ts'
import { cancelledAndReassigned, cancelTrip, planTripLoss } from '../planning/disrupt/cancel-trip.ts'
import { later } from '../planning/disrupt/later.ts'
import { asAction } from '../planning/effects/as-action.ts'
import { findTrip, tripRecord } from './queries.ts'
import type { TripRecord } from './queries.ts'

type Input = z.output<typeof TripStateInput>
type Answer = AffectedBookings & { trip: TripRecord }
type Affected = ReturnType<typeof cancelledAndReassigned>

/**
 * Moves a trip to another state as a person decides. Cancelling a trip with bookings changes nothing at first: it
 * answers with who would be cancelled and who reassigned, and waits for `force`. 422 for a move that the state, those
 * on board or those waiting forbid; 409 for a trip, or bookings, that are no longer those that were shown.
 */
export const changeTripState = async (
  deps: Deps,
  { id, version: seen, actor }: { id: number; version: number | null; actor: Actor },
  input: Input,
  keep: Keep,
): Promise<{ data: Answer }> => {
  const regions = regionScope(actor)
  const visible = await findTrip(deps.db, id, regions)
  if (visible === undefined) throw notFound()
  const cause = input.status === 'cancelled' ? 'disruption' : null
  return changePlan(deps, visible.zone_id, cause, async (change) => {
    const trip = await readTrip(change.tx, id)
    if (trip === undefined) throw notFound()
    await requireFresh(change, id, seen)
    const message = input.status_message ?? null
    const by = byActor(actor)
    const affected =
      input.status === 'cancelled'
        ? await lose(change, trip, input, by)
        : await recorded(change, trip, { to: input.status, message, by })
    const row = await findTrip(change.tx, id, null)
    if (row === undefined) throw notFound()
    return keep(change.tx, { data: { trip: tripRecord(row, change.now), ...wireOf(affected) } })
  })
}

type By = ReturnType<typeof byActor>

const lose = async (change: PlanChange, trip: OpenTrip, input: Input, by: By): Promise<Affected> => {
  refuse(trip, 'cancelled')
  const loss = await planTripLoss(change, trip.id, later)
  const outcome = cancelledAndReassigned(loss)
  if (!input.force && outcome.cancelled.length + outcome.reassigned.length > 0) return outcome
  if (input.shown !== undefined) requireShown(input.shown, outcome)
  const message = input.status_message ?? null
  const action = { kind: 'trip_cancelled' as const, trip_id: trip.id, message }
  await asAction(change, { action, title: 'Trip cancelled', by, reason: message }, () =>
    cancelTrip(change, trip, loss, { message, by }),
  )
  return outcome
}

type Step = { to: Exclude<Input['status'], 'cancelled'>; message: string | null; by: By }

const recorded = async (change: PlanChange, trip: OpenTrip, step: Step): Promise<Affected> => {
  const { to: status, message, by } = step
  const action = { kind: 'trip_state' as const, trip_id: trip.id, status, message }
  await asAction(change, { action, title: titleOfMove(status), by, reason: message, about: { trips: [trip.id] } }, () =>
    moveOn(change, trip, step),
  )
  return { cancelled: [], reassigned: [] }
}

const titles = {
  staged: 'Trip not begun yet',
  live: 'Trip in service',
  in_transit: 'Trip under way',
  completed: 'Trip completed',
} as const satisfies Record<Step['to'], string>

export const titleOfMove = (to: Step['to']): string => titles[to]

const refuse = (trip: OpenTrip, to: Input['status']): void => {
  const refused = refuseTripTransition(trip, to)
  if (refused !== null) throw notPossible(refused)
}

/** Moves a trip on as a part of a change. 422 for a move that its state or its bookings forbid. */
export const moveOn = async (change: PlanChange, trip: OpenTrip, { to, message, by }: Step): Promise<void> => {
  refuse(trip, to)
  const missed = await move(change, trip, to)
  const { id: trip_id, current_state: before } = trip
  await recordTrips(change, by, [{ trip_id, change: 'state', before, after: to, message: message ?? missed }])
}

const wireOf = ({ cancelled, reassigned }: Affected): AffectedBookings => ({
  service_requests_to_be_cancelled: cancelled,
  service_requests_to_be_reassigned: reassigned,
})

/** 409 with the current trip when it is not the one that the caller decided about. */
const requireFresh = async ({ tx, now }: PlanChange, id: number, seen: number | null): Promise<void> => {
  if (seen === null) return
  const row = await findTrip(tx, id, null)
  fresh(row && tripRecord(row, now), seen)
}

/** 409 with the bookings of now when one fares worse than was shown to the person who confirmed. */
const requireShown = (shown: AffectedBookings, { cancelled, reassigned }: Affected): void => {
  const known = [...shown.service_requests_to_be_cancelled, ...shown.service_requests_to_be_reassigned]
  const worse =
    cancelled.some((id) => !shown.service_requests_to_be_cancelled.includes(id)) ||
    reassigned.some((id) => !known.includes(id))
  if (worse)
    throw conflict('The bookings of this trip have changed since they were shown. Please review them', {
      ...wireOf({ cancelled, reassigned }),
    })
}

/** Answers what the trip began too late for, in words; null where it is nothing. */
const move = async (change: PlanChange, trip: OpenTrip, to: Step['to']): Promise<string | null> => {
  if (to === 'completed') {
    await completeTrip(change, trip.id)
    return null
  }
  if (to === 'live' && trip.current_state === 'staged') {
    const other = await tripUnderWay(change, trip)
    if (other !== undefined) throw notPossible(`The driver is still on ${other}: complete it first, or assign another`)
    return beginTrip(change, trip.id, change.now)
  }
  if (to === 'in_transit') await setOut(change, trip.id)
  await updateTrip(change, trip.id, { current_state: to })
  return null
}

/** Passengers who wait at the next stop are secured from now on. */
const setOut = async (change: PlanChange, tripId: number): Promise<void> => {
  const next = await change.tx
    .selectFrom('trip_stops')
    .select('id')
    .where('trip_id', '=', tripId)
    .where('departed_at', 'is', null)
    .orderBy('location_index')
    .limit(1)
    .executeTakeFirst()
  if (next !== undefined)
    await secureBookings(change, {
      trip_stop_id: next.id,
      reason: { code: 'set_out', text: 'The vehicle has set out for this pick-up' },
    })
}

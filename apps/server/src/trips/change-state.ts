import { refuseTripTransition } from '@ambit/domain'
import type { AffectedBookings, TripStateInput } from '@ambit/contract'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { lockPlan, raisePlanVersion } from '../planning/plan/queries.ts'
import { secureBookings } from '../planning/change/secure.ts'
import { endTrip } from '../driver/trip.ts'
import { readOwnTrip, refuse } from '../driver/action.ts'
import type { OwnTrip } from '../driver/action.ts'
import type { Actor } from '../http/bind.ts'
import { conflict, notFound } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { fresh } from '../http/versions.ts'
import { publish } from '../live/publish.ts'
import type { LiveEvent } from '@ambit/contract'
import { byActor } from '../planning/change/booking-history.ts'
import { cancelTrip, previewCancel } from '../planning/disrupt/cancel-trip.ts'
import type { Affected } from '../planning/disrupt/cancel-trip.ts'
import { recordTripHistory } from '../planning/change/trip-history.ts'
import { findTrip, tripRecord } from './queries.ts'
import type { TripRecord } from './queries.ts'

type Input = z.output<typeof TripStateInput>
type Answer = AffectedBookings & { trip: TripRecord }

/**
 * Moves a trip to another state as a person decides. Cancelling a trip with bookings changes nothing at first: it
 * answers with who would be cancelled and who reassigned, and waits for `force`. 422 for a move that the state, those
 * on board or those waiting forbid; 409 for a trip, or bookings, that are no longer those that were shown.
 */
export const changeTripState = async (
  deps: Deps,
  { id, version: seen }: { id: number; version: number | null },
  input: Input,
  actor: Actor,
): Promise<Answer> => {
  const regions = regionScope(actor)
  const visible = await findTrip(deps.db, id, regions)
  if (visible === undefined) throw notFound()
  const affected = await deps.db.transaction().execute(async (tx) => {
    const version = await lockPlan(tx, visible.zone_id)
    const trip = await readOwnTrip(tx, id)
    if (trip === undefined) throw notFound()
    await requireFresh(tx, id, seen, deps.clock.now())
    const refused = refuseTripTransition(trip, input.status)
    if (refused !== null) throw refuse(refused)
    const now = deps.clock.now()
    if (input.status === 'cancelled') {
      const frame = { deps, tx, version, trip, now, actor }
      if (!input.force || input.shown !== undefined) {
        const preview = await previewCancel(frame)
        if (!input.force && preview.cancelled.length + preview.reassigned.length > 0) return preview
        if (input.shown !== undefined) requireShown(input.shown, preview)
      }
      const done = await cancelTrip(frame, input.status_message ?? null)
      await raisePlanVersion(tx, trip.zone_id, { by: 'disruption', at: now })
      return done
    }
    const events: LiveEvent[] = []
    await move(tx, trip, input.status, now, events)
    const { current_state: before } = trip
    await recordTripHistory(tx, now, byActor(actor), [
      { trip_id: id, change: 'state', before, after: input.status, message: input.status_message ?? null },
    ])
    await raisePlanVersion(tx, trip.zone_id)
    await publish(tx, [...events, { kind: 'trip', trip_id: id, zone_id: trip.zone_id, region_id: trip.region_id }])
    return { cancelled: [], reassigned: [] }
  })
  const row = await findTrip(deps.db, id, null)
  if (row === undefined) throw notFound()
  return { trip: tripRecord(row, deps.clock.now()), ...wireOf(affected) }
}

const wireOf = ({ cancelled, reassigned }: Affected): AffectedBookings => ({
  service_requests_to_be_cancelled: cancelled,
  service_requests_to_be_reassigned: reassigned,
})

/** 409 with the trip as it stands when it is not the one that the caller decided about. */
const requireFresh = async (tx: Tx, id: number, seen: number | null, now: Date): Promise<void> => {
  if (seen === null) return
  const row = await findTrip(tx, id, null)
  fresh(row && tripRecord(row, now), seen)
}

/** 409 with the bookings of now when somebody fares worse than whoever confirmed was shown. */
const requireShown = (shown: AffectedBookings, { cancelled, reassigned }: Affected): void => {
  const known = [...shown.service_requests_to_be_cancelled, ...shown.service_requests_to_be_reassigned]
  const worse =
    cancelled.some((id) => !shown.service_requests_to_be_cancelled.includes(id)) ||
    reassigned.some((id) => !known.includes(id))
  if (worse)
    throw conflict('The bookings of this trip have changed since they were shown. Please look at them again', {
      ...wireOf({ cancelled, reassigned }),
    })
}

type Tx = Parameters<Parameters<ReturnType<Deps['db']['transaction']>['execute']>[0]>[0]

const move = async (
  tx: Tx,
  trip: OwnTrip,
  to: Exclude<Input['status'], 'cancelled'>,
  now: Date,
  events: LiveEvent[],
): Promise<void> => {
  switch (to) {
    case 'completed':
      return endTrip({ tx, trip, now })
    case 'in_transit': {
      const next = await tx
        .selectFrom('trip_stops')
        .select(['id', 'arrived_at'])
        .where('trip_id', '=', trip.id)
        .where('departed_at', 'is', null)
        .orderBy('location_index')
        .limit(1)
        .executeTakeFirst()
      if (next !== undefined)
        await secureBookings(
          tx,
          now,
          { trip_stop_id: next.id, code: 'set_out', text: 'The vehicle has set out for this pick-up' },
          events,
        )
      break
    }
    case 'live':
    case 'staged':
      break
  }
  const signed = to === 'live' && trip.current_state === 'staged' ? { signed_on_at: now } : {}
  await tx
    .updateTable('trips')
    .set({ current_state: to, updated_at: now, ...signed })
    .where('id', '=', trip.id)
    .execute()
}

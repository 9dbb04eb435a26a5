import { refuseTripTransition } from '@ambit/domain'
import type { TripStateInput } from '@ambit/contract'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { lockPlan, raisePlanVersion } from '../dispatch/queries.ts'
import { secureBookings } from '../dispatch/secure.ts'
import { endTrip } from '../driver/trip.ts'
import { readOwnTrip, refuse } from '../driver/turn.ts'
import type { OwnTrip } from '../driver/turn.ts'
import type { Actor } from '../http/bind.ts'
import { notFound } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { publish } from '../live/publish.ts'
import type { LiveEvent } from '@ambit/contract'
import { cancelTrip, previewCancel } from './cancel.ts'
import { findTrip, tripRecord } from './queries.ts'
import type { TripRecord } from './queries.ts'

type Input = z.output<typeof TripStateInput>
type Answer = {
  trip: TripRecord
  service_requests_to_be_cancelled: number[]
  service_requests_to_be_reassigned: number[]
}

/**
 * Moves a trip to another state as a person decides. Cancelling a trip with bookings changes nothing at first: it
 * answers with who would be cancelled and who reassigned, and waits for `force`. 422 for a move that the state, those
 * on board or those waiting forbid.
 */
export const changeTripState = async (deps: Deps, id: number, input: Input, actor: Actor): Promise<Answer> => {
  const regions = regionScope(actor)
  const visible = await findTrip(deps.db, id, regions)
  if (visible === undefined) throw notFound()
  const affected = await deps.db.transaction().execute(async (tx) => {
    const version = await lockPlan(tx, visible.zone_id)
    const trip = await readOwnTrip(tx, id)
    if (trip === undefined) throw notFound()
    const refused = refuseTripTransition(trip, input.status)
    if (refused !== null) throw refuse(refused)
    const now = deps.clock.now()
    if (input.status === 'cancelled') {
      const frame = { deps, tx, version, trip, now, actor }
      const preview = input.force ? null : await previewCancel(frame)
      if (preview !== null && preview.cancelled.length + preview.reassigned.length > 0) return preview
      const done = await cancelTrip(frame, input.status_message ?? null)
      await raisePlanVersion(tx, trip.zone_id)
      return done
    }
    const events: LiveEvent[] = []
    await move(tx, trip, input.status, now, events)
    await raisePlanVersion(tx, trip.zone_id)
    await publish(tx, [...events, { kind: 'trip', trip_id: id, zone_id: trip.zone_id, region_id: trip.region_id }])
    return { cancelled: [], reassigned: [] }
  })
  const row = await findTrip(deps.db, id, null)
  if (row === undefined) throw notFound()
  return {
    trip: tripRecord(row, deps.clock.now()),
    service_requests_to_be_cancelled: affected.cancelled,
    service_requests_to_be_reassigned: affected.reassigned,
  }
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

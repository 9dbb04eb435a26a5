import { refuseCancel } from '@ambit/domain'
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { answered } from '../exceptions/ask-return.ts'
import { conflict } from '../http/errors.ts'
import { type Scope, withinScope } from '../http/scope.ts'
import { noteCancellation } from '../misses/store.ts'
import type { By } from '../planning/change/booking-history.ts'
import { setStatus } from '../planning/change/bookings.ts'
import { changePlansOfBooking, noteTrip, planBefore } from '../planning/change/change-plan.ts'
import type { PlanChange } from '../planning/change/change-plan.ts'
import { ON_REQUEST } from '../planning/change/messages.ts'
import { removeFromTrip } from '../planning/change/remove.ts'
import { asAction } from '../planning/effects/as-action.ts'
import { requireNotCancelled } from './already-cancelled.ts'
import { findServiceRequest } from './queries.ts'
import type { BookingRecord } from './queries.ts'

type Cancelling = {
  id: number
  reason: string | null
  /** of a journey the other legs too that lie in these regions and can be cancelled */
  others?: { regions: Scope }
}

/**
 * Cancels a booking that has not begun, and takes its stops out of the trip; of a journey the other legs as well where that
 * is asked for, or none. 409 with the specification's sentence otherwise, `already_cancelled` for one that was before.
 */
export const cancelServiceRequest = async <T>(
  deps: Deps,
  { id, reason, others }: Cancelling,
  by: By,
  told: (tx: Transaction<DB>, booking: BookingRecord) => Promise<T>,
): Promise<T> => {
  await requireNotCancelled(deps.db, id)
  const legsNow = async (db: Kysely<DB>) => (others === undefined ? [] : otherLegs(db, id, others.regions))
  const inZones = (await legsNow(deps.db)).map(({ zone_id }) => zone_id)
  return changePlansOfBooking(deps, id, inZones, 'cancellation', async ({ own, changes }) => {
    const title = (ids: readonly number[]): string =>
      ids.length === 1 ? `Cancel booking ${ids[0]}` : `Cancel bookings ${ids.join(', ').replace(/, (?=\d+$)/, ' and ')}`
    const bookings = [{ id, zone_id: own.zone.zone_id }, ...(await legsNow(own.tx))]
    await cancelInPlans(changes, bookings, { reason, by, title })
    return told(own.tx, (await findServiceRequest(own.tx, id, null))!) // just cancelled
  })
}

type Telling = { reason: string | null; by: By; title: (ids: readonly number[]) => string }

/** Several bookings, those of each zone as an action of it. 409 for one that has begun, or is in none of these zones by now. */
export const cancelInPlans = async (
  changes: readonly PlanChange[],
  bookings: readonly { id: number; zone_id: number }[],
  { reason, by, title }: Telling,
): Promise<void> => {
  const zones = [...Map.groupBy(bookings, ({ zone_id }) => zone_id)].map(([zoneId, those]) => {
    const change = changes.find(({ zone }) => zone.zone_id === zoneId)
    if (change === undefined) throw conflict(`Booking ${those[0]?.id} was changed in the meantime`)
    return { change, ids: those.map(({ id }) => id) }
  })
  for (const { change } of zones) if (change.deps.streets.current() !== null) await planBefore(change)
  for (const { change, ids } of zones) {
    const action = { kind: 'cancel' as const, service_request_ids: ids, cancellation_reason: reason }
    const recorded = { action, title: title(ids), by, reason, about: { bookings: ids } }
    await asAction(change, recorded, () => cancelInPlan(change, ids, reason, by))
  }
}

/** Those that have not begun, in their order. Throws 409 where there is none. */
const otherLegs = async (db: Kysely<DB>, id: number, regions: Scope) => {
  const legs = await db
    .selectFrom('service_requests as r')
    .innerJoin('service_requests as other', 'other.journey_id', 'r.journey_id')
    .innerJoin('zones', 'zones.id', 'other.zone_id')
    .where('r.id', '=', id)
    .whereRef('other.id', '<>', 'r.id')
    .where(withinScope(regions, 'zones.region_id'))
    .select(['other.id', 'other.zone_id', 'other.status'])
    .orderBy('other.journey_leg')
    .execute()
  const open = legs.filter(({ status }) => refuseCancel(status) === null)
  if (open.length === 0) throw conflict('There is no other leg that could be cancelled')
  return open
}

/** The same for several of one zone, as a part of a change. 409 for one that has begun. `missed`: a late one is a miss of its passenger. */
export const cancelInPlan = async (
  change: PlanChange,
  ids: readonly number[],
  reason: string | null,
  by: By,
  missed = true,
): Promise<void> => {
  const rows = await change.tx
    .selectFrom('service_requests')
    .select(['id', 'status', 'trip_id'])
    .where('id', 'in', ids)
    .execute()
  // Without street data no one can be re-timed, but a cancellation must still go through: the stops stay as they are.
  const planned = rows.some(({ trip_id }) => trip_id !== null) && change.deps.streets.current() !== null
  const context = planned ? await planBefore(change) : null
  for (const { id, status, trip_id } of rows) {
    const refused = refuseCancel(status)
    if (refused !== null) throw conflict(refused)
    if (missed && by.user_type !== 'engine') await noteCancellation(change.tx, id, change.now)
    await setStatus(change, {
      id,
      status: 'cancelled',
      trip_id,
      set: { cancellation_reason: reason, pickup_trip_stop_id: null, dropoff_trip_stop_id: null },
      by,
      reason: { code: ON_REQUEST, text: reason === null || reason === '' ? 'Cancelled on request' : reason },
    })
    if (trip_id !== null) noteTrip(change, trip_id)
    await answered(change.tx, id, change.now)
  }
  for (const [tripId, group] of Map.groupBy(rows, ({ trip_id }) => trip_id))
    if (context !== null && tripId !== null)
      await removeFromTrip(change, context, tripId, new Set(group.map(({ id }) => id)))
}

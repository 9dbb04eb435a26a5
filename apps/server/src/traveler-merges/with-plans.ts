import { openRequestStatuses } from '@ambit/domain'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { changePlans, noteBooking, noteTrip, type PlanChange } from '../planning/change/change-plan.ts'
import { lockPassengers } from '../service-requests/under-rules.ts'

/**
 * Work on two passengers and all that hangs on them, with the plans of their rides ahead and both records locked, in the
 * order in which bookings lock them. `announce` tells open pages, drivers and kept plans of bookings that have changed hands.
 */
export const withPlans = async <T>(
  deps: Deps,
  ids: readonly number[],
  work: (tx: Transaction<DB>, announce: (bookings: readonly (number | string)[]) => Promise<void>) => Promise<T>,
): Promise<T> => {
  for (;;) {
    const zones = await zonesAhead(deps.db, ids)
    const done = await changePlans(deps, zones, null, async (changes, tx) => {
      await lockPassengers(tx, ids)
      await tx.selectFrom('travelers').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
      // A ride may have been booked in another zone before the lock was had.
      if ((await zonesAhead(tx, ids)).some((id) => !zones.includes(id))) return null
      return { result: await work(tx, (bookings) => noteOpen(tx, changes, bookings)) }
    })
    if (done !== null) return done.result
  }
}

const open = (db: Kysely<DB>) => db.selectFrom('service_requests').where('status', 'in', openRequestStatuses)

const zonesAhead = async (db: Kysely<DB>, ids: readonly number[]): Promise<number[]> => {
  const rows = await open(db).select('zone_id').distinct().where('traveler_id', 'in', ids).execute()
  return rows.map(({ zone_id }) => zone_id)
}

const noteOpen = async (
  tx: Transaction<DB>,
  changes: readonly PlanChange[],
  bookings: readonly (number | string)[],
): Promise<void> => {
  const rows = await open(tx)
    .select(['id', 'zone_id', 'trip_id'])
    .where(sql<boolean>`id = any(${bookings.map(Number)}::int[])`)
    .orderBy('id')
    .execute()
  for (const { id, zone_id, trip_id } of rows) {
    const change = changes.find(({ zone }) => zone.zone_id === zone_id)
    if (change === undefined) continue
    noteBooking(change, id, trip_id)
    if (trip_id !== null) noteTrip(change, trip_id)
  }
}

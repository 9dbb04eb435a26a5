import type { Transaction } from 'kysely'
import type { LiveEvent } from '@ambit/contract'
import type { DB } from '../../database/schema.ts'
import { byEngine, recordHistory } from './booking-history.ts'

type Which = ({ trip_stop_id: number } | { zone_id: number; window_opens_before: Date; booked_before: Date }) & {
  code: string
  text: string
}

/** Secures assigned bookings: from now on only a person, or a broken-down vehicle, moves them. Adds their live events. */
export const secureBookings = async (
  tx: Transaction<DB>,
  now: Date,
  which: Which,
  events: LiveEvent[],
): Promise<number> => {
  let update = tx
    .updateTable('service_requests')
    .set({ status: 'secured', secured_at: now, updated_at: now })
    .where('status', '=', 'assigned')
  update =
    'trip_stop_id' in which
      ? update.where('pickup_trip_stop_id', '=', which.trip_stop_id)
      : update
          .where('zone_id', '=', which.zone_id)
          .where('pickup_lower_bound', '<=', which.window_opens_before)
          .where('created_at', '<=', which.booked_before)
  const rows = await update.returning(['id', 'trip_id', 'zone_id']).execute()
  const [first] = rows
  if (first === undefined) return 0
  const { region_id } = await tx
    .selectFrom('zones')
    .select('region_id')
    .where('id', '=', first.zone_id)
    .executeTakeFirstOrThrow()
  const reasons = [{ code: which.code, text: which.text }]
  await recordHistory(
    tx,
    now,
    rows.map((row) => ({
      service_request_id: row.id,
      status: 'secured' as const,
      trip_id: row.trip_id,
      by: byEngine,
      reasons,
    })),
  )
  for (const row of rows)
    events.push({
      kind: 'service_request',
      service_request_id: row.id,
      trip_id: row.trip_id,
      zone_id: row.zone_id,
      region_id,
    })
  return rows.length
}

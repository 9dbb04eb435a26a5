import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import type { TripHistory } from '@ambit/contract'
import type { DB } from '../../database/schema.ts'
import type { By } from './booking-history.ts'

export type TripChange = {
  trip_id: number
  change: TripHistory['change']
  before: string | null
  after: string | null
  message?: string | null
  former_driver_id?: number | null
  former_vehicle_id?: number | null
}

/** What was changed on trips and by whom, each change a row. */
export const recordTripHistory = async (
  tx: Transaction<DB>,
  now: Date,
  { user_id, driver_id }: By,
  changes: readonly TripChange[],
  dispatch_action_id: number | null = null,
): Promise<void> => {
  if (changes.length === 0) return
  await tx
    .insertInto('trip_histories')
    .values(
      changes.map((change) => ({
        ...change,
        message: change.message ?? null,
        former_driver_id: change.former_driver_id ?? null,
        former_vehicle_id: change.former_vehicle_id ?? null,
        user_id,
        driver_id,
        dispatch_action_id,
        created_at: now,
      })),
    )
    .execute()
}

/** Oldest first. */
export const listTripHistory = async (db: Kysely<DB>, tripId: number) => {
  const data = await db
    .selectFrom('trip_histories as h')
    .leftJoin('users', 'users.id', 'h.user_id')
    .leftJoin('drivers', 'drivers.id', 'h.driver_id')
    .where('h.trip_id', '=', tripId)
    .select(['h.id', 'h.change', 'h.before', 'h.after', 'h.message', 'h.created_at', 'h.dispatch_action_id'])
    .select(
      sql<
        string | null
      >`coalesce(users.first_name || ' ' || users.last_name, drivers.first_name || ' ' || drivers.last_name)`.as(
        'changed_by',
      ),
    )
    .orderBy('h.id')
    .execute()
  return { data, meta: { total: data.length, total_count: data.length } }
}

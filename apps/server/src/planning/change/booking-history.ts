import type { Transaction } from 'kysely'
import type { Reason } from '@ambit/contract'
import type { DB, RequestStatus } from '../../database/schema.ts'
import type { Actor } from '../../http/bind.ts'

/** Who did it, as stored in a booking's history. */
export type By = {
  user_type: 'user' | 'passenger' | 'driver' | 'engine'
  user_id: number | null
  driver_id: number | null
  /** of passengers, where it was one of them: the one who rides, or a helper */
  traveler_id?: number
}

export const byEngine: By = { user_type: 'engine', user_id: null, driver_id: null }

export const byPassenger: By = { user_type: 'passenger', user_id: null, driver_id: null }

export const byActor = (actor: Actor): By => {
  switch (actor.kind) {
    case 'user':
      return { user_type: 'user', user_id: actor.id, driver_id: null }
    case 'driver':
      return { user_type: 'driver', user_id: null, driver_id: actor.id }
    case 'passenger':
      return { user_type: 'passenger', user_id: null, driver_id: null, traveler_id: actor.id }
    case 'public':
      return byEngine
  }
}

export type HistoryEntry = {
  service_request_id: number
  status: RequestStatus
  trip_id: number | null
  by: By
  reasons: readonly Reason[]
}

/** Every change of a booking is a row: status, trip, time, who and why. Oldest first. */
export const recordHistory = async (
  tx: Transaction<DB>,
  now: Date,
  entries: readonly HistoryEntry[],
  dispatch_action_id: number | null = null,
): Promise<void> => {
  if (entries.length === 0) return
  await tx
    .insertInto('service_request_histories')
    .values(
      entries.map(({ by, reasons, ...entry }) => ({
        ...entry,
        traveler_id: null,
        dispatch_action_id,
        ...by,
        reasons: JSON.stringify(reasons),
        created_at: now,
      })),
    )
    .execute()
}

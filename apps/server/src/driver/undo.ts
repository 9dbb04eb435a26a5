import { type Done, statusBefore } from '@ambit/domain'
import { forgetMiss } from '../misses/store.ts'
import { setStopTimes } from '../planning/change/stops.ts'
import { setBooking, setState } from './action.ts'
import type { Before, DriverAction } from './action.ts'
import { requireCapacity } from './capacity.ts'
import { storeFare } from './fares.ts'
import { requireAllowed } from './rules.ts'

const TAKEN_BACK = { code: 'undone', text: 'Undone by the driver' }

/** Undoes the newest arrive, depart, board, no-show or drop-off that has not been undone yet. */
export const undo = async (action: DriverAction): Promise<void> => {
  const { tx } = action.change
  const last = await newestToUndo(action)
  await requireAllowed(action, { kind: 'undo' }, last ?? null)
  if (last === undefined) return
  switch (last.kind) {
    case 'arrive':
      await setStop(action, last.trip_stop_id, { arrived_at: null })
      break
    case 'depart':
      await setStop(action, last.trip_stop_id, { departed_at: null })
      break
    case 'board':
      await resetBooking(action, last, {
        boarded_at: null,
        boarded_count: last.before.boarded_count ?? null,
        boarded_without_code: false,
      })
      // Seats of those who had not come may be taken by now.
      await requireCapacity(action)
      break
    case 'drop_off':
      await resetBooking(action, last, { dropped_off_at: null })
      break
    case 'no_show':
      await resetBooking(action, last, { no_show_reason: null, no_show_fault: null })
      if (last.service_request_id !== null) await forgetMiss(tx, last.service_request_id)
      break
    case 'paid':
    case 'not_paid':
    case 'concession_not_shown':
      if (last.service_request_id !== null) await storeFare(action, last.service_request_id, last.before.fare)
      break
    // Of no stop, and so never the newest to undo.
    case 'sign_on':
    case 'check':
    case 'manual_navigation':
    case 'undo':
    case 'complete':
      return
  }
  await tx.updateTable('driver_actions').set({ undone: true }).where('id', '=', last.row).execute()
  await setState(action, last.before.state === 'in_transit')
}

/** The newest of the trip's actions that has not been undone; its stop is still there. */
export const newestToUndo = async ({ change: { tx }, trip }: DriverAction): Promise<Undoable | undefined> => {
  const newest = await tx
    .selectFrom('driver_actions')
    .where('trip_id', '=', trip.id)
    .where('undone', '=', false)
    .where('before', 'is not', null)
    .where('trip_stop_id', 'is not', null)
    .orderBy('driver_actions.id', 'desc')
    .limit(1)
    .select(['driver_actions.id as row', 'uuid as id', 'kind', 'trip_stop_id', 'service_request_id', 'before'])
    .executeTakeFirst()
  if (newest === undefined || newest.trip_stop_id === null) return undefined
  return { ...newest, trip_stop_id: newest.trip_stop_id, before: newest.before as Before } // written by `remember` alone
}

type Undoable = Done & { row: number }

const setStop = async (
  { change, trip }: DriverAction,
  id: number,
  times: { arrived_at: null } | { departed_at: null },
): Promise<void> => setStopTimes(change, trip.id, id, times)

const resetBooking = async (
  action: DriverAction,
  last: Undoable,
  set: {
    boarded_at?: null
    boarded_count?: number | null
    boarded_without_code?: false
    dropped_off_at?: null
    no_show_reason?: null
    no_show_fault?: null
  },
): Promise<void> => {
  if (last.service_request_id !== null)
    await setBooking(action, last.service_request_id, statusBefore(last), set, TAKEN_BACK)
}

import { type Done, statusBefore } from '@ambit/domain'
import { noShowTakenBack } from '../exceptions/ask-return.ts'
import { endBookings } from '../planning/change/bookings.ts'
import { planChanged } from '../planning/change/change-plan.ts'
import { removeFromTrip } from '../planning/change/remove.ts'
import { forgetMisses } from '../misses/store.ts'
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
    case 'walk_on':
      await leaveBehind(action, last)
      break
    case 'no_show':
      await resetBooking(action, last, { no_show_reason: null, no_show_fault: null, no_show_evidence: null })
      if (last.service_request_id === null) break
      await forgetMisses(tx, [last.service_request_id])
      await noShowTakenBack(tx, last.service_request_id, action.at)
      break
    case 'paid':
    case 'not_paid':
    case 'concession_not_shown':
      if (last.service_request_id !== null) await storeFare(action, last.service_request_id, last.before.fare)
      break
    // Of no stop, and so never the newest to undo.
    case 'sign_on':
    case 'odometer':
    case 'ask_no_show':
    case 'call':
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

/** They were not taken along after all: the booking that was made of it ends. */
const leaveBehind = async (action: DriverAction, last: Undoable): Promise<void> => {
  const { change, trip, by } = action
  const id = last.service_request_id
  if (id === null) return
  await setBooking(action, id, 'secured', { boarded_at: null }, TAKEN_BACK)
  await endBookings(change, {
    ids: [id],
    status: 'cancelled',
    by,
    reasons: () => [TAKEN_BACK],
    message: TAKEN_BACK.text,
  })
  const { context } = await planChanged(change)
  if (context !== null) await removeFromTrip(change, context, trip.id, new Set())
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
    no_show_evidence?: null
  },
): Promise<void> => {
  if (last.service_request_id !== null)
    await setBooking(action, last.service_request_id, statusBefore(last), set, TAKEN_BACK)
}

import { type Done, statusBefore } from '@ambit/domain'
import { noShowTakenBack } from '../exceptions/ask-return.ts'
import { endBookings, recordBookings, unassign } from '../planning/change/bookings.ts'
import { planChanged } from '../planning/change/change-plan.ts'
import { MADE_ABOARD } from '../planning/change/messages.ts'
import { removeFromTrip } from '../planning/change/remove.ts'
import { later } from '../planning/disrupt/later.ts'
import { carryMove, planMoveIn } from '../planning/reassign/move.ts'
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
      await takeOff(action, last)
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
  return { ...newest, trip_stop_id: newest.trip_stop_id, before: newest.before as Before } // written by `remember`
}

/** They did not board after all: what was done to the plan for it is taken back as well. */
const takeOff = async (action: DriverAction, last: Undoable): Promise<void> => {
  const { found, boarded_count = null } = last.before
  if (found === 'ended') return leaveBehind(action, last)
  await resetBooking(action, last, { boarded_at: null, boarded_count, boarded_without_code: false })
  if (found !== undefined && last.service_request_id !== null)
    return sendBack(action, last.service_request_id, found.trip_id)
  // Seats of those who had not come may be taken by now.
  await requireCapacity(action)
}

/** The booking goes back to the trip that it was moved to, later than promised where need be; else it waits for a vehicle. */
const sendBack = async ({ change, trip, by }: DriverAction, id: number, former: number | null): Promise<void> => {
  const { context } = await planChanged(change)
  const bookings = context?.plan.bookings.filter((one) => one.id === id) ?? []
  if (context !== null) {
    const move = planMoveIn(context, bookings, { allowed: (one) => one.id === former, relax: later, byHand: true })
    if (move.found.placed.has(id)) return carryMove(change, move, { reason: TAKEN_BACK, by })
  }
  await unassign(change, [id])
  if (context !== null) await removeFromTrip(change, context, trip.id, new Set([id]))
  await recordBookings(change, [
    { service_request_id: id, status: 'unassigned', trip_id: null, by, reasons: [TAKEN_BACK] },
  ])
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
    reasons: () => [{ ...TAKEN_BACK, code: MADE_ABOARD }],
    message: TAKEN_BACK.text,
  })
  const { context } = await planChanged(change)
  if (context !== null) await removeFromTrip(change, context, trip.id, new Set())
}

type Undoable = Done & { row: number; before: Before }

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

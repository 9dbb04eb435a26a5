import type { DriverActionKind } from '@ambit/contract'
import { notPossible } from '../http/errors.ts'
import { setStopTimes } from '../planning/change/stops.ts'
import { requireOnTheRoad, setBooking, setState } from './action.ts'
import type { Before, DriverAction } from './action.ts'
import type { RequestStatus } from '../database/schema.ts'

const TAKEN_BACK = { code: 'undone', text: 'Undone by the driver' }

/** Undoes the newest arrive, depart, board, no-show or drop-off that has not been undone yet. */
export const undo = async (action: DriverAction): Promise<void> => {
  requireOnTheRoad(action)
  const { tx } = action.change
  const last = await newestToUndo(action)
  if (last === undefined) throw notPossible('There is nothing to undo')
  await requireStill(action, last)
  const before = last.before as Before // written by `remember` alone
  switch (last.kind) {
    case 'arrive':
      await setStop(action, last.trip_stop_id, { arrived_at: null })
      break
    case 'depart':
      await setStop(action, last.trip_stop_id, { departed_at: null })
      break
    case 'board':
      await resetBooking(action, last.service_request_id, before.status ?? 'secured', { boarded_at: null })
      break
    case 'drop_off':
      await resetBooking(action, last.service_request_id, 'on_board', { dropped_off_at: null })
      break
    case 'no_show':
      await requireSeat(action, last.service_request_id)
      await resetBooking(action, last.service_request_id, before.status ?? 'secured', {
        no_show_reason: null,
        no_show_fault: null,
      })
      break
    // Of no stop, and so never the newest to undo.
    case 'sign_on':
    case 'manual_navigation':
    case 'undo':
    case 'complete':
      return
  }
  await tx.updateTable('driver_actions').set({ undone: true }).where('id', '=', last.id).execute()
  await setState(action, before.state === 'in_transit')
}

type Undoable = {
  id: number
  kind: DriverActionKind
  trip_stop_id: number | null
  service_request_id: number | null
  before: unknown
}

/** The newest of the trip's actions that has not been undone; its stop is still there. */
export const newestToUndo = ({ change: { tx }, trip }: DriverAction): Promise<Undoable | undefined> =>
  tx
    .selectFrom('driver_actions')
    .where('trip_id', '=', trip.id)
    .where('undone', '=', false)
    .where('before', 'is not', null)
    .where('trip_stop_id', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .select(['id', 'kind', 'trip_stop_id', 'service_request_id', 'before'])
    .executeTakeFirst()

/** What was told later may have shown that the vehicle went on: then this cannot be taken back any more. */
const requireStill = async ({ change: { tx }, trip }: DriverAction, last: Undoable): Promise<void> => {
  const stops = await tx
    .selectFrom('trip_stops')
    .where('trip_id', '=', trip.id)
    .select(['id', 'arrived_at', 'departed_at'])
    .orderBy('location_index')
    .execute()
  const at = stops.findIndex(({ id }) => id === last.trip_stop_id)
  const gone = last.kind === 'depart' ? stops[at + 1]?.arrived_at : stops[at]?.departed_at
  if (gone != null) throw notPossible('The vehicle has gone on since: this can no longer be undone')
}

const setStop = async (
  { change, trip }: DriverAction,
  id: number | null,
  times: { arrived_at: null } | { departed_at: null },
): Promise<void> => {
  if (id !== null) await setStopTimes(change, trip.id, id, times)
}

const resetBooking = async (
  action: DriverAction,
  id: number | null,
  status: RequestStatus,
  set: { boarded_at?: null; dropped_off_at?: null; no_show_reason?: null; no_show_fault?: null },
): Promise<void> => {
  // The table of statuses returns to secured, not assigned: the vehicle is there already.
  if (id !== null) await setBooking(action, id, status === 'assigned' ? 'secured' : status, set, TAKEN_BACK)
}

/** Once the vehicle has left, the seat of a passenger who did not come may be taken. */
const requireSeat = async ({ change: { tx } }: DriverAction, id: number | null): Promise<void> => {
  const booking =
    id === null
      ? undefined
      : await tx.selectFrom('service_requests').select('dropoff_trip_stop_id').where('id', '=', id).executeTakeFirst()
  if (booking === undefined || booking.dropoff_trip_stop_id === null)
    throw notPossible('The vehicle has left without this passenger: the no-show can no longer be undone')
}

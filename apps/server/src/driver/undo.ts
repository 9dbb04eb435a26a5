import { notPossible } from '../http/errors.ts'
import { setStopTimes } from '../planning/change/stops.ts'
import { requireOnTheRoad, setBooking, setState } from './action.ts'
import type { Before, DriverAction } from './action.ts'
import type { RequestStatus } from '../database/schema.ts'

const TAKEN_BACK = { code: 'undone', text: 'Undone by the driver' }

/** Undoes the newest arrive, depart, board, no-show or drop-off that has not been undone yet. */
export const undo = async (action: DriverAction): Promise<void> => {
  requireOnTheRoad(action)
  const { trip } = action
  const { tx } = action.change
  const last = await tx
    .selectFrom('driver_actions')
    .where('trip_id', '=', trip.id)
    .where('undone', '=', false)
    .orderBy('id', 'desc')
    .limit(1)
    .select(['id', 'kind', 'trip_stop_id', 'service_request_id', 'before'])
    .executeTakeFirst()
  if (last === undefined) throw notPossible('There is nothing to undo')
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
      await resetBooking(action, last.service_request_id, before.status ?? 'secured', {})
      break
  }
  await tx.updateTable('driver_actions').set({ undone: true }).where('id', '=', last.id).execute()
  await setState(action, before.state === 'in_transit')
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
  set: { boarded_at?: null; dropped_off_at?: null },
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

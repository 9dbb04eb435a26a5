import { refuse, requireOnTheRoad, setState, setStatus } from './action.ts'
import type { Before, DriverAction } from './action.ts'
import type { RequestStatus } from '../database/schema.ts'

const TAKEN_BACK = { code: 'undone', text: 'Taken back by the driver' }

/** Takes back the newest arrive, depart, board, no-show or drop-off that has not been taken back yet. */
export const undo = async (action: DriverAction): Promise<void> => {
  requireOnTheRoad(action)
  const { tx, trip } = action
  const last = await tx
    .selectFrom('driver_actions')
    .where('trip_id', '=', trip.id)
    .where('undone', '=', false)
    .orderBy('id', 'desc')
    .limit(1)
    .select(['id', 'kind', 'trip_stop_id', 'service_request_id', 'before'])
    .executeTakeFirst()
  if (last === undefined) throw refuse('There is nothing to take back')
  const before = last.before as Before // written by `remember` alone
  switch (last.kind) {
    case 'arrive':
      await setStop(action, last.trip_stop_id, { arrived_at: null })
      break
    case 'depart':
      await setStop(action, last.trip_stop_id, { departed_at: null })
      break
    case 'board':
      await setBooking(action, last.service_request_id, before.status ?? 'secured', { boarded_at: null })
      break
    case 'drop_off':
      await setBooking(action, last.service_request_id, 'on_board', { dropped_off_at: null })
      break
    case 'no_show':
      await requireSeat(action, last.service_request_id)
      await setBooking(action, last.service_request_id, before.status ?? 'secured', {})
      break
  }
  await tx.updateTable('driver_actions').set({ undone: true }).where('id', '=', last.id).execute()
  await setState(action, before.state === 'in_transit')
}

const setStop = async (
  { tx }: DriverAction,
  id: number | null,
  change: { arrived_at: null } | { departed_at: null },
): Promise<void> => {
  if (id !== null) await tx.updateTable('trip_stops').set(change).where('id', '=', id).execute()
}

const setBooking = async (
  action: DriverAction,
  id: number | null,
  status: RequestStatus,
  change: { boarded_at?: null; dropped_off_at?: null },
): Promise<void> => {
  // The table of statuses knows secured, not assigned, as the way back: the vehicle is there already.
  if (id !== null) await setStatus(action, id, status === 'assigned' ? 'secured' : status, change, TAKEN_BACK)
}

/** Once the vehicle has left, the seat of somebody who did not come may be somebody else's. */
const requireSeat = async ({ tx }: DriverAction, id: number | null): Promise<void> => {
  const booking =
    id === null
      ? undefined
      : await tx.selectFrom('service_requests').select('dropoff_trip_stop_id').where('id', '=', id).executeTakeFirst()
  if (booking === undefined || booking.dropoff_trip_stop_id === null)
    throw refuse('The vehicle has left without this passenger: the no-show cannot be taken back any more')
}

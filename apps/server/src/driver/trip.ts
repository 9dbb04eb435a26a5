import { pass } from '../exceptions/raise.ts'
import { notPossible } from '../http/errors.ts'
import { beginTrip, tripUnderWay } from '../planning/change/begin-trip.ts'
import { completeTrip, recordTrips, updateTrip } from '../planning/change/trips.ts'
import type { DriverAction } from './action.ts'
import { requireAllowed } from './rules.ts'

/** Staged becomes live. 422 for a trip that is not yet due, is over, or while another trip of the driver is under way. */
export const signOn = async (action: DriverAction): Promise<void> => {
  await requireAllowed(action, { kind: 'sign_on' })
  const { change, trip, by, at } = action
  const other = await tripUnderWay(change, trip)
  if (other !== undefined) throw notPossible(`Complete ${other} before you sign on to another trip`)
  const message = await beginTrip(change, trip.id, at)
  await recordTrips(change, by, [{ trip_id: trip.id, change: 'state', before: 'staged', after: 'live', message }])
}

/** Ends the trip: 422 with someone on board or bookings left. */
export const complete = async (action: DriverAction): Promise<void> => {
  await requireAllowed(action, { kind: 'complete' })
  const { change, trip, by, at } = action
  const { id, current_state: before } = trip
  await completeTrip(change, id, at)
  await recordTrips(change, by, [{ trip_id: id, change: 'state', before, after: 'completed' }])
  // Nobody has to be seen any more.
  await pass(change.tx, { kind: 'no_signal', trip_id: id }, { at: change.now, by: null, note: 'The trip has ended' })
}

export const setManualNavigation =
  (enabled: boolean) =>
  ({ change, trip }: DriverAction): Promise<void> =>
    updateTrip(change, trip.id, { manual_navigation: enabled })

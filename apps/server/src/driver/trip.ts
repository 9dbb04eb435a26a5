import { refuseTripTransition, SIGN_ON_EARLY_MINUTES } from '@ambit/domain'
import { notPossible } from '../http/errors.ts'
import { dropMissedBreaks, dropMissedRuns } from '../planning/change/stops.ts'
import { completeTrip, recordTrips, updateTrip } from '../planning/change/trips.ts'
import { settingsAt } from '../planning/plan/cache.ts'
import { clockTime } from '../planning/plan/format.ts'
import { requireOnTheRoad } from './action.ts'
import type { DriverAction } from './action.ts'

/** Staged becomes live. 422 for a trip that is not yet due, is over, or while another trip of the driver is under way. */
export const signOn = async (action: DriverAction): Promise<void> => {
  const { change, trip, by, at } = action
  const { tx } = change
  const refused = refuseTripTransition(trip, 'live')
  if (refused !== null || trip.current_state !== 'staged') throw notPossible(refused ?? 'You have already signed on')
  const settings = await settingsAt(change.deps, change.tx, change.zone)
  const opens = trip.start_datetime.getTime() - SIGN_ON_EARLY_MINUTES * 60_000
  if (at.getTime() < opens) throw notPossible(`You can sign on from ${clockTime(new Date(opens), settings.time_zone)}`)
  if (at >= trip.end_datetime) throw notPossible('This trip has ended')
  const other = await tx
    .selectFrom('trips')
    .select('name')
    .where('driver_id', '=', trip.driver_id)
    .where('id', '<>', trip.id)
    .where('current_state', 'in', ['live', 'in_transit'])
    .executeTakeFirst()
  if (other !== undefined) throw notPossible(`Complete ${other.name} before you sign on to another trip`)
  await dropMissedBreaks(change, trip.id, at)
  const missed = await dropMissedRuns(change, trip.id, at)
  const late = missed === 1 ? 'Signed on late: 1 run was not driven' : `Signed on late: ${missed} runs were not driven`
  await updateTrip(change, trip.id, {
    current_state: 'live',
    signed_on_at: at,
    ...(missed === 0 ? {} : { status_message: late }),
  })
  await recordTrips(change, by, [
    { trip_id: trip.id, change: 'state', before: 'staged', after: 'live', message: missed === 0 ? null : late },
  ])
}

/** Ends the trip: 422 with someone on board or bookings left. */
export const complete = async (action: DriverAction): Promise<void> => {
  requireOnTheRoad(action)
  const { change, trip, by, at } = action
  // A vehicle with no passenger on board or waiting is not in transit, even if it was heading somewhere.
  const idle = trip.on_board === 0 && trip.bookings_left === 0
  const refused = refuseTripTransition({ ...trip, current_state: idle ? 'live' : trip.current_state }, 'completed')
  if (refused !== null)
    throw notPossible(
      idle || trip.on_board > 0
        ? refused
        : `${trip.bookings_left === 1 ? '1 booking waits' : `${trip.bookings_left} bookings wait`} to be picked up by this trip`,
    )
  const { id, current_state: before } = trip
  await completeTrip(change, id, at)
  await recordTrips(change, by, [{ trip_id: id, change: 'state', before, after: 'completed' }])
}

export const setManualNavigation =
  (enabled: boolean) =>
  ({ change, trip }: DriverAction): Promise<void> =>
    updateTrip(change, trip.id, { manual_navigation: enabled })

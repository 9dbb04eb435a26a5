import { refuseTripTransition } from '@ambit/domain'
import { endStops } from '../planning/change/stops.ts'
import { clockTime } from '../planning/format.ts'
import { settingsAt } from '../planning/plan/cache.ts'
import { recordTripHistory } from '../planning/change/trip-history.ts'
import { refuse, requireOnTheRoad } from './action.ts'
import { dropMissedBreaks, dropMissedRuns } from './late-sign-on.ts'
import type { DriverAction } from './action.ts'

/** How long before its start a driver may take a trip. */
const EARLY_MINUTES = 60

/** Staged becomes live. 422 for a trip that is not yet due, is over, or while another trip of the driver is under way. */
export const signOn = async (action: DriverAction): Promise<void> => {
  const { tx, trip, now } = action
  const refused = refuseTripTransition(trip, 'live')
  if (refused !== null || trip.current_state !== 'staged') throw refuse(refused ?? 'You have already signed on')
  const settings = await settingsAt(action.deps, tx, action.version)
  const opens = trip.start_datetime.getTime() - EARLY_MINUTES * 60_000
  if (now.getTime() < opens) throw refuse(`You can sign on from ${clockTime(new Date(opens), settings.time_zone)}`)
  if (now >= trip.end_datetime) throw refuse('This trip has ended')
  const other = await tx
    .selectFrom('trips')
    .select('name')
    .where('driver_id', '=', trip.driver_id)
    .where('id', '<>', trip.id)
    .where('current_state', 'in', ['live', 'in_transit'])
    .executeTakeFirst()
  if (other !== undefined) throw refuse(`Complete ${other.name} before you sign on to another trip`)
  await dropMissedBreaks(action)
  const missed = await dropMissedRuns(action)
  const late = missed === 1 ? 'Signed on late: 1 run was not driven' : `Signed on late: ${missed} runs were not driven`
  await tx
    .updateTable('trips')
    .set({
      current_state: 'live',
      signed_on_at: now,
      updated_at: now,
      ...(missed === 0 ? {} : { status_message: late }),
    })
    .where('id', '=', trip.id)
    .execute()
  await recordTripHistory(tx, now, action.by, [
    { trip_id: trip.id, change: 'state', before: 'staged', after: 'live', message: missed === 0 ? null : late },
  ])
}

/** Ends the trip: 422 with someone on board or bookings left. */
export const complete = async (action: DriverAction): Promise<void> => {
  requireOnTheRoad(action)
  // A vehicle that nobody rides in and nobody waits for is not in transit, wherever it was heading.
  const idle = action.trip.on_board === 0 && action.trip.bookings_left === 0
  const refused = refuseTripTransition(
    { ...action.trip, current_state: idle ? 'live' : action.trip.current_state },
    'completed',
  )
  if (refused !== null)
    throw refuse(
      idle || action.trip.on_board > 0
        ? refused
        : `${action.trip.bookings_left === 1 ? '1 booking waits' : `${action.trip.bookings_left} bookings wait`} to be picked up by this trip`,
    )
  await endTrip(action)
  const { id, current_state: before } = action.trip
  await recordTripHistory(action.tx, action.now, action.by, [
    { trip_id: id, change: 'state', before, after: 'completed' },
  ])
}

/** Writes the end of a trip that nobody needs any more: stops that were never reached leave it. */
export const endTrip = async ({ tx, trip, now }: Pick<DriverAction, 'tx' | 'trip' | 'now'>): Promise<void> => {
  await endStops(tx, trip.id, now)
  await tx
    .updateTable('trips')
    .set({ current_state: 'completed', completed_at: now, updated_at: now })
    .where('id', '=', trip.id)
    .execute()
}

export const setManualNavigation =
  (enabled: boolean) =>
  async ({ tx, trip, now }: DriverAction): Promise<void> => {
    await tx
      .updateTable('trips')
      .set({ manual_navigation: enabled, updated_at: now })
      .where('id', '=', trip.id)
      .execute()
  }

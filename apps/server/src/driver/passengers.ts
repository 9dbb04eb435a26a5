import { isRequestTransition } from '@ambit/domain'
import { notFound, notPossible } from '../http/errors.ts'
import { settingsAt } from '../planning/plan/cache.ts'
import { clockTime } from '../planning/plan/format.ts'
import { chargeFare } from '../service-requests/charge-fare.ts'
import { remember, requireOnTheRoad, setBooking, setState, stopsAhead } from './action.ts'
import type { DriverAction } from './action.ts'
import { noShowFault, noShowText, type ToldNoShow } from './no-show.ts'

const bookingOf = async ({ change: { tx }, trip }: DriverAction, id: number) => {
  const booking = await tx
    .selectFrom('service_requests')
    .where('id', '=', id)
    .where('trip_id', '=', trip.id)
    .select(['id', 'status', 'pickup_trip_stop_id', 'dropoff_trip_stop_id', 'pickup_lower_bound'])
    .select('promised_pickup_upper_bound')
    .executeTakeFirst()
  if (booking === undefined) throw notFound()
  return booking
}

/** The stop where the vehicle is, if it is this one. */
const standingAt = async (
  action: DriverAction,
  stopId: number | null,
  words: string,
): Promise<{ id: number; arrived_at: Date }> => {
  const [here] = await stopsAhead(action)
  if (here === undefined || here.arrived_at === null || here.id !== stopId) throw notPossible(words)
  return { id: here.id, arrived_at: here.arrived_at }
}

export const board =
  (id: number) =>
  async (action: DriverAction): Promise<void> => {
    requireOnTheRoad(action)
    const booking = await bookingOf(action, id)
    if (!isRequestTransition(booking.status, 'on_board') || booking.status === 'completed')
      throw notPossible(`A booking that is ${booking.status.replace('_', ' ')} cannot board`)
    const stop = await standingAt(
      action,
      booking.pickup_trip_stop_id,
      'Arrive at the pick-up before the passenger boards',
    )
    await remember(
      action,
      { trip_stop_id: stop.id, service_request_id: id },
      { state: action.trip.current_state, status: booking.status },
    )
    await setBooking(action, id, 'on_board', { boarded_at: action.at }, { code: 'boarded', text: 'Boarded' })
    await setState(action, false)
  }

/** A no-show may be declared after the strategy's wait, counted from the arrival or the window's opening, whichever is later. */
export const noShow =
  (id: number, told: ToldNoShow = {}) =>
  async (action: DriverAction): Promise<void> => {
    requireOnTheRoad(action)
    const booking = await bookingOf(action, id)
    if (!isRequestTransition(booking.status, 'no_show'))
      throw notPossible(`A booking that is ${booking.status.replace('_', ' ')} cannot become a no-show`)
    const stop = await standingAt(
      action,
      booking.pickup_trip_stop_id,
      'Arrive at the pick-up before declaring a no-show',
    )
    const settings = await settingsAt(action.change.deps, action.change.tx, action.change.zone)
    const waited = settings.strategy.wait_minutes
    const from = Math.max(stop.arrived_at.getTime(), booking.pickup_lower_bound.getTime()) + waited * 60_000
    if (action.onPaper === null && action.at.getTime() < from)
      throw notPossible(
        `Please wait until ${clockTime(new Date(Math.ceil(from / 60_000) * 60_000), settings.time_zone)} before declaring a no-show`,
      )
    await remember(
      action,
      { trip_stop_id: stop.id, service_request_id: id },
      { state: action.trip.current_state, status: booking.status },
    )
    await setBooking(
      action,
      id,
      'no_show',
      {
        no_show_reason: told.reason ?? null,
        no_show_fault: noShowFault(told, { ...stop, promised_until: booking.promised_pickup_upper_bound }),
      },
      { code: 'no_show', text: noShowText(told, action.onPaper === null ? waited : null) },
    )
    await setState(action, false)
  }

export const dropOff =
  (id: number) =>
  async (action: DriverAction): Promise<void> => {
    requireOnTheRoad(action)
    const booking = await bookingOf(action, id)
    if (booking.status !== 'on_board') throw notPossible('Only a passenger on board can be set down')
    const stop = await standingAt(
      action,
      booking.dropoff_trip_stop_id,
      'Arrive at the drop-off before setting the passenger down',
    )
    await remember(
      action,
      { trip_stop_id: stop.id, service_request_id: id },
      { state: action.trip.current_state, status: booking.status },
    )
    await setBooking(action, id, 'completed', { dropped_off_at: action.at }, { code: 'dropped_off', text: 'Set down' })
    await chargeFare(action.change, id)
    await setState(action, false)
  }

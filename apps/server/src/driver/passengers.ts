import { notFound } from '../http/errors.ts'
import { settingsAt } from '../planning/plan/cache.ts'
import { chargeFare } from '../service-requests/charge-fare.ts'
import { remember, setBooking, setState } from './action.ts'
import type { DriverAction } from './action.ts'
import { faultOf, noShowText, type ToldNoShow } from './no-show.ts'
import { requireAllowed } from './rules.ts'

/** Where the booking gets on and off, and its status, once the rules allow what is to be done with it. */
const bookingOf = async (action: DriverAction, kind: 'board' | 'no_show' | 'drop_off', id: number) => {
  await requireAllowed(action, { kind, service_request_id: id })
  const { change, trip } = action
  const booking = await change.tx
    .selectFrom('service_requests')
    .where('id', '=', id)
    .where('trip_id', '=', trip.id)
    .select(['status', 'pickup_trip_stop_id', 'dropoff_trip_stop_id'])
    .executeTakeFirst()
  const stop = kind === 'drop_off' ? booking?.dropoff_trip_stop_id : booking?.pickup_trip_stop_id
  if (booking === undefined || stop == null) throw notFound()
  return { status: booking.status, about: { trip_stop_id: stop, service_request_id: id } }
}

export const board =
  (id: number) =>
  async (action: DriverAction): Promise<void> => {
    const { about, status } = await bookingOf(action, 'board', id)
    await remember(action, about, { state: action.trip.current_state, status })
    await setBooking(action, id, 'on_board', { boarded_at: action.at }, { code: 'boarded', text: 'Boarded' })
    await setState(action, false)
  }

/** A no-show may be declared after the strategy's wait, counted from the arrival or the window's opening, whichever is later. */
export const noShow =
  (id: number, told: ToldNoShow = {}) =>
  async (action: DriverAction): Promise<void> => {
    const { about, status } = await bookingOf(action, 'no_show', id)
    const { strategy } = await settingsAt(action.change.deps, action.change.tx, action.change.zone)
    await remember(action, about, { state: action.trip.current_state, status })
    await setBooking(
      action,
      id,
      'no_show',
      {
        no_show_reason: told.reason ?? null,
        no_show_fault: await faultOf(action, id, told),
      },
      { code: 'no_show', text: noShowText(told, action.onPaper === null ? strategy.wait_minutes : null) },
    )
    await setState(action, false)
  }

export const dropOff =
  (id: number) =>
  async (action: DriverAction): Promise<void> => {
    const { about, status } = await bookingOf(action, 'drop_off', id)
    await remember(action, about, { state: action.trip.current_state, status })
    await setBooking(action, id, 'completed', { dropped_off_at: action.at }, { code: 'dropped_off', text: 'Set down' })
    await chargeFare(action.change, id)
    await setState(action, false)
  }

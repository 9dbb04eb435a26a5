import { askOfReturn } from '../exceptions/ask-return.ts'
import { notFound } from '../http/errors.ts'
import { noteNoShow } from '../misses/store.ts'
import { settingsAt } from '../planning/plan/cache.ts'
import { chargeFare } from '../service-requests/charge-fare.ts'
import { remember, setBooking, setState } from './action.ts'
import type { DriverAction } from './action.ts'
import { doubtNoShow } from './doubt-no-show.ts'
import { evidenceOf, faultOf, noShowText, type ToldNoShow } from './no-show.ts'
import { requireAllowed } from './rules.ts'

/** Where the booking gets on and off, and its status, once the rules allow what is to be done with it. */
const bookingOf = async (
  action: DriverAction,
  kind: 'board' | 'no_show' | 'drop_off',
  id: number,
  boarded_count: number | null = null,
) => {
  await requireAllowed(
    action,
    kind === 'board'
      ? { kind, service_request_id: id, boarded_count }
      : { kind, service_request_id: id, ...(kind === 'no_show' ? { unasked: true } : {}) },
  )
  const { change, trip } = action
  const booking = await change.tx
    .selectFrom('service_requests')
    .where('id', '=', id)
    .where('trip_id', '=', trip.id)
    .select(['status', 'pickup_trip_stop_id', 'dropoff_trip_stop_id', 'passenger_count', 'boarded_count'])
    .executeTakeFirst()
  const stop = kind === 'drop_off' ? booking?.dropoff_trip_stop_id : booking?.pickup_trip_stop_id
  if (booking === undefined || stop == null) throw notFound()
  const { status, passenger_count, boarded_count: counted } = booking
  return { status, passenger_count, counted, about: { trip_stop_id: stop, service_request_id: id } }
}

/**
 * `count`: how many of the booking came; null: all of them. The seats of the others are free at once. `without`: a code was
 * asked for, and the passenger had none.
 */
export const board =
  (id: number, count: number | null = null, without = false) =>
  async (action: DriverAction): Promise<void> => {
    const { about, status, passenger_count, counted } = await bookingOf(action, 'board', id, count)
    await remember(action, about, { state: action.trip.current_state, status, boarded_count: counted })
    const boarded_count = count ?? counted
    const many =
      boarded_count === null || boarded_count === passenger_count
        ? 'Boarded'
        : `Boarded: ${boarded_count} of ${passenger_count} people`
    const text = without ? `${many}, without code` : many
    const set = { boarded_at: action.at, boarded_count, boarded_without_code: without }
    await setBooking(action, id, 'on_board', set, { code: 'boarded', text })
    await setState(action, false)
  }

/** A no-show may be declared after the strategy's wait, counted from the arrival or the window's opening, whichever is later. */
export const noShow =
  (id: number, told: ToldNoShow = {}) =>
  async (action: DriverAction): Promise<void> => {
    const { about, status } = await bookingOf(action, 'no_show', id)
    const { strategy } = await settingsAt(action.change.deps, action.change.tx, action.change.zone)
    await remember(action, about, { state: action.trip.current_state, status })
    const evidence = await evidenceOf(action, id)
    await setBooking(
      action,
      id,
      'no_show',
      {
        no_show_reason: told.reason ?? null,
        no_show_fault: await faultOf(action, id, told),
        no_show_evidence: JSON.stringify(evidence),
      },
      { code: 'no_show', text: noShowText(told, action.onPaper === null ? strategy.wait_minutes : null) },
    )
    await noteNoShow(action.change.tx, id, { at: action.at, wait_minutes: strategy.wait_minutes })
    await doubtNoShow(action, id, evidence)
    await askOfReturn(action.change.tx, id, action.at)
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

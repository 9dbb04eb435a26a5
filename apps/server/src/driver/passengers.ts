import { isRequestTransition } from '@ambit/domain'
import { settingsAt } from '../planning/plan/cache.ts'
import { clockTime } from '../planning/format.ts'
import { notFound } from '../http/errors.ts'
import { chargeFare } from '../service-requests/charge-fare.ts'
import { refuse, remember, requireOnTheRoad, setState, setStatus, stopsAhead } from './turn.ts'
import type { Turn } from './turn.ts'

const bookingOf = async ({ tx, trip }: Turn, id: number) => {
  const booking = await tx
    .selectFrom('service_requests')
    .where('id', '=', id)
    .where('trip_id', '=', trip.id)
    .select(['id', 'status', 'pickup_trip_stop_id', 'dropoff_trip_stop_id', 'pickup_lower_bound'])
    .executeTakeFirst()
  if (booking === undefined) throw notFound()
  return booking
}

/** The stop where the vehicle stands, if it is this one. */
const standingAt = async (
  turn: Turn,
  stopId: number | null,
  words: string,
): Promise<{ id: number; arrived_at: Date }> => {
  const [here] = await stopsAhead(turn)
  if (here === undefined || here.arrived_at === null || here.id !== stopId) throw refuse(words)
  return { id: here.id, arrived_at: here.arrived_at }
}

export const board =
  (id: number) =>
  async (turn: Turn): Promise<void> => {
    requireOnTheRoad(turn)
    const booking = await bookingOf(turn, id)
    if (!isRequestTransition(booking.status, 'on_board') || booking.status === 'completed')
      throw refuse(`A booking that is ${booking.status.replace('_', ' ')} cannot board`)
    const stop = await standingAt(
      turn,
      booking.pickup_trip_stop_id,
      'Arrive at the pick-up before the passenger boards',
    )
    await remember(
      turn,
      { kind: 'board', trip_stop_id: stop.id, service_request_id: id },
      { state: turn.trip.current_state, status: booking.status },
    )
    await setStatus(turn, id, 'on_board', { boarded_at: turn.now }, { code: 'boarded', text: 'Boarded' })
    await setState(turn, false)
  }

/** A no-show may be declared after the strategy's wait, counted from the arrival or the window's opening, whichever is later. */
export const noShow =
  (id: number) =>
  async (turn: Turn): Promise<void> => {
    requireOnTheRoad(turn)
    const booking = await bookingOf(turn, id)
    if (!isRequestTransition(booking.status, 'no_show'))
      throw refuse(`A booking that is ${booking.status.replace('_', ' ')} cannot become a no-show`)
    const stop = await standingAt(turn, booking.pickup_trip_stop_id, 'Arrive at the pick-up before declaring a no-show')
    const settings = await settingsAt(turn.deps, turn.tx, turn.version)
    const waited = settings.strategy.wait_minutes
    const from = Math.max(stop.arrived_at.getTime(), booking.pickup_lower_bound.getTime()) + waited * 60_000
    if (turn.now.getTime() < from)
      throw refuse(
        `Please wait until ${clockTime(new Date(Math.ceil(from / 60_000) * 60_000), settings.time_zone)} before declaring a no-show`,
      )
    await remember(
      turn,
      { kind: 'no_show', trip_stop_id: stop.id, service_request_id: id },
      { state: turn.trip.current_state, status: booking.status },
    )
    await setStatus(
      turn,
      id,
      'no_show',
      {},
      { code: 'no_show', text: `Did not come within ${waited} minutes of waiting` },
    )
    await setState(turn, false)
  }

export const dropOff =
  (id: number) =>
  async (turn: Turn): Promise<void> => {
    requireOnTheRoad(turn)
    const booking = await bookingOf(turn, id)
    if (booking.status !== 'on_board') throw refuse('Only somebody on board can be set down')
    const stop = await standingAt(
      turn,
      booking.dropoff_trip_stop_id,
      'Arrive at the drop-off before setting the passenger down',
    )
    await remember(
      turn,
      { kind: 'drop_off', trip_stop_id: stop.id, service_request_id: id },
      { state: turn.trip.current_state, status: booking.status },
    )
    await setStatus(turn, id, 'completed', { dropped_off_at: turn.now }, { code: 'dropped_off', text: 'Set down' })
    await chargeFare(turn.tx, id, turn.now)
    await setState(turn, false)
  }

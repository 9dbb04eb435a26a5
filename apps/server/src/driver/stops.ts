import { sql } from 'kysely'
import { notPossible } from '../http/errors.ts'
import { planChanged } from '../planning/change/change-plan.ts'
import { removeFromTrip } from '../planning/change/remove.ts'
import { setStopTimes } from '../planning/change/stops.ts'
import { remember, requireOnTheRoad, setOut, setState, stopsAhead } from './action.ts'
import type { DriverAction } from './action.ts'

/** Arrived at the next stop: 422 for any other stop. */
export const arrive =
  (stopId: number) =>
  async (action: DriverAction): Promise<void> => {
    requireOnTheRoad(action)
    const { change, trip, at } = action
    const [next] = await stopsAhead(action)
    if (next === undefined || next.id !== stopId) throw notPossible('This is not the next stop of the trip')
    if (next.arrived_at !== null) throw notPossible('You have already arrived at this stop')
    await setStopTimes(change, trip.id, stopId, { arrived_at: at, eta: at })
    await remember(action, { trip_stop_id: stopId }, { state: trip.current_state })
    await setState(action, false)
  }

/** Left the stop, with all who were due there boarded, declared absent or set down: 422 with names otherwise. */
export const depart =
  (stopId: number) =>
  async (action: DriverAction): Promise<void> => {
    requireOnTheRoad(action)
    const { change, trip, at } = action
    const [here, next] = await stopsAhead(action)
    if (here === undefined || here.id !== stopId || here.arrived_at === null)
      throw notPossible('You have not arrived at this stop')
    const open = await unfinishedAt(action, stopId)
    if (open !== null) throw notPossible(open)
    await setStopTimes(change, trip.id, stopId, { departed_at: at })
    await remember(action, { trip_stop_id: stopId }, { state: trip.current_state })
    // What is told afterwards changes nothing ahead: where the vehicle went next is told as well.
    if (action.onPaper !== null) return setState(action, false)
    if (await hasNoShow(action, stopId)) await forgetEmptyStops(action)
    const [onward] = next === undefined ? [] : await stopsAhead(action)
    if (onward !== undefined) await setOut(action, onward.id)
    else await setState(action, false)
  }

const unfinishedAt = async ({ change: { tx } }: DriverAction, stopId: number): Promise<string | null> => {
  const rows = await tx
    .selectFrom('service_requests as r')
    .innerJoin('travelers', 'travelers.id', 'r.traveler_id')
    .where((eb) =>
      eb.or([
        eb.and([eb('r.pickup_trip_stop_id', '=', stopId), eb('r.status', 'in', ['assigned', 'secured'])]),
        eb.and([eb('r.dropoff_trip_stop_id', '=', stopId), eb('r.status', '=', 'on_board')]),
      ]),
    )
    .select(['r.status', sql<string>`travelers.first_name || ' ' || travelers.last_name`.as('name')])
    .orderBy('r.id')
    .execute()
  const [first] = rows
  if (first === undefined) return null
  return first.status === 'on_board'
    ? `${first.name} has not been set down yet`
    : `${first.name} has neither boarded nor been declared a no-show`
}

const hasNoShow = async ({ change: { tx } }: DriverAction, stopId: number): Promise<boolean> => {
  const row = await tx
    .selectFrom('service_requests')
    .select('id')
    .where('pickup_trip_stop_id', '=', stopId)
    .where('status', '=', 'no_show')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Stops of passengers who did not come leave the trip. Without street data they stay, empty. */
const forgetEmptyStops = async ({ change, trip }: DriverAction): Promise<void> => {
  const { context } = await planChanged(change)
  if (context !== null) await removeFromTrip(change, context, trip.id, new Set())
}

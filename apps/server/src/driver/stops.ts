import { planChanged } from '../planning/change/change-plan.ts'
import { removeFromTrip } from '../planning/change/remove.ts'
import { setStopTimes } from '../planning/change/stops.ts'
import { remember, setOut, setState, stopsAhead } from './action.ts'
import type { DriverAction } from './action.ts'
import { requireAllowed } from './rules.ts'

/** Arrived at the next stop: 422 for any other stop. */
export const arrive =
  (stopId: number) =>
  async (action: DriverAction): Promise<void> => {
    await requireAllowed(action, { kind: 'arrive', trip_stop_id: stopId })
    const { change, trip, at } = action
    await setStopTimes(change, trip.id, stopId, { arrived_at: at, eta: at })
    await remember(action, { trip_stop_id: stopId }, { state: trip.current_state })
    await setState(action, false)
  }

/** Left the stop, with all who were due there boarded, declared absent or set down: 422 with names otherwise. */
export const depart =
  (stopId: number) =>
  async (action: DriverAction): Promise<void> => {
    await requireAllowed(action, { kind: 'depart', trip_stop_id: stopId })
    const { change, trip, at } = action
    const [, next] = await stopsAhead(action)
    await setStopTimes(change, trip.id, stopId, { departed_at: at })
    await remember(action, { trip_stop_id: stopId }, { state: trip.current_state })
    // What is told afterwards changes nothing ahead: where the vehicle went next is told as well.
    if (action.onPaper !== null) return setState(action, false)
    if (await hasNoShow(action, stopId)) await forgetEmptyStops(action)
    const [onward] = next === undefined ? [] : await stopsAhead(action)
    if (onward !== undefined) await setOut(action, onward.id)
    else await setState(action, false)
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

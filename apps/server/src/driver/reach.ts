import { notPossible } from '../http/errors.ts'
import { planChanged } from '../planning/change/change-plan.ts'
import { bringForward, repeatStopAt, tieToStop } from '../planning/change/unplanned-stops.ts'
import { removeFromTrip } from '../planning/change/remove.ts'
import { deleteStops, setStopTimes } from '../planning/change/stops.ts'
import { stopsAhead } from './action.ts'
import type { DriverAction, StopRow } from './action.ts'
import { requireCapacity } from './capacity.ts'

const ROUTE = 'The stops of a route are driven in their order: dispatch has to look at this'

/**
 * The vehicle is at this stop of the trip, whatever was planned before it. Where it stood it has left, and what lies
 * between comes afterwards. Answers whether the plan had to give way.
 */
export const reach = async (action: DriverAction, stopId: number): Promise<boolean> => {
  const [here] = await stopsAhead(action)
  const left = here !== undefined && here.arrived_at !== null && here.id !== stopId
  if (left) await leave(action, here)
  const ahead = await stopsAhead(action)
  const stop = ahead.find(({ id }) => id === stopId)
  if (stop === undefined) throw notPossible('The vehicle has left this stop already')
  const passed = ahead.slice(0, ahead.indexOf(stop))
  if (passed.length === 0) return left
  await passBy(action, stop, passed)
  return true
}

/** The vehicle leaves a stop, now that it is known to be elsewhere: who is not done there is served there later. */
export const leave = async (action: DriverAction, here: StopRow): Promise<number> => {
  const open = await openAt(action, here.id)
  if (open.waiting.length + open.riding.length > 0) {
    if (here.kind === 'route_stop') throw notPossible(ROUTE)
    const again = await repeatStopAt(action.change, action.trip.id, here.id, here.location_index + 1)
    await tieToStop(action.change, open.waiting, { pickup_trip_stop_id: again })
    await tieToStop(action.change, open.riding, { dropoff_trip_stop_id: again })
  }
  await setStopTimes(action.change, action.trip.id, here.id, { departed_at: action.at })
  return open.waiting.length + open.riding.length
}

/** Bookings that a vehicle which leaves has not looked after: who has not boarded, and who has not been set down. */
export const openAt = async ({ change: { tx } }: DriverAction, stopId: number) => {
  const rows = await tx
    .selectFrom('service_requests')
    .where((eb) =>
      eb.or([
        eb.and([eb('pickup_trip_stop_id', '=', stopId), eb('status', 'in', ['assigned', 'secured'])]),
        eb.and([eb('dropoff_trip_stop_id', '=', stopId), eb('status', '=', 'on_board')]),
      ]),
    )
    .select(['id', 'status'])
    .execute()
  const of = (riding: boolean) => rows.filter(({ status }) => (status === 'on_board') === riding).map(({ id }) => id)
  return { waiting: of(false), riding: of(true) }
}

const passBy = async (action: DriverAction, stop: StopRow, passed: readonly StopRow[]): Promise<void> => {
  const { change, trip } = action
  if ([stop, ...passed].some(({ kind }) => kind === 'route_stop')) throw notPossible(ROUTE)
  // A place to wait at is of no use once the vehicle has driven on.
  const idle = passed.filter(({ kind }) => kind === 'staging')
  const [first] = passed.filter(({ kind }) => kind !== 'staging')
  await deleteStops(
    change,
    trip.id,
    idle.map(({ id }) => id),
  )
  if (first === undefined) return
  await bringForward(change, trip.id, stop, first.location_index)
  const waiting = await change.tx
    .selectFrom('service_requests as r')
    .innerJoin('trip_stops as p', 'p.id', 'r.pickup_trip_stop_id')
    .where('r.dropoff_trip_stop_id', '=', stop.id)
    .where('r.status', 'in', ['assigned', 'secured'])
    .where('p.arrived_at', 'is', null)
    .select('r.id')
    .execute()
  if (waiting.length === 0) return
  const again = await repeatStopAt(change, trip.id, stop.id, stop.location_index + 1)
  await tieToStop(
    change,
    waiting.map(({ id }) => id),
    { dropoff_trip_stop_id: again },
  )
}

/** Works the times ahead out again after the plan gave way. Without street data they stay. 422 as `requireCapacity` says. */
export const replanAhead = async (action: DriverAction): Promise<void> => {
  const { change, trip } = action
  await requireCapacity(action)
  const { context } = await planChanged(change)
  if (context !== null) await removeFromTrip(change, context, trip.id, new Set())
}

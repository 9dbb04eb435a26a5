import { sql } from 'kysely'
import { dropFromTrip } from '../planning/change/remove.ts'
import { settingsAt } from '../planning/plan/cache.ts'
import { readMonitors, readPlan } from '../planning/plan/queries.ts'
import { nowOf, roadsIn } from '../planning/plan/context.ts'
import { secureBookings } from '../planning/change/secure.ts'
import { refuse, remember, requireOnTheRoad, setState, stopsAhead } from './action.ts'
import type { DriverAction } from './action.ts'

/** Arrived at the next stop: 422 for any other stop. */
export const arrive =
  (stopId: number) =>
  async (action: DriverAction): Promise<void> => {
    requireOnTheRoad(action)
    const { tx, now, trip } = action
    const [next] = await stopsAhead(action)
    if (next === undefined || next.id !== stopId) throw refuse('This is not the next stop of the trip')
    if (next.arrived_at !== null) throw refuse('You have already arrived at this stop')
    await tx.updateTable('trip_stops').set({ arrived_at: now, eta: now }).where('id', '=', stopId).execute()
    await remember(
      action,
      { kind: 'arrive', trip_stop_id: stopId, service_request_id: null },
      { state: trip.current_state },
    )
    await setState(action, false)
  }

/** Left the stop, with everybody who was due there boarded, declared absent or set down: 422 with names otherwise. */
export const depart =
  (stopId: number) =>
  async (action: DriverAction): Promise<void> => {
    requireOnTheRoad(action)
    const { tx, now, trip } = action
    const [here, next] = await stopsAhead(action)
    if (here === undefined || here.id !== stopId || here.arrived_at === null)
      throw refuse('You have not arrived at this stop')
    const open = await unfinishedAt(action, stopId)
    if (open !== null) throw refuse(open)
    await tx.updateTable('trip_stops').set({ departed_at: now }).where('id', '=', stopId).execute()
    await remember(
      action,
      { kind: 'depart', trip_stop_id: stopId, service_request_id: null },
      { state: trip.current_state },
    )
    if (await somebodyMissed(action, stopId)) await forgetEmptyStops(action)
    const [onward] = next === undefined ? [] : await stopsAhead(action)
    if (onward !== undefined) await setOut(action, onward.id)
    else await setState(action, false)
  }

/** Heading for a stop: whoever waits there is secured from now on. */
export const setOut = async (action: DriverAction, stopId: number): Promise<void> => {
  await secureBookings(
    action.tx,
    action.now,
    { trip_stop_id: stopId, code: 'set_out', text: 'The vehicle has set out for this pick-up' },
    action.events,
  )
  await setState(action, true)
}

const unfinishedAt = async ({ tx }: DriverAction, stopId: number): Promise<string | null> => {
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

const somebodyMissed = async ({ tx }: DriverAction, stopId: number): Promise<boolean> => {
  const row = await tx
    .selectFrom('service_requests')
    .select('id')
    .where('pickup_trip_stop_id', '=', stopId)
    .where('status', '=', 'no_show')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Stops that were only there for somebody who did not come leave the trip. Without street data they stay, empty. */
const forgetEmptyStops = async ({ deps, tx, trip, version, now }: DriverAction): Promise<void> => {
  if (deps.streets.current() === null) return
  const settings = await settingsAt(deps, tx, version)
  const { plan } = await readPlan(tx, settings, version.version, new Map())
  const context = {
    plan,
    roads: roadsIn(deps, settings),
    monitors: await readMonitors(tx, [trip.zone_id]),
    now: nowOf(deps),
  }
  await dropFromTrip(tx, context, trip.id, new Set(), now)
}

import type { LngLat } from '@ambit/geo'
import { chargeFare } from '../service-requests/charge-fare.ts'
import { notFound } from '../http/errors.ts'
import { planChanged } from '../planning/change/change-plan.ts'
import { removeFromTrip } from '../planning/change/remove.ts'
import { setStopTimes } from '../planning/change/stops.ts'
import { insertStopAt } from '../planning/change/unplanned-stops.ts'
import { roadsideAddress } from '../planning/plan/roadside-address.ts'
import { setBooking, setState, stopsAhead } from './action.ts'
import type { DriverAction } from './action.ts'
import { indexAfter } from './aboard.ts'
import { requireAllowed } from './rules.ts'

/**
 * A passenger gets off before the stop, at their own wish: where the vehicle is becomes a stop of the trip, and is left at
 * once. The place stands in the booking.
 */
export const setDownHere =
  (id: number) =>
  async (action: DriverAction): Promise<void> => {
    await requireAllowed(action, { kind: 'drop_off', service_request_id: id, here: true })
    const { change, trip, at } = action
    const { tx } = change
    const booking = await tx
      .selectFrom('service_requests')
      .where('id', '=', id)
      .where('trip_id', '=', trip.id)
      .select(['pickup_trip_stop_id', 'dropoff_trip_stop_id', 'promised_dropoff_upper_bound'])
      .executeTakeFirst()
    if (booking === undefined) throw notFound()
    const [next] = await stopsAhead(action)
    const standing = next !== undefined && next.arrived_at !== null && next.id !== booking.pickup_trip_stop_id
    const due = booking.promised_dropoff_upper_bound
    const place = standing ? { stop: next.id, location: next.location_id } : await stopOnTheWay(action, due)
    await tx
      .updateTable('service_requests')
      .set({ dropoff_trip_stop_id: place.stop, dropoff_location_id: place.location })
      .where('id', '=', id)
      .execute()
    await setBooking(
      action,
      id,
      'completed',
      { dropped_off_at: at },
      { code: 'set_down_here', text: 'Set down before the stop, at the passenger’s wish' },
    )
    await chargeFare(change, id)
    await setState(action, next !== undefined && next.arrived_at === null)
    const { context } = await planChanged(change)
    if (context !== null) await removeFromTrip(change, context, trip.id, new Set())
  }

const stopOnTheWay = async (action: DriverAction, due: Date): Promise<{ stop: number; location: number }> => {
  const { change, trip, at } = action
  const ahead = await stopsAhead(action)
  const [here] = ahead
  // Where the passenger got on just now is left first.
  const left = here !== undefined && here.arrived_at !== null ? here : null
  if (left !== null) await setStopTimes(change, trip.id, left.id, { departed_at: at })
  const next = left === null ? here : ahead[1]
  const location = await locationHere(action)
  const stop = await insertStopAt(change, trip.id, next?.location_index ?? (await indexAfter(action)), {
    location_id: location,
    scheduled_at: at < due ? at : due,
    latest: due,
    arrived_at: at,
  })
  await setStopTimes(change, trip.id, stop, { departed_at: at })
  return { stop, location }
}

/** Where the device said that it was, else where the vehicle was heard of last, else where it stood last. */
const locationHere = async ({ change, trip, row }: DriverAction): Promise<number> => {
  const { tx, deps } = change
  const told =
    row === null
      ? undefined
      : await tx.selectFrom('driver_actions').where('id', '=', row).select('position').executeTakeFirst()
  const position = told?.position as { lat: number; lon: number } | null | undefined // kept by `openRow` alone
  const known =
    position == null
      ? await tx
          .selectFrom('trip_monitors')
          .where('trip_id', '=', trip.id)
          .select(['longitude', 'latitude'])
          .executeTakeFirst()
      : { longitude: position.lon, latitude: position.lat }
  const { longitude, latitude } =
    known ??
    (await tx
      .selectFrom('trip_stops as s')
      .innerJoin('locations as l', 'l.id', 's.location_id')
      .where('s.trip_id', '=', trip.id)
      .where('s.arrived_at', 'is not', null)
      .orderBy('s.location_index', 'desc')
      .limit(1)
      .select(['l.longitude', 'l.latitude'])
      .executeTakeFirstOrThrow()) // somebody got on
  const point: LngLat = [longitude, latitude]
  const streets = deps.streets.current()
  const found = streets === null ? null : roadsideAddress(streets.addresses, point)
  const { id } = await tx
    .insertInto('locations')
    .values({ name: found?.name ?? 'On the road', street_address: found?.label ?? null, longitude, latitude })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

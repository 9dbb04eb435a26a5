import { partyOf, type WalkOn, walkOnModeOf } from '@ambit/domain'
import { HttpError, notPossible } from '../http/errors.ts'
import { insertStopAt } from '../planning/change/unplanned-stops.ts'
import { reserveId } from '../planning/change/reserve-id.ts'
import { settingsAt } from '../planning/plan/cache.ts'
import { roadsideAddress } from '../planning/plan/roadside-address.ts'
import { remember, requireOnTheRoad, setBooking, setState, stopsAhead } from './action.ts'
import type { DriverAction, StopRow } from './action.ts'
import { indexAfter } from './aboard.ts'
import { lateNow, newlyLate } from './broken-promises.ts'
import { replanAhead } from './reach.ts'
import { requireAllowed } from './rules.ts'
import { strategyOf } from './strategy.ts'
import { insertWalkOn, placeOf, type Ride } from './walk-on-booking.ts'
import { insertIntoTrip } from './walk-on-way.ts'

export type Spot = { lat: number; lon: number }
type Here = StopRow & { arrived_at: Date }

/**
 * Takes passengers along who did not book. 422 where none are taken here, where they do not fit, and where somebody else
 * would be later than promised by it.
 */
export const walkOn =
  (deed: WalkOn, spot: Spot | null = null) =>
  async (action: DriverAction): Promise<void> => {
    requireOnTheRoad(action)
    const before = await lateNow(action)
    const here = await standHere(action, spot)
    await requireAllowed(action, deed)
    await takeAlong(action, here, deed, { forced: false })
    const late = newlyLate(before, await lateNow(action))
    if (late > 0) throw notPossible(wordsOf(late))
  }

const wordsOf = (late: number): string =>
  late === 1 ? '1 other booking would be later than promised' : `${late} other bookings would be later than promised`

/** The same for what has happened: how many are later than promised by it is told, and changes nothing. */
export const takeWalkOn = async (action: DriverAction, deed: WalkOn): Promise<string | null> => {
  const before = await lateNow(action)
  const [here] = await stopsAhead(action)
  if (!isHere(here))
    throw notPossible('The vehicle stood at no stop of the trip: dispatch has to say where they got on')
  await takeAlong(action, here, deed, { forced: true })
  const late = newlyLate(before, await lateNow(action))
  if (late === 0) return null
  return late === 1
    ? 'Another booking is later than promised by it'
    : `${late} other bookings are later than promised by it`
}

const isHere = (stop: StopRow | undefined): stop is Here => stop !== undefined && stop.arrived_at !== null

/** Where the vehicle stands; with `anywhere` the place becomes a stop of the trip. */
const standHere = async (action: DriverAction, spot: Spot | null): Promise<Here> => {
  const { change, trip, at } = action
  const [next] = await stopsAhead(action)
  if (isHere(next)) return next
  const { type, configuration } = await strategyOf(change.tx, trip.id)
  const mode = walkOnModeOf(type, configuration)
  if (mode === 'off') throw notPossible('Passengers who did not book are not taken on this trip')
  if (mode === 'listed_stops' || next?.kind === 'route_stop')
    throw notPossible('Stand at a stop of the trip to take passengers along who did not book')
  if (spot === null) throw notPossible('It has to be known where the vehicle is')
  const streets = change.deps.streets.current()
  const found = streets === null ? null : roadsideAddress(streets.addresses, [spot.lon, spot.lat])
  const { id: location_id } = await change.tx
    .insertInto('locations')
    .values({
      name: found?.name ?? 'On the road',
      street_address: found?.label ?? null,
      longitude: spot.lon,
      latitude: spot.lat,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const index = next?.location_index ?? (await indexAfter(action))
  const stop = { location_id, scheduled_at: at, latest: at, arrived_at: at }
  await insertStopAt(change, trip.id, index, stop)
  const [here] = await stopsAhead(action)
  if (!isHere(here)) throw new Error(`Trip ${trip.id} does not stand where it was put`)
  return here
}

const takeAlong = async (
  action: DriverAction,
  here: Here,
  deed: WalkOn,
  { forced }: { forced: boolean },
): Promise<void> => {
  const { change, trip, at } = action
  const id = await reserveId(change.tx, 'service_requests')
  const off = await stopFor(action, here, deed, forced)
  if (off === null && !(await planned(action, id, { here, deed, forced }))) {
    const last = await insertLast(action, deed.dropoff_location_id)
    await rideAlong(action, id, { here, off: last, deed })
  } else if (off !== null) await rideAlong(action, id, { here, off, deed })
  await remember(action, { trip_stop_id: here.id, service_request_id: id }, { state: trip.current_state })
  const { passenger_count } = partyOf(deed)
  const text =
    passenger_count === 1 ? 'Boarded without a booking' : `Boarded without a booking: ${passenger_count} people`
  await setBooking(action, id, 'on_board', { boarded_at: at }, { code: 'boarded', text })
  await setState(action, false)
}

type Asked = { here: Here; deed: WalkOn }

/** Where planning finds no way for passengers who are aboard already, they get off after everybody else: false. */
const planned = async (action: DriverAction, id: number, { forced, ...asked }: Asked & { forced: boolean }) => {
  try {
    await insertIntoTrip(action, id, asked)
    return true
  } catch (error) {
    // Nothing is written before a way is found.
    if (forced && error instanceof HttpError) return false
    throw error
  }
}

const rideAlong = async (
  action: DriverAction,
  id: number,
  { here, off, deed }: Asked & { off: StopRow },
): Promise<void> => {
  await insertWalkOn(action, id, { deed, ride: await rideTo(action, here, off) })
  await replanAhead(action)
}

const stopsOf = (stop: Pick<StopRow, 'kind'>): boolean => stop.kind === 'passenger' || stop.kind === 'route_stop'

/** The stop ahead where they get off; null: planning has to find a way there. */
const stopFor = async (
  action: DriverAction,
  here: Here,
  { dropoff_trip_stop_id: named, dropoff_location_id: location }: WalkOn,
  forced: boolean,
): Promise<StopRow | null> => {
  const ahead = (await stopsAhead(action)).filter((stop) => stop.id !== here.id && stopsOf(stop))
  const listed = ahead.find(({ id }) => id === named)
  if (listed !== undefined) return listed
  const onRoute = here.kind === 'route_stop' || ahead.some(({ kind }) => kind === 'route_stop')
  // The stop that was named has left the plan since.
  const gone = forced && named != null
  const same = onRoute || gone ? ahead.find(({ location_id }) => location_id === location) : undefined
  if (same !== undefined) return same
  if (onRoute) throw notPossible('This trip drives a route, and does not stop there')
  if (gone) return insertLast(action, location)
  await requireZoneStop(action, location)
  return null
}

/** They get off there after everybody else. */
const insertLast = async (action: DriverAction, location_id: number): Promise<StopRow> => {
  const { change, trip, at } = action
  await requireZoneStop(action, location_id)
  const last = (await stopsAhead(action)).at(-1)
  const due = last === undefined || last.scheduled_at < at ? at : last.scheduled_at
  const stop = { location_id, scheduled_at: due, latest: due, arrived_at: null }
  const id = await insertStopAt(change, trip.id, await indexAfter(action), stop)
  return (await stopsAhead(action)).find((one) => one.id === id)! // put there above
}

const requireZoneStop = async ({ change: { tx }, trip }: DriverAction, location_id: number): Promise<void> => {
  const stop = await tx
    .selectFrom('zone_stops')
    .where('zone_id', '=', trip.zone_id)
    .where('location_id', '=', location_id)
    .where('passenger', '=', true)
    .select('id')
    .executeTakeFirst()
  if (stop === undefined) throw notPossible('Passengers can get off at the stops of the zone alone')
}

const later = (...times: Date[]): Date => new Date(Math.max(...times.map((time) => time.getTime())))

/** What is promised of a ride to a stop that is planned already: the arrival that is expected, and the strategy's window. */
const rideTo = async (action: DriverAction, here: Here, off: StopRow): Promise<Ride> => {
  const { change, at } = action
  const { strategy } = await settingsAt(change.deps, change.tx, change.zone)
  const minutes = (after: Date, count: number) => new Date(after.getTime() + count * 60_000)
  const expected = later(at, off.scheduled_at)
  const upper = minutes(expected, strategy.dropoff_window_minutes)
  const ride_s = Math.ceil((expected.getTime() - at.getTime()) / 1000)
  return {
    from: {
      ...(await placeOf(action, here.location_id)),
      lower: at,
      upper: later(minutes(at, strategy.pickup_window_minutes), here.scheduled_at),
      trip_stop_id: here.id,
    },
    to: { ...(await placeOf(action, off.location_id)), lower: at, upper, trip_stop_id: off.id },
    max_ride_s: Math.ceil((upper.getTime() - at.getTime()) / 1000),
    direct_s: ride_s,
  }
}

import type { Deed, StrategyConfiguration } from '@ambit/contract'
import {
  type Done,
  type DrivenTrip,
  refuseDeed,
  type Rider,
  sentenceOf,
  SIGN_ON_EARLY_MINUTES,
  walkOnModeOf,
} from '@ambit/domain'
import { notFound, notPossible, vehicleCheckFailed } from '../http/errors.ts'
import { settingsAt } from '../planning/plan/cache.ts'
import { clockTime } from '../planning/plan/format.ts'
import { roomOf } from './capacity.ts'
import { nameFor } from './names.ts'
import { strategyOf } from './strategy.ts'
import { checksOfTrip } from '../vehicle-checks/taken.ts'
import type { DriverAction } from './action.ts'

/** 422 with the sentence where the rules of the road, as a device has them as well, forbid this now; 404 for bookings of other trips. */
export const requireAllowed = async (action: DriverAction, deed: Deed, newest: Done | null = null): Promise<void> => {
  const { change, at, onPaper } = action
  const settings = await settingsAt(change.deps, change.tx, change.zone)
  const { type, configuration } = await strategyOf(change.tx, action.trip.id)
  const rules = {
    wait_minutes: settings.strategy.wait_minutes,
    sign_on_early_minutes: SIGN_ON_EARLY_MINUTES,
    ...(deed.kind === 'walk_on'
      ? { walk_ons: walkOnModeOf(type, configuration), room: await roomOf(change.tx, action.trip.vehicle_id) }
      : {}),
  }
  const driven = await drivenTrip(action, onPaper === null ? configuration.driver_sees : 'full_name')
  const checked = deed.kind === 'sign_on' || deed.kind === 'check' ? await checksOfTrip(change.tx, action.trip) : {}
  const refusal = refuseDeed({ ...driven, ...checked }, rules, deed, at.getTime(), newest)
  if (refusal === null) return
  if (refusal.code === 'not_on_trip') throw notFound()
  // Paper tells of a no-show without the seconds of the waiting.
  if (refusal.code === 'wait_until' && onPaper !== null) return
  const words = sentenceOf(refusal, (time) => clockTime(new Date(time), settings.time_zone))
  throw refusal.code === 'vehicle_check_failed' ? vehicleCheckFailed(words) : notPossible(words)
}

/** The trip as the rules look at it, with its stops and bookings as they are now. `sees`: how the refusals name passengers. */
const drivenTrip = async (
  { change: { tx }, trip }: DriverAction,
  sees: StrategyConfiguration['driver_sees'],
): Promise<DrivenTrip> => {
  const stops = await tx
    .selectFrom('trip_stops')
    .where('trip_id', '=', trip.id)
    .select(['id', 'arrived_at', 'departed_at'])
    .orderBy('location_index')
    .execute()
  const bookings = await tx
    .selectFrom('service_requests as r')
    .innerJoin('travelers as t', 't.id', 'r.traveler_id')
    .where('r.trip_id', '=', trip.id)
    .select(['r.id', 'r.status', 'r.pickup_trip_stop_id', 'r.dropoff_trip_stop_id', 'r.pickup_lower_bound'])
    .select(['r.passenger_count', 'r.mobility_support', 'r.boarded_count'])
    .select(nameFor(sees).as('traveler_name'))
    .orderBy('r.id')
    .execute()
  const riders = bookings.map(({ pickup_trip_stop_id, dropoff_trip_stop_id, pickup_lower_bound, ...rider }) => ({
    pickup_trip_stop_id,
    dropoff_trip_stop_id,
    rider: { ...rider, promised_lower_bound: pickup_lower_bound } satisfies Rider,
  }))
  const due = (end: 'pickup_trip_stop_id' | 'dropoff_trip_stop_id', stopId: number | null): Rider[] =>
    riders.filter((one) => one[end] === stopId).map(({ rider }) => rider)
  return {
    ...trip,
    trip_stops: stops.map((stop) => ({
      ...stop,
      boardings: due('pickup_trip_stop_id', stop.id),
      alightings: due('dropoff_trip_stop_id', stop.id),
    })),
    without_stop: due('pickup_trip_stop_id', null),
  }
}

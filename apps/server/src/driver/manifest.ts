import { SIGN_ON_EARLY_MINUTES, walkOnModeOf } from '@ambit/domain'
import { boardingCodes } from '../access/boarding-codes.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../http/errors.ts'
import { settingsAt } from '../planning/plan/cache.ts'
import { readVersion } from '../planning/plan/queries.ts'
import { showTripToDriver } from '../trips/show.ts'
import { tilesAddress } from '../settings/tiles.ts'
import { deviceOf } from './trip-device.ts'
import { manifestBookings } from './manifest-bookings.ts'
import { withNames } from './names.ts'
import { walkOnsOf } from './aboard.ts'
import { roomOf } from './capacity.ts'
import { strategyOf } from './strategy.ts'
import { walkOnFare } from './walk-on-booking.ts'

/** What a device takes along to drive a trip of this driver without signal. 404 for a trip of somebody else. */
export const manifestOf = async (deps: Deps, tripId: number, driverId: number) => {
  const trip = await showTripToDriver(deps, deps.db, tripId)
  if (trip === undefined || trip.driver_id !== driverId) throw notFound()
  const strategy = await strategyOf(deps.db, tripId)
  const settings = await settingsAt(deps, deps.db, await readVersion(deps.db, trip.zone_id))
  const notes_until = new Date(settings.rules.days.at(trip.end_datetime.getTime() - 1).ends)
  const rules = { ...strategy.configuration, today: deps.clock.now() < notes_until }
  const bookings = await manifestBookings(deps.db, tripId, rules, await boardingCodes(deps))
  const mode = walkOnModeOf(strategy.type, strategy.configuration)
  const { odometer, track_breaks, ...region } = await deps.db
    .selectFrom('regions')
    .innerJoin('zones', 'zones.region_id', 'regions.id')
    .where('zones.id', '=', trip.zone_id)
    .select(['regions.contact_phone as dispatch_phone', 'regions.emergency_number', 'regions.navigation_apps'])
    .select(['regions.odometer', 'regions.track_breaks'])
    .executeTakeFirstOrThrow()
  return {
    trip: withNames(trip, bookings),
    bookings,
    rules: {
      wait_minutes: settings.strategy.wait_minutes,
      sign_on_early_minutes: SIGN_ON_EARLY_MINUTES,
      walk_ons: mode,
      no_show_approval: strategy.configuration.no_show_approval,
      passenger_calls: strategy.configuration.passenger_calls,
      odometer,
      track_breaks,
      room: await roomOf(deps.db, trip.vehicle_id),
    },
    walk_on:
      mode === 'off'
        ? null
        : {
            stops: settings.stops
              .filter(({ passenger }) => passenger)
              .map(({ location_id, name }) => ({ location_id, name })),
            ...(await walkOnFare(deps.db, settings)),
          },
    walk_ons: await walkOnsOf(deps.db, tripId).execute(),
    notes_until,
    time_zone: settings.time_zone,
    device: await deviceOf(deps.db, { tripId, driverId }),
    ...region,
    map: { tiles: tilesAddress(deps.streets), attribution: deps.streets.current()?.manifest.attribution ?? null },
  }
}

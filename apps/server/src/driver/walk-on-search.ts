import type { WalkOnFit } from '@ambit/contract'
import { partyOf, type WalkOn } from '@ambit/domain'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/bind.ts'
import { HttpError, notFound } from '../http/errors.ts'
import { byActor } from '../planning/change/booking-history.ts'
import { noteTrip, previewChange } from '../planning/change/change-plan.ts'
import { readTrip } from '../planning/change/trips.ts'
import { settingsAt } from '../planning/plan/cache.ts'
import { readVersion } from '../planning/plan/queries.ts'
import { type Spot, walkOn } from './walk-on.ts'
import { walkOnFare } from './walk-on-booking.ts'

type Fit = Omit<WalkOnFit, 'dropoff_at'> & { dropoff_at: Date | null }

/** What would come of it, by doing it and taking it back. 404 for a trip of somebody else. */
export const searchWalkOn = async (
  deps: Deps,
  actor: Actor,
  tripId: number,
  { deed, spot }: { deed: WalkOn; spot: Spot | null },
): Promise<Fit> => {
  const own = await deps.db
    .selectFrom('trips')
    .select(['zone_id', 'driver_id'])
    .where('id', '=', tripId)
    .executeTakeFirst()
  if (own === undefined || actor.kind !== 'driver' || own.driver_id !== actor.id) throw notFound()
  const settings = await settingsAt(deps, deps.db, await readVersion(deps.db, own.zone_id))
  const { price, currency } = await walkOnFare(deps.db, settings)
  const fare = { price: Math.round(price * partyOf(deed).passenger_count * 100) / 100, currency }
  try {
    const dropoff_at = await previewChange(deps, own.zone_id, async (change) => {
      const trip = await readTrip(change.tx, tripId)
      if (trip === undefined) throw notFound()
      noteTrip(change, tripId)
      await walkOn(deed, spot)({ change, trip, by: byActor(actor), at: change.now, onPaper: null, row: null })
      const { eta } = await change.tx
        .selectFrom('service_requests as r')
        .innerJoin('trip_stops as s', 's.id', 'r.dropoff_trip_stop_id')
        .where('r.trip_id', '=', tripId)
        .where('r.booking_method', '=', 'driver')
        .orderBy('r.id', 'desc')
        .limit(1)
        .select((eb) => eb.fn.coalesce('s.eta', 's.scheduled_at').as('eta'))
        .executeTakeFirstOrThrow()
      return eta
    })
    return { fits: true, reason: null, dropoff_at, ...fare }
  } catch (error) {
    if (error instanceof HttpError && error.status === 422)
      return { fits: false, reason: error.message, dropoff_at: null, ...fare }
    throw error
  }
}

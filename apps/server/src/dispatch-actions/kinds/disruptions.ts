import { refuseTripTransition } from '@ambit/domain'
import { findTripOf, spanOf } from '../../disruptions/preview.ts'
import { planDetours, store, zonesOf } from '../../disruptions/close-road.ts'
import { liftInPlan } from '../../disruptions/standing.ts'
import { notFound, notPossible } from '../../http/errors.ts'
import { regionScope } from '../../http/scope.ts'
import { readTrip } from '../../planning/change/trips.ts'
import type { OpenTrip } from '../../planning/change/trips.ts'
import { cancelTrip, planTripLoss } from '../../planning/disrupt/cancel-trip.ts'
import type { TripLoss } from '../../planning/disrupt/cancel-trip.ts'
import { takeDetour } from '../../planning/disrupt/close-road.ts'
import { later } from '../../planning/disrupt/later.ts'
import { planShorter, shortenTrip } from '../../planning/disrupt/shorten-trip.ts'
import { planBefore } from '../../planning/change/change-plan.ts'
import { vehicleIn } from './find.ts'
import { NoWay } from '../../planning/reassign/no-way.ts'
import type { Asked, Kind, Run, Way } from './kind.ts'
import { planWithLonger, planWithSpare } from './more-vehicles.ts'

type OfTrip = Asked<'vehicle_lost' | 'trip_cancelled'>

const ending = async ({ change }: Pick<Run, 'change'>, tripId: number): Promise<OpenTrip> => {
  const trip = await readTrip(change.tx, tripId)
  if (trip === undefined) throw notFound()
  const refused = refuseTripTransition(trip, 'cancelled')
  if (refused !== null) throw notPossible(refused)
  return trip
}

/** The trip ends, and its bookings go where `plan` has found room for them. */
const lose =
  <A extends OfTrip>(plan: (run: Run<A>, trip: OpenTrip) => Promise<TripLoss>) =>
  async (run: Run<A>): Promise<void> => {
    const { action, change, by } = run
    const trip = await ending(run, action.trip_id)
    const loss = await plan(run, trip)
    const message = action.message ?? run.reason
    await cancelTrip(change, trip, loss, { message, by, takenOut: action.kind === 'vehicle_lost' })
    run.disrupted = { subject: `trip:${trip.id}`, trip_id: trip.id }
  }

/** With what a person adds to the vehicles on the road. */
const withMore =
  (plan: typeof planWithSpare) =>
  async (run: Run<OfTrip>, { id }: OpenTrip): Promise<TripLoss> => {
    const { plan: before } = await planBefore(run.change)
    const trip = before.trips.find((one) => one.id === id)
    if (trip === undefined || before.bookings.every(({ trip_id }) => trip_id !== id)) throw new NoWay([])
    const { loss, vehicle_number } = await plan(run.change, trip)
    run.added = vehicle_number
    return loss
  }

const endOf = (run: Run<OfTrip>): string =>
  run.action.kind === 'vehicle_lost'
    ? `${vehicleIn(run, run.action.trip_id)} out of service`
    : `Cancel the trip of ${vehicleIn(run, run.action.trip_id)}`

const ways: readonly [Way<OfTrip>, ...Way<OfTrip>[]] = [
  {
    key: 'asked',
    title: (run) => `${endOf(run)}: other vehicles, up to 45 min later`,
    carryOut: lose(({ change }, { id }) => planTripLoss(change, id, later)),
  },
  {
    key: 'in_time',
    title: (run) => `${endOf(run)}: the vehicles on the road, within every promise`,
    carryOut: lose(({ change }, { id }) => planTripLoss(change, id)),
  },
  {
    key: 'one_more',
    title: (run) => `${endOf(run)}: ${run.added} in addition`,
    carryOut: lose(withMore(planWithSpare)),
  },
  {
    key: 'longer',
    title: (run) => `${endOf(run)}: the schedule of ${run.added} ends 30 min later`,
    carryOut: lose(withMore(planWithLonger)),
  },
]

const ofTrip = {
  reads: 'TripManagement:tripStatusDialog:canRead',
  changes: 'TripManagement:tripStatusDialog:canUpdate',
  cause: 'disruption',
  forced: true,
} as const

const tripEnds: Kind<OfTrip> = {
  ...ofTrip,
  place: async (deps, action, actor) => {
    const { zone_id, region_id } = await findTripOf(deps, action, regionScope(actor))
    return { zone_ids: [zone_id], region_id }
  },
  ways,
}

export const vehicleLost: Kind<Asked<'vehicle_lost'>> = tripEnds as unknown as Kind<Asked<'vehicle_lost'>> // one member of both
export const tripCancelled: Kind<Asked<'trip_cancelled'>> = tripEnds as unknown as Kind<Asked<'trip_cancelled'>> // the other

/** The schedule ends or begins otherwise: `relax` is how much later others may be served for it. */
const shorten =
  (relax: typeof later | undefined) =>
  async (run: Run<Asked<'schedule_shortened'>>): Promise<void> => {
    const { action, change, deps, actor, by } = run
    // Within the change: the one connection of an embedded database is its own.
    const { trip_id } = await findTripOf({ ...deps, db: change.tx }, action, regionScope(actor))
    await ending(run, trip_id)
    const shorter = await planShorter(change, trip_id, await spanOf(change.tx, action, change.now), relax)
    await shortenTrip(change, trip_id, shorter, {
      planId: action.service_plan_id,
      message: action.message ?? run.reason,
      by,
    })
    run.disrupted = { subject: `trip:${trip_id}`, trip_id }
  }

export const scheduleShortened: Kind<Asked<'schedule_shortened'>> = {
  ...ofTrip,
  place: async (deps, action, actor) => {
    const { zone_id, region_id } = await findTripOf(deps, action, regionScope(actor))
    return { zone_ids: [zone_id], region_id }
  },
  ways: [
    {
      key: 'asked',
      title: () => 'Shorten the schedule',
      carryOut: shorten(later),
    },
    {
      key: 'in_time',
      title: () => 'Shorten the schedule, within every promise',
      carryOut: shorten(undefined),
    },
  ],
}

export const roadClosed: Kind<Asked<'road_closed'>> = {
  ...ofTrip,
  place: async (deps, action, actor) => ({ zone_ids: await zonesOf(deps, action, actor), region_id: action.region_id }),
  ways: [
    {
      key: 'asked',
      title: () => 'Close the road',
      carryOut: async (run) => {
        const { action, change, changes, deps, actor, by } = run
        const detours = await planDetours(deps, action, changes)
        for (const detour of detours) await takeDetour(detour, { message: action.message ?? run.reason, by })
        const id = await store(change.tx, action, actor, change.now)
        run.disrupted = { subject: `closure:${id}`, trip_id: null }
        run.everyTrip = true
      },
    },
  ],
}

export const roadOpened: Kind<Asked<'road_opened'>> = {
  ...ofTrip,
  place: async ({ db }, { road_closure_id }, actor) => {
    const scope = regionScope(actor)
    const row = await db
      .selectFrom('road_closures')
      .where('id', '=', road_closure_id)
      .where('lifted_at', 'is', null)
      .select('region_id')
      .executeTakeFirst()
    if (row === undefined || (scope !== null && !scope.includes(row.region_id))) throw notFound()
    const zones = await db.selectFrom('zones').select('id').where('region_id', '=', row.region_id).execute()
    return { zone_ids: zones.map(({ id }) => id), region_id: row.region_id }
  },
  ways: [
    {
      key: 'asked',
      title: () => 'Open the road',
      carryOut: async (run) => {
        const { action, change, changes, actor } = run
        for (const one of changes) await planBefore(one)
        await liftInPlan(change.tx, action.road_closure_id, actor, change.now)
        for (const one of changes) one.noted.plan = true
        run.everyTrip = true
      },
    },
  ],
}

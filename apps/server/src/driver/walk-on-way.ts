import type { LngLat } from '@ambit/geo'
import { partyOf, type WalkOn } from '@ambit/domain'
import { notReady } from '../http/errors.ts'
import { assign } from '../planning/change/assign.ts'
import { planChanged } from '../planning/change/change-plan.ts'
import { toDate, toSeconds } from '../planning/plan/types.ts'
import { requestOf } from '../planning/problem/request.ts'
import type { Demand } from '../planning/problem/request.ts'
import { insertAboard } from '../planning/reassign/insert-aboard.ts'
import type { DriverAction, StopRow } from './action.ts'
import { insertWalkOn, placeOf } from './walk-on-booking.ts'

type Asked = { here: StopRow; deed: WalkOn }

const endOf = ({ id, longitude, latitude }: { id: number; longitude: number; latitude: number }) => ({
  id,
  point: [longitude, latitude] satisfies LngLat,
})

/** Takes them into the trip as the plan is now, from where it stands; 422 with what stands in the way. */
export const insertIntoTrip = async (action: DriverAction, id: number, { here, deed }: Asked): Promise<void> => {
  const { change, trip, by } = action
  const { context } = await planChanged(change)
  if (context === null) throw notReady('Street data is missing: a way there cannot be planned')
  const from = await placeOf(action, here.location_id)
  const to = await placeOf(action, deed.dropoff_location_id)
  const wanted = { id, trip_id: trip.id, party: partyOf(deed), from: endOf(from), to: endOf(to) }
  const { pp, demand, insertion, drop_at, direct_s } = insertAboard(context, wanted)
  const room = context.plan.settings.strategy.dropoff_window_minutes * 60
  const promised = {
    lower: Math.min(demand.dropoff.lower, drop_at),
    upper: Math.min(demand.dropoff.upper, drop_at + room),
  }
  await insertWalkOn(action, id, {
    deed,
    ride: {
      from: {
        ...from,
        lower: toDate(demand.pickup.lower),
        upper: toDate(Math.max(promised.lower, demand.pickup.lower, toSeconds(here.scheduled_at))),
        trip_stop_id: here.id,
      },
      to: { ...to, lower: toDate(promised.lower), upper: toDate(promised.upper), trip_stop_id: null },
      max_ride_s: demand.max_ride_s,
      direct_s,
    },
  })
  const kept: Demand = { ...demand, dropoff: { ...demand.dropoff, ...promised, promised_upper: promised.upper } }
  await assign(
    change,
    {
      pp,
      problem: { ...pp.problem, requests: [...pp.problem.requests, requestOf(pp, kept)] },
      demands: new Map<number, Demand>([...pp.bookings, [id, kept]]),
      solution: { ...pp.solution, routes: [insertion.route] },
    },
    { placed: { id, by }, reasons: () => [] },
  )
}

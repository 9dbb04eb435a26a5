import type { Refusal } from '@ambit/engine'
import type { Steps } from '@ambit/streets'
import type { ExceptionFix, ProbePlace } from '@ambit/contract'
import type { PlanningContext } from '../plan/context.ts'
import { withoutBookings } from '../plan/without-bookings.ts'
import type { PlanBooking, PlanTrip } from '../plan/types.ts'
import { refusalReasons } from '../search/refusals.ts'
import { placesOn } from './probe.ts'

/** Trips that are asked before others have their turn. */
const AT_ONCE = 5
/** Later than promised by more than this is no help to anybody. Minutes */
const MOST_LATE = 240
const rank = { fits: 0, others_later: 1, breaks_promise: 2 } as const

export type Wanted = {
  booking: PlanBooking
  /** how late it comes as planned, in minutes; null: it has no vehicle */
  late: number | null
}

type Found = { wanted: Wanted; trip: PlanTrip; place: ProbePlace; less_late: number | null }

const lateBy = ({ late_s }: ProbePlace): number => Math.ceil(late_s / 60)

/** Whom no vehicle serves first, then by how much less late it comes, how it fits, and how soon. */
const better = (one: Found, other: Found): number =>
  Number(other.less_late === null) - Number(one.less_late === null) ||
  (other.less_late ?? 0) - (one.less_late ?? 0) ||
  lateBy(one.place) - lateBy(other.place) ||
  rank[one.place.fit] - rank[other.place.fit] ||
  Date.parse(one.place.pickup_at) - Date.parse(other.place.pickup_at)

type Searched = { found: Found[]; refused: Refusal[]; epoch: number }

/** Every place on another vehicle for each of these, late by so many minutes at most. */
function* placesFor(context: PlanningContext, bookings: readonly Wanted[], mostLate: number): Steps<Searched> {
  const all: Searched = { found: [], refused: [], epoch: 0 }
  for (const wanted of bookings) {
    const { booking, late } = wanted
    const plan = withoutBookings(context.plan, new Set([booking.id]))
    const open = plan.trips.filter(
      (trip) => trip.available && trip.end > context.now && trip.id !== booking.trip_id && isNear(trip, booking),
    )
    for (let from = 0; from < open.length; from += AT_ONCE) {
      const some = open.slice(from, from + AT_ONCE)
      const { epoch, found } = placesOn({ ...context, plan }, booking, new Set(some), mostLate)
      all.epoch = epoch
      for (const { trip_id, places, refused } of found) {
        if (refused !== undefined) all.refused.push(refused)
        const trip = some.find(({ id }) => id === trip_id)
        const [place] = places.toSorted((a, b) => a.late_s - b.late_s || rank[a.fit] - rank[b.fit])
        if (trip !== undefined && place !== undefined)
          all.found.push({ wanted, trip, place, less_late: late === null ? null : late - lateBy(place) })
      }
      yield
    }
  }
  return all
}

/**
 * The best move of one of these bookings to another vehicle, as an assignment by hand would make it; without one, the limit
 * that bound most vehicles and the nearest change that would work. It reads the plan as it is kept and locks nothing.
 */
export function* bestMove(
  context: PlanningContext,
  bookings: readonly Wanted[],
): Steps<Pick<ExceptionFix, 'best' | 'why' | 'nearest'>> {
  const { strategy, time_zone } = context.plan.settings
  const { found, refused, epoch } = yield* placesFor(context, bookings, strategy.override_limit_minutes)
  const [best] = found.filter(({ less_late }) => less_late === null || less_late >= 1).toSorted(better)
  if (best !== undefined) {
    const { wanted, trip, less_late } = best
    const { id: trip_id, vehicle_number } = trip
    return {
      best: { service_request_id: wanted.booking.id, trip_id, vehicle_number, less_late, moved: 1 },
      why: null,
      nearest: null,
    }
  }
  const [most] = refusalReasons(refused, epoch, time_zone)
  const why = most?.text ?? (found.length > 0 ? 'No other vehicle is sooner' : 'No other vehicle is in service then')
  const { found: beyond } = yield* placesFor(context, bookings, MOST_LATE)
  const [nearest] = beyond
    .filter(({ less_late }) => less_late === null || less_late >= 1)
    .toSorted((one, other) => lateBy(one.place) - lateBy(other.place))
  const [worst] = bookings
  return { best: null, why, nearest: nearest === undefined ? laterFor(worst) : wouldWork(nearest) }
}

const wouldWork = ({ wanted, trip, place }: Found): string =>
  `${trip.vehicle_number} could take booking ${wanted.booking.id} ${lateBy(place)} min later than promised`

/** Where nobody comes sooner, what is left is to agree on the time that the plan has. */
const laterFor = (worst: Wanted | undefined): string | null =>
  worst?.late == null
    ? null
    : `keeping booking ${worst.booking.id} on its vehicle, ${worst.late} min later than promised`

/** A vehicle has trips of other days as well. Seconds */
const isNear = ({ start, end }: PlanTrip, { pickup, dropoff }: PlanBooking): boolean =>
  start < dropoff.upper + MOST_LATE * 60 && end > pickup.lower

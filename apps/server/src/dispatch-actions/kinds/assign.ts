import { invalid } from '../../http/errors.ts'
import { userIdOf } from '../../http/scope.ts'
import type { Reason } from '@ambit/contract'
import { planBefore } from '../../planning/change/change-plan.ts'
import { pinBookings } from '../../planning/change/pins.ts'
import { heldByGroup } from '../../planning/plan/groups.ts'
import type { PlanBooking, PlanTrip } from '../../planning/plan/types.ts'
import { withoutBookings } from '../../planning/plan/without-bookings.ts'
import { buildProblem } from '../../planning/problem/build.ts'
import { insertDemand, isInserted, openRoutesOf } from '../../planning/problem/insert.ts'
import { carryMove, planMove } from '../../planning/reassign/move.ts'
import { relaxBy } from '../../planning/disrupt/later.ts'
import { refusalReasons } from '../../planning/search/refusals.ts'
import { bookingsInWords, findNamedTrip, placeOfBookings, plannedOf, requireOpen, vehicleIn } from './find.ts'
import { NoWay } from '../../planning/reassign/no-way.ts'
import type { Asked, Kind, Run, Way } from './kind.ts'
import { putAtPlace } from '../../planning/reassign/put-at-place.ts'
import { isOverOrAboard } from './refusals.ts'

type Assign = Asked<'assign'>

/** How long an assigned booking is left there where nothing else is chosen. */
const SHORT_MS = 15 * 60_000

const hold = ({ action, change, actor, reason }: Run<Assign>, placed: ReadonlyMap<number, PlanTrip>): Promise<void> =>
  action.hold === 'planning'
    ? Promise.resolve()
    : pinBookings(
        change,
        [...placed].map(([id, trip]) => ({ id, trip_id: trip.id })),
        {
          until: action.hold === 'keep' ? null : new Date(change.now.getTime() + SHORT_MS),
          reason: reason ?? 'Assigned by hand',
          user_id: userIdOf(actor),
        },
      )

/** Why each other vehicle that is in service then was not taken for the booking, with the figure that was missing. */
const whyNotOthers = async (run: Run<Assign>, booking: PlanBooking, chosen: number): Promise<void> => {
  const context = await planBefore(run.change)
  const plan = withoutBookings(context.plan, new Set([booking.id]))
  // A vehicle has trips of other days as well.
  const isInService = ({ start, end }: PlanTrip) => start < booking.dropoff.upper && end > booking.pickup.lower
  const others = context.plan.trips.filter((trip) => trip.available && isInService(trip) && trip.id !== chosen)
  for (const one of others) {
    const pp = buildProblem({ ...context, plan, trips: (trip) => trip.id === one.id })
    const found = insertDemand(pp, openRoutesOf(pp), { ...booking, status: 'unassigned', trip_id: null })
    if (!isInserted(found)) run.notChosen.set(one.id, refusalReasons(found, pp.epoch, context.plan.settings.time_zone))
  }
}

/** `chosen`: the trip was named by a person, who may be late by as much as an override is allowed to. */
const carry = async (run: Run<Assign>, allowed: (trip: PlanTrip) => boolean, chosen: boolean): Promise<void> => {
  const bookings = await plannedOf(run)
  const { plan } = await planBefore(run.change)
  const limit = plan.settings.strategy.override_limit_minutes
  const relax = chosen && limit > 0 ? relaxBy(limit) : undefined
  const move = await planMove(run.change, bookings, { allowed, relax, byHand: chosen })
  const { placed, failed, pp } = move.found
  const others = plan.bookings.filter(({ id }) => !bookings.some((one) => one.id === id))
  const why = (id: number): Reason[] => {
    const held = heldByGroup(others, bookings.find((one) => one.id === id) ?? { id }, plan.trips)
    return held.length > 0 ? held : refusalReasons(failed.get(id) ?? [], pp.epoch, plan.settings.time_zone)
  }
  const [first] = bookings
  if (placed.size === 0) throw new NoWay(first === undefined ? [] : why(first.id))
  for (const booking of run.bookings)
    if (!placed.has(booking.id)) run.leftOut.push({ booking, reason: why(booking.id)[0]?.text ?? 'It does not fit' })
  const text = run.reason === null ? 'Assigned by hand' : `Assigned by hand: ${run.reason}`
  await carryMove(run.change, move, { reason: { code: 'by_hand', text }, by: run.by })
  await hold(run, placed)
}

const title = (run: Run<Assign>, to: string): string => {
  const out = new Set(run.leftOut.map(({ booking }) => booking.id))
  return `${bookingsInWords(run.bookings.flatMap(({ id }) => (out.has(id) ? [] : [id])))} to ${to}`
}

const asked: Way<Assign> = {
  key: 'asked',
  title: (run) => title(run, vehicleIn(run, run.action.trip_id)),
  carryOut: async (run) => {
    const { action, change } = run
    requireOpen(await findNamedTrip(change.tx, action.trip_id, run.actor))
    const [first] = await plannedOf(run)
    if (first !== undefined && run.bookings.length === 1) await whyNotOthers(run, first, action.trip_id)
    if (action.place == null || first === undefined) return carry(run, (trip) => trip.id === action.trip_id, true)
    await hold(run, await putAtPlace(change, run.by, first, action.trip_id, action.place))
  },
}

/** The engine's best among all the others, within what was promised. */
const best: Way<Assign> = {
  key: 'best',
  title: (run) => title(run, 'the best other vehicle'),
  carryOut: async (run) => {
    const own = new Set((await plannedOf(run)).map(({ trip_id }) => trip_id))
    await carry(run, (trip) => trip.id !== run.action.trip_id && !own.has(trip.id), false)
  },
}

export const assign: Kind<Assign> = {
  reads: 'LiveBooking:booking:canRead',
  changes: 'DispatchManagement:assign:canUpdate',
  cause: 'dispatch',
  forced: false,
  bookings: ({ service_request_ids }) => service_request_ids,
  takesGroups: ({ place }) => place == null,
  place: async (deps, { service_request_ids, trip_id, place }, actor) => {
    const found = await placeOfBookings(deps, service_request_ids, actor)
    requireOpen(await findNamedTrip(deps.db, trip_id, actor))
    if (place != null && service_request_ids.length > 1)
      throw invalid([{ pointer: '/place', detail: 'A place is chosen for one booking alone' }])
    return found
  },
  refuse: async (booking, { change, action, actor }) => {
    const { zone_id } = await findNamedTrip(change.tx, action.trip_id, actor)
    if (zone_id !== booking.zone_id) return `Booking ${booking.id} belongs to ${booking.zone_name}`
    return isOverOrAboard(booking)
  },
  ways: [asked, best],
}

import { recordBookings, unassign as takeOff } from '../../planning/change/bookings.ts'
import { planBefore } from '../../planning/change/change-plan.ts'
import { banFromTrips } from '../../planning/change/pins.ts'
import { removeFromTrip } from '../../planning/change/remove.ts'
import { clockTime } from '../../planning/plan/format.ts'
import { toDate } from '../../planning/plan/types.ts'
import type { PlanBooking } from '../../planning/plan/types.ts'
import { withoutBookings } from '../../planning/plan/without-bookings.ts'
import { carryMove, planMove } from '../../planning/reassign/move.ts'
import { replan } from '../../planning/reassign/replan.ts'
import { GIVEN_UP_AFTER_S } from '../../planning/reassign/rescue.ts'
import { refusalReasons } from '../../planning/search/refusals.ts'
import { bookingsInWords, placeOfBookings, plannedOf } from './find.ts'
import { NoWay } from '../../planning/reassign/no-way.ts'
import type { Asked, Kind, Run } from './kind.ts'
import { isOverOrAboard } from './refusals.ts'

type Unassign = Asked<'unassign'>

/** So long planning does not put a booking back on the trip that it was taken off. */
const BAN_S = 10 * 60

const bansOf = (bookings: readonly PlanBooking[]) =>
  bookings.flatMap(({ id, trip_id }) => (trip_id === null ? [] : [{ service_request_id: id, trip_id }]))

/** Says of each which vehicle would take it, and when it is given up. */
const noteNext = async (run: Run<Unassign>, bookings: readonly PlanBooking[]): Promise<void> => {
  const context = await planBefore(run.change)
  const plan = withoutBookings(context.plan, new Set(bookings.map(({ id }) => id)))
  const left = new Map(bookings.map(({ id, trip_id }) => [id, trip_id]))
  const found = replan({ ...context, plan }, bookings, (trip) => ![...left.values()].includes(trip.id))
  for (const { id, pickup } of bookings) {
    const trip = found.placed.get(id)
    const until = clockTime(toDate(pickup.upper + GIVEN_UP_AFTER_S), context.plan.settings.time_zone)
    run.notes.push(
      trip === undefined
        ? `No other vehicle can take booking ${id} within its promise; it is given up at ${until}`
        : `${trip.vehicle_number} would take booking ${id}; without a vehicle it is given up at ${until}`,
    )
  }
}

export const unassign: Kind<Unassign> = {
  reads: 'LiveBooking:booking:canRead',
  changes: 'DispatchManagement:assign:canUpdate',
  cause: 'dispatch',
  forced: false,
  bookings: ({ service_request_ids }) => service_request_ids,
  takesGroups: () => true,
  place: (deps, { service_request_ids }, actor) => placeOfBookings(deps, service_request_ids, actor),
  refuse: (booking) =>
    isOverOrAboard(booking) ?? (booking.trip_id === null ? `Booking ${booking.id} has no vehicle` : null),
  ways: [
    {
      key: 'asked',
      title: ({ bookings }) => `Take ${bookingsInWords(bookings.map(({ id }) => id))} off the vehicle`,
      carryOut: async (run) => {
        const { change, by } = run
        const context = await planBefore(change)
        const bookings = await plannedOf(run)
        await noteNext(run, bookings)
        await takeOff(
          change,
          bookings.map(({ id }) => id),
        )
        const text =
          run.reason === null ? 'Taken off its vehicle by hand' : `Taken off its vehicle by hand: ${run.reason}`
        await recordBookings(
          change,
          bookings.map(({ id }) => ({
            service_request_id: id,
            status: 'unassigned' as const,
            trip_id: null,
            by,
            reasons: [{ code: 'unassigned', text }],
          })),
        )
        await banFromTrips(change, bansOf(bookings), context.now + BAN_S)
        for (const [tripId, group] of Map.groupBy(bookings, ({ trip_id }) => trip_id))
          if (tripId !== null) await removeFromTrip(change, context, tripId, new Set(group.map(({ id }) => id)))
      },
    },
    {
      key: 'moved',
      title: ({ bookings }) => `${bookingsInWords(bookings.map(({ id }) => id))} to the best other vehicle`,
      carryOut: async (run) => {
        const bookings = await plannedOf(run)
        const own = new Set(bookings.map(({ trip_id }) => trip_id))
        const move = await planMove(run.change, bookings, { allowed: (trip) => !own.has(trip.id) })
        const { failed, pp } = move.found
        if (failed.size > 0)
          throw new NoWay(refusalReasons([...failed.values()].flat(), pp.epoch, move.context.plan.settings.time_zone))
        await carryMove(run.change, move, { reason: { code: 'by_hand', text: 'Moved by hand' }, by: run.by })
        const { now } = await planBefore(run.change)
        await banFromTrips(run.change, bansOf(bookings), now + BAN_S)
      },
    },
  ],
}

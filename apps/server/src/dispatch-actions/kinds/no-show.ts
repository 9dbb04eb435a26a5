import { askOfReturn } from '../../exceptions/ask-return.ts'
import { noteNoShow } from '../../misses/store.ts'
import { setStatus } from '../../planning/change/bookings.ts'
import { noteTrip, planBefore } from '../../planning/change/change-plan.ts'
import { removeFromTrip } from '../../planning/change/remove.ts'
import { clockTime } from '../../planning/plan/format.ts'
import { toDate } from '../../planning/plan/types.ts'
import { bookingsInWords, placeOfBookings } from './find.ts'
import type { Asked, Kind } from './kind.ts'
import { isOverOrAboard } from './refusals.ts'

export const noShow: Kind<Asked<'no_show'>> = {
  reads: 'LiveBooking:booking:canRead',
  changes: 'TripManagement:trip:canUpdate',
  cause: 'cancellation',
  forced: true,
  bookings: ({ service_request_ids }) => service_request_ids,
  place: (deps, { service_request_ids }, actor) => placeOfBookings(deps, service_request_ids, actor),
  refuse: async (booking, { change }) => {
    const refused = isOverOrAboard(booking)
    if (refused !== null) return refused
    const { plan, now } = await planBefore(change)
    const planned = plan.bookings.find(({ id }) => id === booking.id)
    const stop = plan.trips
      .find(({ id }) => id === booking.trip_id)
      ?.stops.find(({ id }) => id === planned?.pickup_trip_stop_id)
    if (planned === undefined || stop?.arrived_at == null) return 'The vehicle has not arrived at the pick-up'
    const { strategy, time_zone } = plan.settings
    const from = Math.max(stop.arrived_at, planned.pickup.lower) + strategy.wait_minutes * 60
    return now < from ? `Possible from ${clockTime(toDate(from), time_zone)}` : null
  },
  ways: [
    {
      key: 'asked',
      title: ({ bookings }) => `${bookingsInWords(bookings.map(({ id }) => id))}: no-show`,
      carryOut: async ({ change, bookings, by, reason }) => {
        const context = await planBefore(change)
        const { wait_minutes } = context.plan.settings.strategy
        for (const { id, trip_id } of bookings) {
          const text =
            reason === null ? 'Did not come, as staff recorded' : `Did not come, as staff recorded: ${reason}`
          await setStatus(change, { id, status: 'no_show', trip_id, by, reason: { code: 'no_show', text } })
          await noteNoShow(change.tx, id, { at: change.now, wait_minutes })
          if (trip_id !== null) noteTrip(change, trip_id)
          await askOfReturn(change.tx, id, change.now)
        }
        for (const [tripId, group] of Map.groupBy(bookings, ({ trip_id }) => trip_id))
          if (tripId !== null) await removeFromTrip(change, context, tripId, new Set(group.map(({ id }) => id)))
      },
    },
  ],
}

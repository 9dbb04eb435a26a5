import { userIdOf } from '../../http/scope.ts'
import { recordBookings } from '../../planning/change/bookings.ts'
import { endPins, pinBookings } from '../../planning/change/pins.ts'
import { bookingsInWords, placeOfBookings, vehicleIn } from './find.ts'
import type { Asked, Kind, NamedBooking, Run } from './kind.ts'
import { isOver } from './refusals.ts'

type OfPin = Asked<'pin' | 'unpin'>

const record = ({ change, by }: Run<OfPin>, bookings: readonly NamedBooking[], code: string, text: string) =>
  recordBookings(
    change,
    bookings.map(({ id, status, trip_id }) => ({
      service_request_id: id,
      status,
      trip_id,
      by,
      reasons: [{ code, text }],
    })),
  )

const ids = (run: Run<OfPin>): number[] => run.bookings.map(({ id }) => id)

export const pin: Kind<Asked<'pin'>> = {
  reads: 'LiveBooking:booking:canRead',
  changes: 'DispatchManagement:pin:canUpdate',
  cause: null,
  forced: false,
  bookings: ({ service_request_ids }) => service_request_ids,
  place: (deps, { service_request_ids }, actor) => placeOfBookings(deps, service_request_ids, actor),
  refuse: (booking) => isOver(booking) ?? (booking.trip_id === null ? `Booking ${booking.id} has no vehicle` : null),
  ways: [
    {
      key: 'asked',
      title: (run) => `Pin ${bookingsInWords(ids(run))} to ${vehicleIn(run, run.bookings[0]?.trip_id ?? null)}`,
      carryOut: async (run) => {
        const { action, change, actor, bookings } = run
        const until = action.until == null ? null : new Date(action.until)
        await pinBookings(change, bookings, { until, reason: action.because, user_id: userIdOf(actor) })
        await record(
          run,
          bookings,
          'pinned',
          `Pinned to ${vehicleIn(run, bookings[0]?.trip_id ?? null)}: ${action.because}`,
        )
      },
    },
  ],
}

export const unpin: Kind<Asked<'unpin'>> = {
  reads: pin.reads,
  changes: pin.changes,
  cause: null,
  forced: false,
  bookings: ({ service_request_ids }) => service_request_ids,
  place: (deps, { service_request_ids }, actor) => placeOfBookings(deps, service_request_ids, actor),
  refuse: isOver,
  ways: [
    {
      key: 'asked',
      title: (run) => `Unpin ${bookingsInWords(ids(run))}`,
      carryOut: async (run) => {
        const ended = new Set(await endPins(run.change, ids(run)))
        await record(
          run,
          run.bookings.filter(({ id }) => ended.has(id)),
          'unpinned',
          'No longer pinned to the vehicle',
        )
      },
    },
  ],
}

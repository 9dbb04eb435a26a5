import { invalid } from '../../http/errors.ts'
import { userIdOf } from '../../http/scope.ts'
import { pauseTrip, resumeTrip } from '../../planning/change/pins.ts'
import { findNamedTrip, placeOfTrip, requireOpen, vehicleIn } from './find.ts'
import type { Asked, Kind } from './kind.ts'

const MINUTE_MS = 60_000

/** When the pause ends; null: when it is resumed. */
const endOf = ({ minutes, until }: Asked<'pause_vehicle'>, now: Date): Date | null =>
  minutes != null ? new Date(now.getTime() + minutes * MINUTE_MS) : until == null ? null : new Date(until)

export const pauseVehicle: Kind<Asked<'pause_vehicle'>> = {
  reads: 'TripManagement:trip:canRead',
  changes: 'DispatchManagement:pause:canUpdate',
  cause: null,
  forced: false,
  place: async (deps, action, actor) => {
    const trip = await findNamedTrip(deps.db, action.trip_id, actor)
    requireOpen(trip)
    const until = endOf(action, deps.clock.now())
    if (until !== null && until <= deps.clock.now())
      throw invalid([{ pointer: '/until', detail: 'A pause cannot end in the past' }])
    return { zone_ids: [trip.zone_id], region_id: trip.region_id }
  },
  ways: [
    {
      key: 'asked',
      title: (run) => `Pause ${vehicleIn(run, run.action.trip_id)}`,
      carryOut: async ({ action, change, actor, reason, notes }) => {
        requireOpen(await findNamedTrip(change.tx, action.trip_id, actor))
        const held = { until: endOf(action, change.now), reason: action.because ?? reason, user_id: userIdOf(actor) }
        await pauseTrip(change, action.trip_id, held)
        notes.push('Planning adds nothing to it and takes nothing from it; its bookings stay and are driven')
      },
    },
  ],
}

export const resumeVehicle: Kind<Asked<'resume_vehicle'>> = {
  reads: 'TripManagement:trip:canRead',
  changes: 'DispatchManagement:pause:canUpdate',
  // Its seats are open again: a better plan may exist.
  cause: 'dispatch',
  forced: false,
  place: (deps, { trip_id }, actor) => placeOfTrip(deps, trip_id, actor),
  ways: [
    {
      key: 'asked',
      title: (run) => `Resume ${vehicleIn(run, run.action.trip_id)}`,
      carryOut: ({ action, change }) => resumeTrip(change, action.trip_id),
    },
  ],
}

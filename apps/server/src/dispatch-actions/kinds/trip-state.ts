import { notFound } from '../../http/errors.ts'
import { readTrip } from '../../planning/change/trips.ts'
import { moveOn, titleOfMove } from '../../trips/change-state.ts'
import { findNamedTrip, placeOfTrip } from './find.ts'
import type { Asked, Kind } from './kind.ts'

export const tripState: Kind<Asked<'trip_state'>> = {
  reads: 'TripManagement:tripStatusDialog:canRead',
  changes: 'TripManagement:tripStatusDialog:canUpdate',
  cause: null,
  // What a person says of the road is no choice.
  forced: true,
  place: (deps, { trip_id }, actor) => placeOfTrip(deps, trip_id, actor),
  ways: [
    {
      key: 'asked',
      title: ({ action }) => titleOfMove(action.status),
      carryOut: async ({ action, change, actor, by, reason }) => {
        await findNamedTrip(change.tx, action.trip_id, actor)
        const trip = await readTrip(change.tx, action.trip_id)
        if (trip === undefined) throw notFound()
        await moveOn(change, trip, { to: action.status, message: action.message ?? reason, by })
      },
    },
  ],
}

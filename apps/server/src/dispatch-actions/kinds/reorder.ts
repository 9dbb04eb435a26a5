import { reorderStops } from '../../planning/reassign/reorder-stops.ts'
import { findNamedTrip, placeOfTrip, requireOpen, vehicleIn } from './find.ts'
import type { Asked, Kind } from './kind.ts'

export const reorder: Kind<Asked<'reorder'>> = {
  reads: 'TripManagement:trip:canRead',
  changes: 'DispatchManagement:reorder:canUpdate',
  cause: 'dispatch',
  forced: false,
  place: (deps, { trip_id }, actor) => placeOfTrip(deps, trip_id, actor),
  ways: [
    {
      key: 'asked',
      title: (run) => `Change the order of the stops of ${vehicleIn(run, run.action.trip_id)}`,
      carryOut: async ({ action, change, actor }) => {
        requireOpen(await findNamedTrip(change.tx, action.trip_id, actor))
        await reorderStops(change, action)
      },
    },
  ],
}

import { invalid, notFound } from '../../http/errors.ts'
import { regionScope } from '../../http/scope.ts'
import { lookForBetter, takeBetter } from '../../planning/reassign/optimise-by-hand.ts'
import { findNamedTrip, requireOpen } from './find.ts'
import type { Asked, Kind } from './kind.ts'

export const optimiseNow: Kind<Asked<'optimise_now'>> = {
  reads: 'ZoneSolutions:solution:canRead',
  changes: 'DispatchManagement:optimise:canUpdate',
  cause: 'optimiser',
  forced: false,
  place: async ({ db }, { zone_id, trip_id }, actor) => {
    const scope = regionScope(actor)
    const zone = await db.selectFrom('zones').where('id', '=', zone_id).select('region_id').executeTakeFirst()
    if (zone === undefined || (scope !== null && !scope.includes(zone.region_id))) throw notFound()
    if (trip_id != null) {
      const trip = await findNamedTrip(db, trip_id, actor)
      requireOpen(trip)
      if (trip.zone_id !== zone_id)
        throw invalid([{ pointer: '/trip_id', detail: 'There is no such trip in this zone' }])
    }
    return { zone_ids: [zone_id], region_id: zone.region_id }
  },
  prepare: async (deps, action) =>
    action.found == null
      ? { ...action, found: await lookForBetter(deps, action.zone_id, action.trip_id ?? null) }
      : action,
  ways: [
    {
      key: 'asked',
      title: ({ notes }) => (notes.length === 1 ? 'Optimise: 1 move' : `Optimise: ${notes.length} moves`),
      carryOut: async (run) => {
        const { action, change, by } = run
        run.found = action.found ?? null
        run.notes.push(...(await takeBetter(change, { found: action.found ?? '', leave: action.leave, by })))
      },
    },
  ],
}

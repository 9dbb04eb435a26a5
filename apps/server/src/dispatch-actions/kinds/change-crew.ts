import { sql } from 'kysely'
import { changeCrewInPlan } from '../../trips/assign.ts'
import { clockTime } from '../../planning/plan/format.ts'
import { settingsAt } from '../../planning/plan/cache.ts'
import { findNamedTrip, placeOfTrip, requireOpen } from './find.ts'
import type { Asked, Kind, Run } from './kind.ts'

/** The other schedules of vehicle and driver that day. */
const noteOthers = async ({ action, change, deps, notes }: Run<Asked<'change_crew'>>): Promise<void> => {
  const { time_zone } = await settingsAt(deps, change.tx, change.zone)
  const rows = await change.tx
    .selectFrom('trips as t')
    .innerJoin('trips as own', (join) => join.on('own.id', '=', action.trip_id))
    .where('t.id', '<>', action.trip_id)
    .where('t.current_state', '<>', 'cancelled')
    .where((eb) => eb.or([eb('t.vehicle_id', '=', action.vehicle_id), eb('t.driver_id', '=', action.driver_id)]))
    .where(sql<boolean>`abs(extract(epoch from t.start_datetime - own.start_datetime)) < 86400`)
    .select(['t.name', 't.start_datetime', 't.end_datetime', 't.vehicle_id'])
    .orderBy('t.start_datetime')
    .execute()
  for (const { name, start_datetime, end_datetime, vehicle_id } of rows) {
    const who = vehicle_id === action.vehicle_id ? 'The vehicle' : 'The driver'
    notes.push(
      `${who} has ${name} from ${clockTime(start_datetime, time_zone)} to ${clockTime(end_datetime, time_zone)}`,
    )
  }
}

export const changeCrew: Kind<Asked<'change_crew'>> = {
  reads: 'TripManagement:trip:canRead',
  changes: 'TripManagement:trip:canUpdate',
  cause: 'schedule',
  // Who is late from where the new vehicle stands is shown; the promise stays.
  forced: true,
  place: (deps, { trip_id }, actor) => placeOfTrip(deps, trip_id, actor),
  ways: [
    {
      key: 'asked',
      title: () => 'Change vehicle and driver',
      carryOut: async (run) => {
        const { action, change, actor } = run
        requireOpen(await findNamedTrip(change.tx, action.trip_id, actor))
        await noteOthers(run)
        const { trip_id: id, vehicle_id, driver_id } = action
        await changeCrewInPlan(change, { id, vehicle_id, driver_id, version: null }, actor)
      },
    },
  ],
}

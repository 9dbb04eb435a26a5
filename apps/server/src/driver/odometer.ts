import { sql } from 'kysely'
import type { Deed, OdometerMoment, TripWithStops } from '@ambit/contract'
import { isDoubtful, readingBefore } from '@ambit/domain'
import type { Reader } from '../planning/plan/queries.ts'
import type { DriverAction } from './action.ts'
import { requireAllowed } from './rules.ts'

/** What the odometer shows is kept with the action, and whether it can be right; it is never refused. */
export const readOdometer =
  (deed: Extract<Deed, { kind: 'odometer' }>) =>
  async (action: DriverAction): Promise<void> => {
    await requireAllowed(action, deed)
    const { change, trip, row } = action
    if (row === null) return
    const odometer = await odometerOf(change.tx, trip, row)
    const doubtful = isDoubtful(readingBefore({ odometer }, deed.moment), deed.reading)
    await change.tx
      .updateTable('driver_actions')
      .set({ input: sql`input || ${JSON.stringify({ doubtful })}::jsonb` })
      .where('id', '=', row)
      .execute()
  }

/** What was told on the trip, and what the vehicle showed before it. `besides`: a row that does not count yet. */
export const odometerOf = async (
  db: Reader,
  { id, vehicle_id }: { id: number; vehicle_id: number | null },
  besides = 0,
): Promise<NonNullable<TripWithStops['odometer']>> => {
  const { rows } = await sql<{ reading: number; moment: OdometerMoment; trip_id: number }>`
    select (a.input ->> 'reading')::int as reading, a.input ->> 'moment' as moment, a.trip_id
    from driver_actions a join trips t on t.id = a.trip_id
    where a.kind = 'odometer' and a.id <> ${besides} and not a.undone
      and (a.trip_id = ${id} or t.vehicle_id = ${vehicle_id} and t.start_datetime <=
        (select start_datetime from trips where id = ${id}))
    order by a.done_at desc, a.id desc limit 20`.execute(db)
  const told = (moment: OdometerMoment): number | null =>
    rows.find((row) => row.trip_id === id && row.moment === moment)?.reading ?? null
  return { last: rows.find((row) => row.trip_id !== id)?.reading ?? null, start: told('start'), end: told('end') }
}

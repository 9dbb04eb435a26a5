import { sql } from 'kysely'
import type { Deed } from '@ambit/contract'
import { isDoubtful, readingBefore } from '@ambit/domain'
import { odometerOf } from '../trips/told-by-driver.ts'
import type { DriverAction } from './action.ts'
import { requireAllowed } from './rules.ts'
import { vehicleToldOf } from './vehicle.ts'

/** What the odometer shows is kept with the action, of which vehicle, and whether it can be right; it is never refused. */
export const readOdometer =
  (deed: Extract<Deed, { kind: 'odometer' }>) =>
  async (action: DriverAction): Promise<void> => {
    await requireAllowed(action, deed)
    const { change, trip, at, row } = action
    if (row === null) return
    const vehicle_id = await vehicleToldOf(change.tx, trip, { ...deed, at })
    const odometer = await odometerOf(change.tx, { id: trip.id, vehicle_id }, row)
    const doubtful = isDoubtful(readingBefore({ odometer }, deed.moment), deed.reading)
    await change.tx
      .updateTable('driver_actions')
      .set({ input: sql`input || ${JSON.stringify({ doubtful, vehicle_id })}::jsonb` })
      .where('id', '=', row)
      .execute()
  }

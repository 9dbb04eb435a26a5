import { sql } from 'kysely'
import type { Deed } from '@ambit/contract'
import { isDoubtful, readingBefore } from '@ambit/domain'
import { odometerOf } from '../trips/told-by-driver.ts'
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

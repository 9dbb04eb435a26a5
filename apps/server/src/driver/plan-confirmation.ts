import { severityOf } from '@ambit/domain'
import type { Deps } from '../deps.ts'
import { pass, raise, stands } from '../exceptions/raise.ts'
import { requireDriven } from './require-own.ts'

/** A changed plan has stood on the driver's screen for too long, or was confirmed after that. */
export const notePlanConfirmation = async (
  { db, clock }: Deps,
  { tripId: trip_id, driverId: driver_id }: { tripId: number; driverId: number },
  confirmed: boolean,
): Promise<void> => {
  await requireDriven(db, trip_id, driver_id)
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom('trips').where('id', '=', trip_id).select('id').forNoKeyUpdate().execute()
    const kind = 'plan_unconfirmed'
    const at = clock.now()
    if (confirmed) await pass(tx, { kind, trip_id }, { at, by: null, note: 'The driver has confirmed it' })
    else if (!(await stands(tx, { kind, trip_id })))
      await raise(tx, { kind, severity: severityOf[kind], trip_id, driver_id, facts: {}, at })
  })
}

import { severityOf } from '@ambit/domain'
import type { Deps } from '../deps.ts'
import { pass, raise, stands } from '../exceptions/raise.ts'
import { requireDriven } from './require-own.ts'

/** The driver's phone refuses to tell where it is, or does so no longer: nobody sees the vehicle meanwhile. */
export const noteLocationPermission = async (
  { db, clock }: Deps,
  { tripId: trip_id, driverId: driver_id }: { tripId: number; driverId: number },
  refused: boolean,
): Promise<void> => {
  await requireDriven(db, trip_id, driver_id)
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom('trips').where('id', '=', trip_id).select('id').forNoKeyUpdate().execute()
    const kind = 'no_signal'
    const at = clock.now()
    if (!refused) await pass(tx, { kind, trip_id }, { at, by: null, note: 'The phone tells where it is again' })
    else if (!(await stands(tx, { kind, trip_id })))
      await raise(tx, { kind, severity: severityOf[kind], trip_id, driver_id, facts: { no_permission: true }, at })
  })
}

import type { Deed } from '@ambit/contract'
import type { DriverAction } from './action.ts'
import { requireAllowed } from './rules.ts'

/** The driver dialled the passenger: that it was done is all that is kept, with the action itself. */
export const noteCall =
  (deed: Extract<Deed, { kind: 'call' }>, id: number = deed.service_request_id) =>
  async (action: DriverAction): Promise<void> => {
    await requireAllowed(action, { ...deed, service_request_id: id })
    if (action.row === null) return
    await action.change.tx
      .updateTable('driver_actions')
      .set({ service_request_id: id })
      .where('id', '=', action.row)
      .execute()
  }

/** Whether the passenger was called on this trip before now. */
export const wasCalled = async ({ change: { tx }, trip, at }: DriverAction, id: number): Promise<boolean> =>
  (await tx
    .selectFrom('driver_actions')
    .where('trip_id', '=', trip.id)
    .where('kind', '=', 'call')
    .where('service_request_id', '=', id)
    .where('done_at', '<=', at)
    .select('id')
    .limit(1)
    .executeTakeFirst()) !== undefined

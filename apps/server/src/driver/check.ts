import type { Deed } from '@ambit/contract'
import { notPossible } from '../http/errors.ts'
import { storeCheck } from '../vehicle-checks/store.ts'
import { checksOfTrip } from '../vehicle-checks/taken.ts'
import type { DriverAction } from './action.ts'
import { requireAllowed } from './rules.ts'
import { vehicleToldOf } from './vehicle.ts'

type Check = Extract<Deed, { kind: 'check' }>

/** A checklist that the driver has answered, by the rules that the device has as well. */
export const check =
  (deed: Check) =>
  async (action: DriverAction): Promise<void> => {
    await requireAllowed(action, deed)
    if (!(await keepCheck(action, deed))) throw notPossible('There is no such checklist for this vehicle')
  }

/** Keeps the answers to the checklist as it is now. False: it is gone, or not for the vehicle that was looked at any more. */
export const keepCheck = async (action: DriverAction, { checklist_id, answers, ...told }: Check): Promise<boolean> => {
  const { by, at } = action
  const { tx, now } = action.change
  const { id } = action.trip
  const vehicle_id = await vehicleToldOf(tx, action.trip, { ...told, at })
  const { checklists } = await checksOfTrip(tx, { id, vehicle_id })
  const checklist = checklists.find((one) => one.id === checklist_id)
  if (checklist === undefined || vehicle_id === null) return false
  await storeCheck(tx, { checklist, answers, trip: { id, vehicle_id }, driver_id: by.driver_id, done_at: at, now })
  return true
}

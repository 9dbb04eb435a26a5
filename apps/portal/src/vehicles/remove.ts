import { api, type Vehicle } from '@ambit/contract'
import { vehicleRecords } from '../records/vehicles.ts'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { removeRecord } from '../api/remove-record.ts'
import { eachRecord } from '../api/each-record.ts'
import { notify } from '../notifications/notify.tsx'
import { vehicleStrings as words } from './strings.ts'

export const removeVehicle = (vehicle: Vehicle): Promise<void> =>
  removeRecord({
    asked: client.call(api.vehicles.destroy, { params: { id: vehicle.id }, version: vehicle.version }),
    name: vehicle.vehicle_number,
    words,
    changed: vehicleRecords.changed,
  })

/** True when all of them are gone. Rows on other pages are selected too, and known by their id alone. */
export const removeVehicles = async (ids: readonly number[], rows: readonly Vehicle[]): Promise<boolean> => {
  const nameOf = (id: number) => rows.find((row) => row.id === id)?.vehicle_number ?? `${words.one} ${id}`
  try {
    await eachRecord(ids, nameOf, (id) => client.call(api.vehicles.destroy, { params: { id } }))
    notify({ type: 'success', title: words.title, message: words.removedSeveral(ids.length) })
    return true
  } catch (error) {
    announceFailure(error, words.removeSeveralFailed)
    return false
  } finally {
    vehicleRecords.changed()
  }
}

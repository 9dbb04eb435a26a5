import { api, Vehicle } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../dialogs/Loaded.tsx'
import { byIds } from '../records/define-records.ts'
import { vehicleRecords } from '../records/vehicles.ts'
import { client } from '../api/client.ts'
import { eachRecord } from '../api/each-record.ts'
import { DialogFrame } from '../dialogs/DialogFrame.tsx'
import { useDialog } from '../dialogs/stack.ts'
import { EntityForm } from '../form/EntityForm.tsx'
import { useEntityForm } from '../form/use-entity-form.ts'
import { updatedMessage } from '../notifications/notice.ts'
import { notify } from '../notifications/notify.tsx'
import { vehicleStrings as words } from './strings.ts'
import { VehicleBulkForm } from './vehicle-form.ts'
import { VehicleStatusField } from './VehicleFields.tsx'

export const BulkVehicles = ({ ids }: { ids: readonly number[] }) => {
  const vehicles = useQuery(vehicleRecords.rows(byIds(ids)))
  return (
    <Loaded query={vehicles} title={words.bulkTitle(ids.length)}>
      {(records) => (
        <DialogFrame title={words.bulkTitle(ids.length)}>
          <BulkForm vehicles={records} />
        </DialogFrame>
      )}
    </Loaded>
  )
}

/** The one status of all selected vehicles, or empty where they differ. */
export const sharedStatus = (vehicles: readonly Pick<Vehicle, 'status'>[]): Vehicle['status'] | '' => {
  const [first, ...rest] = vehicles
  return first !== undefined && rest.every((vehicle) => vehicle.status === first.status) ? first.status : ''
}

const BulkForm = ({ vehicles }: { vehicles: readonly Vehicle[] }) => {
  const { close } = useDialog()
  // A call that succeeded changes the records under the form; what was chosen stays for the others.
  const [shared] = useState(() => sharedStatus(vehicles))
  const entity = useEntityForm({
    intent: { mode: 'bulkedit', records: vehicles },
    schema: VehicleBulkForm,
    record: Vehicle,
    toValues: () => ({ status: shared }),
    save: async ({ status }) => {
      if (status === '') return
      await eachRecord(
        vehicles,
        (vehicle) => vehicle.vehicle_number,
        ({ id, version }) => client.call(api.vehicles.update, { params: { id }, body: { status }, version }),
      ).finally(() => vehicleRecords.changed())
    },
    onSaved: () => {
      for (const { id } of vehicles) vehicleRecords.changed(id)
      notify({ type: 'success', title: words.title, message: updatedMessage(words.bulkSaved(vehicles.length)) })
      close()
    },
    failure: 'toast',
  })
  return (
    <EntityForm entity={entity} label={words.form} labels={words.columns}>
      <VehicleStatusField vehicle={null} />
    </EntityForm>
  )
}

import { api, Vehicle } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../api/client.ts'
import { eachRecord } from '../api/each-record.ts'
import { DialogFrame } from '../dialogs/DialogFrame.tsx'
import { DialogSkeleton } from '../dialogs/DialogSkeleton.tsx'
import { useDialog } from '../dialogs/stack.ts'
import { EntityForm } from '../form/EntityForm.tsx'
import { useEntityForm } from '../form/use-entity-form.ts'
import { updatedMessage } from '../notifications/notice.ts'
import { notify } from '../notifications/notify.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { vehiclesByIdQuery, vehiclesChanged } from './queries.ts'
import { vehicleStrings as words } from './strings.ts'
import { VehicleBulkForm } from './vehicle-form.ts'
import { VehicleStatusField } from './VehicleFields.tsx'

export const BulkVehicles = ({ ids }: { ids: readonly number[] }) => {
  const vehicles = useQuery(vehiclesByIdQuery(ids))
  if (vehicles.isPending) return <DialogSkeleton />
  return (
    <DialogFrame title={words.bulkTitle(ids.length)}>
      {vehicles.data === undefined ? (
        <ErrorState error={vehicles.error} onRetry={() => void vehicles.refetch()} />
      ) : (
        <BulkForm vehicles={vehicles.data} />
      )}
    </DialogFrame>
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
      ).finally(() => vehiclesChanged())
    },
    onSaved: () => {
      for (const { id } of vehicles) vehiclesChanged(id)
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

import { api, VehicleChecklist } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { DialogFrame } from '../../dialogs/DialogFrame.tsx'
import { Loaded } from '../../dialogs/Loaded.tsx'
import { useDialog } from '../../dialogs/stack.ts'
import { EntityForm } from '../../form/EntityForm.tsx'
import { MultiSelectField, SelectField, SwitchField, TextField } from '../../form/fields.tsx'
import type { FormIntent } from '../../form/intent.ts'
import { useEntityForm } from '../../form/use-entity-form.ts'
import { createdMessage } from '../../notifications/notice.ts'
import { notify } from '../../notifications/notify.tsx'
import { checklistRecords } from '../../records/vehicle-checks.ts'
import { vehicleOptions } from '../../records/vehicles.ts'
import { checklistBody, ChecklistForm, checklistValues } from './checklist-form.ts'
import { ItemsField, momentOptions } from './ItemsField.tsx'
import { checklistStrings as words } from './strings.ts'

/** One checklist, or a new one. */
const ChecklistDialog = () => {
  const { mode, id } = useDialog()
  switch (mode) {
    case 'create':
      return (
        <DialogFrame title={words.createTitle}>
          <Details intent={{ mode: 'create' }} />
        </DialogFrame>
      )
    case 'view':
    case 'edit':
      return <OneChecklist id={Number(id)} mode={mode} />
    case 'bulkedit':
    case 'booking':
      return null
  }
}
export default ChecklistDialog

const OneChecklist = ({ id, mode }: { id: number; mode: 'view' | 'edit' }) => (
  <Loaded query={useQuery(checklistRecords.one(id))} title={words.one}>
    {(record) => (
      <DialogFrame title={record.name} id={`${words.columns.id} ${record.id}`} switchable>
        <Details key={mode} intent={{ mode, record }} />
      </DialogFrame>
    )}
  </Loaded>
)

type Intent = Exclude<FormIntent<VehicleChecklist>, { mode: 'bulkedit' }>

const Details = ({ intent }: { intent: Intent }) => {
  const { close } = useDialog()
  const creating = intent.mode === 'create'
  const vehicles = useQuery(vehicleOptions).data ?? []
  const entity = useEntityForm({
    intent,
    schema: ChecklistForm,
    record: VehicleChecklist,
    toValues: checklistValues,
    save: (values, version) => save(intent, values, version),
    onSaved: (checklist) => {
      if (checklist) checklistRecords.saved(checklist)
      notify({
        type: 'success',
        title: creating ? words.one : words.thanks,
        message: creating ? createdMessage(words.one) : words.saved,
      })
      close()
    },
  })
  return (
    <EntityForm entity={entity} label={words.form} labels={words.columns}>
      <TextField name="name" label={words.columns.name} />
      <SelectField name="moment" label={words.columns.moment} options={momentOptions} />
      <MultiSelectField
        name="vehicle_ids"
        label={words.columns.vehicle_ids}
        placeholder={words.allVehicles}
        searchable
        options={vehicles.map(({ id, vehicle_number }) => ({ value: String(id), label: vehicle_number }))}
      />
      <SwitchField name="enabled" label={words.columns.enabled} />
      <ItemsField />
    </EntityForm>
  )
}

const save = async (intent: Intent, values: ChecklistForm, version: number | undefined): Promise<VehicleChecklist> => {
  const body = checklistBody(values)
  if (intent.mode === 'create') return (await client.call(api.vehicleChecklists.create, { body })).data
  const params = { id: intent.record.id }
  return (await client.call(api.vehicleChecklists.update, { params, body, version })).data
}

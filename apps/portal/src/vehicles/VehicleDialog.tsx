import { api, type SchemaStage, Vehicle } from '@ambit/contract'
import { earlierValues } from '@ambit/domain'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { historyTab } from '../records/History.tsx'
import { RecordStatus } from '../records/status.tsx'
import { vehicleRecords, vehicleStatuses } from '../records/vehicles.ts'
import { client } from '../api/client.ts'
import { useCan } from '../auth/permissions.ts'
import { DialogFrame, type DialogTab } from '../dialogs/DialogFrame.tsx'
import { DialogSkeleton } from '../dialogs/DialogSkeleton.tsx'
import { Loaded } from '../dialogs/Loaded.tsx'
import { readIds } from '../dialogs/dialog-ref.ts'
import { useDialog } from '../dialogs/stack.ts'
import { EntityFormFrame, FormGrid } from '../form/EntityForm.tsx'
import type { FormIntent } from '../form/intent.ts'
import { useEntityForm } from '../form/use-entity-form.ts'
import { createdMessage, updatedMessage } from '../notifications/notice.ts'
import { notify } from '../notifications/notify.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { BulkVehicles } from './BulkVehicles.tsx'
import { EarlierValues } from './EarlierValues.tsx'
import { useVehicleStages } from './schema/queries.ts'
import { LABEL_WIDTH, StageFields } from './StageFields.tsx'
import { noteStrings, vehicleStrings as words } from './strings.ts'
import { attributeLabels, vehicleBody, vehicleFormFor, vehicleValues } from './vehicle-form.ts'
import { VehicleFields } from './VehicleFields.tsx'
import { VehicleNotes } from './VehicleNotes.tsx'

/** One vehicle, a new one, or the status of several. */
const VehicleDialog = () => {
  const { mode, id } = useDialog()
  switch (mode) {
    case 'create':
      return (
        <WithStages>{(stages) => <VehicleForm key="create" stages={stages} intent={{ mode: 'create' }} />}</WithStages>
      )
    case 'view':
    case 'edit':
      return <WithStages>{(stages) => <OneVehicle id={Number(id)} mode={mode} stages={stages} />}</WithStages>
    case 'bulkedit':
      return <BulkVehicles ids={readIds(id)} />
    case 'booking':
      return null
  }
}
export default VehicleDialog

/** A form without the custom fields would look whole and be none: it waits for them. */
const WithStages = ({ children }: { children: (stages: readonly SchemaStage[]) => ReactNode }) => {
  const { stages, pending, error, retry } = useVehicleStages()
  if (pending) return <DialogSkeleton />
  if (error !== null)
    return (
      <DialogFrame title={words.one}>
        <ErrorState error={error} onRetry={retry} />
      </DialogFrame>
    )
  return children(stages)
}

const OneVehicle = ({ id, mode, stages }: { id: number; mode: 'view' | 'edit'; stages: readonly SchemaStage[] }) => {
  return (
    <Loaded query={useQuery(vehicleRecords.one(id))} title={words.one}>
      {(vehicle) => <VehicleForm key={mode} stages={stages} intent={{ mode, record: vehicle }} />}
    </Loaded>
  )
}

type Intent = Exclude<FormIntent<Vehicle>, { records: unknown }>
type FormProps = { intent: Intent; stages: readonly SchemaStage[] }

/** One form over all tabs: a vehicle is saved as a whole. */
const VehicleForm = ({ intent, stages }: FormProps) => {
  const { close } = useDialog()
  const can = useCan()
  const record = intent.mode === 'create' ? null : intent.record
  const entity = useEntityForm({
    intent,
    schema: vehicleFormFor(stages, record),
    record: Vehicle,
    toValues: (vehicle) => vehicleValues(vehicle, stages),
    save: async (values, version) => {
      const body = vehicleBody(values, record, stages)
      const { data } =
        record === null
          ? await client.call(api.vehicles.create, { body })
          : await client.call(api.vehicles.update, {
              params: { id: record.id },
              body,
              version,
            })
      return data
    },
    onSaved: (vehicle) => {
      if (vehicle) vehicleRecords.saved(vehicle)
      const message = record === null ? createdMessage(words.one) : updatedMessage(words.one)
      notify({ type: 'success', title: words.one, message })
      close()
    },
    failure: 'toast',
  })
  const refused = Object.keys(entity.form.formState.errors)
  return (
    <EntityFormFrame
      entity={entity}
      label={words.form}
      labels={{ ...words.columns, ...attributeLabels(stages, words.stageCompleted) }}
      around
    >
      <DialogFrame
        {...(record === null
          ? { title: words.create }
          : {
              title: record.vehicle_number,
              id: record.license_plate,
              status: <RecordStatus of={vehicleStatuses} status={record.status} />,
              switchable: true,
            })}
        tabs={[...tabsFor(record, stages, refused), ...(record === null ? [] : historyTab(can, 'vehicles', record.id))]}
      />
    </EntityFormFrame>
  )
}

/** The vehicle's own fields, a tab for each stage, its notes, and what earlier versions left. */
const tabsFor = (record: Vehicle | null, stages: readonly SchemaStage[], refused: readonly string[]): DialogTab[] => [
  {
    value: 'VehicleDetails',
    label: words.details,
    invalid: refused.some((field) => !field.includes('/')),
    content: (
      <FormGrid label={words.form} labelWidth={LABEL_WIDTH}>
        <VehicleFields vehicle={record} />
      </FormGrid>
    ),
  },
  ...stages.map((stage) => ({
    value: `Stage_${stage.key}`,
    label: stage.label,
    color: stage.color,
    invalid: refused.some((field) => field.startsWith(`extra_attributes/${stage.key}/`)),
    content: (
      <FormGrid label={stage.label} labelWidth={LABEL_WIDTH}>
        <StageFields stage={stage} />
      </FormGrid>
    ),
  })),
  ...(record === null
    ? []
    : [{ value: 'VehicleNotes', label: noteStrings.tab, content: <VehicleNotes vehicleId={record.id} /> }]),
  ...(record === null || stages.length === 0 || earlierValues(stages, record.extra_attributes).length === 0
    ? []
    : [
        {
          value: 'EarlierVersions',
          label: words.earlier,
          content: <EarlierValues vehicle={record} stages={stages} />,
        },
      ]),
]

import { api, StatusIncident, statusPartNames, statusParts } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { useCan } from '../auth/permissions.ts'
import { DialogFrame } from '../dialogs/DialogFrame.tsx'
import { Loaded } from '../dialogs/Loaded.tsx'
import { useDialog } from '../dialogs/stack.ts'
import { DateTimeField } from '../form/DateTimeField.tsx'
import { EntityForm } from '../form/EntityForm.tsx'
import { MultiSelectField, SwitchField, TextAreaField, TextField } from '../form/fields.tsx'
import type { FormIntent } from '../form/intent.ts'
import { useEntityForm } from '../form/use-entity-form.ts'
import { notify } from '../notifications/notify.tsx'
import { besideHistory } from '../records/History.tsx'
import { RegionField } from '../records/RegionField.tsx'
import { incidentRecords, incidentStates } from '../records/status-incidents.ts'
import { RecordStatus } from '../records/status.tsx'
import { useFormat } from '../settings/format.ts'
import { incidentBody, IncidentForm, incidentValues, NewIncidentForm } from './incident-form.ts'
import classes from './IncidentDialog.module.css'
import { statusStrings as words } from './strings.ts'

const IncidentDialog = () => {
  const { mode, id } = useDialog()
  return mode === 'create' ? (
    <DialogFrame title={words.createTitle}>
      <IncidentDetails intent={{ mode: 'create' }} />
    </DialogFrame>
  ) : (
    <OneIncident id={Number(id)} />
  )
}
export default IncidentDialog

const OneIncident = ({ id }: { id: number }) => {
  const can = useCan()
  return (
    <Loaded query={useQuery(incidentRecords.one(id))} title={words.one}>
      {(record) => (
        <DialogFrame
          title={words.dialogTitle(record.title, record.id)}
          status={<RecordStatus of={incidentStates} status={record.state} />}
          {...besideHistory(can, 'status_incidents', id, <IncidentDetails intent={{ mode: 'edit', record }} />)}
        />
      )}
    </Loaded>
  )
}

type Intent = Extract<FormIntent<StatusIncident>, { mode: 'create' | 'edit' }>

const partOptions = statusParts.map((value) => ({ value, label: statusPartNames[value] }))

const IncidentDetails = ({ intent }: { intent: Intent }) => {
  const { close } = useDialog()
  const record = intent.mode === 'edit' ? intent.record : null
  const entity = useEntityForm({
    intent,
    schema: record === null ? NewIncidentForm : IncidentForm,
    record: StatusIncident,
    toValues: incidentValues,
    save: (values, version) => save(intent, values, version),
    onSaved: (incident) => {
      if (incident) incidentRecords.saved(incident)
      notify({ type: 'success', title: words.thanks, message: words.saved })
      close()
    },
  })
  const labels = words.columns
  return (
    <EntityForm entity={entity} label={words.form} labels={labels}>
      <TextField name="title" label={labels.title} />
      <MultiSelectField name="parts" label={labels.parts} options={partOptions} placeholder={words.choose} />
      <DateTimeField name="starts_at" label={labels.starts_at} placeholder={words.now} shortcuts={words.shortcuts} />
      <DateTimeField name="ends_at" label={labels.ends_at} placeholder={words.openEnd} shortcuts={words.shortcuts} />
      <RegionField label={labels.region_id} none={words.everywhere} record={record} />
      <SwitchField name="planned" label={labels.planned} />
      <TextAreaField
        name="text"
        label={labels.text}
        span={24}
        maxLength={2000}
        counted
        placeholder={record === null ? words.textPlaceholder : words.nextTextPlaceholder}
      />
      {record !== null && <Updates incident={record} />}
    </EntityForm>
  )
}

const Updates = ({ incident: { updates } }: { incident: StatusIncident }) => {
  const format = useFormat()
  return (
    <section className={classes['updates']} aria-label={words.updates}>
      <h3>{words.updates}</h3>
      <ul>
        {updates.toReversed().map(({ at, text }, index) => (
          <li key={updates.length - index}>
            <time dateTime={at}>{format.dateTime(at)}</time> {text}
          </li>
        ))}
      </ul>
    </section>
  )
}

const save = async (intent: Intent, values: IncidentForm, version: number | undefined): Promise<StatusIncident> => {
  const body = incidentBody(values)
  if (intent.mode === 'create') return (await client.call(api.statusIncidents.create, { body })).data
  const { text, ...fields } = body
  const params = { id: intent.record.id }
  const changed = text === '' ? fields : body
  return (await client.call(api.statusIncidents.update, { params, body: changed, version })).data
}

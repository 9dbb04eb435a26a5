import { api, TravelerSetRecord } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { DialogFrame } from '../dialogs/DialogFrame.tsx'
import { Loaded } from '../dialogs/Loaded.tsx'
import { useDialog } from '../dialogs/stack.ts'
import { EntityForm } from '../form/EntityForm.tsx'
import { NumberField, SelectField, TextField } from '../form/fields.tsx'
import type { FormIntent } from '../form/intent.ts'
import { useEntityForm } from '../form/use-entity-form.ts'
import { createdMessage } from '../notifications/notice.ts'
import { notify } from '../notifications/notify.tsx'
import { regionOptions } from '../records/regions.ts'
import { travelerSetRecords } from '../records/traveler-sets.ts'
import { travelerSetStrings as words } from './strings.ts'
import { travelerSetBody, TravelerSetForm, travelerSetValues } from './traveler-set-form.ts'

/** One kind of concession, or a new one. */
const TravelerSetDialog = () => {
  const { mode, id } = useDialog()
  switch (mode) {
    case 'create':
      return <CreateSet />
    case 'view':
    case 'edit':
      return <OneSet id={Number(id)} mode={mode} />
    case 'bulkedit':
    case 'booking':
      return null
  }
}
export default TravelerSetDialog

const CreateSet = () => (
  <Loaded query={useQuery(regionOptions)} title={words.createTitle}>
    {(regions) => (
      <DialogFrame title={words.createTitle}>
        <Details intent={{ mode: 'create' }} regions={regions} />
      </DialogFrame>
    )}
  </Loaded>
)

const OneSet = ({ id, mode }: { id: number; mode: 'view' | 'edit' }) => (
  <Loaded query={useQuery(travelerSetRecords.one(id))} title={words.one}>
    {(record) => (
      <DialogFrame title={record.name} id={`${words.columns.id} ${record.id}`} switchable>
        <Details key={mode} intent={{ mode, record }} regions={[record.traveler_set_discount.region]} />
      </DialogFrame>
    )}
  </Loaded>
)

type Intent = Exclude<FormIntent<TravelerSetRecord>, { mode: 'bulkedit' }>

/** A concession stays in its region: `regions` are those to choose from. */
const Details = ({ intent, regions }: { intent: Intent; regions: readonly { id: number; name: string }[] }) => {
  const { close } = useDialog()
  const creating = intent.mode === 'create'
  const entity = useEntityForm({
    intent,
    schema: TravelerSetForm,
    record: TravelerSetRecord,
    toValues: travelerSetValues,
    save: (values, version) => save(intent, values, version),
    onSaved: (set) => {
      if (set) travelerSetRecords.saved(set)
      notify({
        type: 'success',
        title: creating ? words.one : words.thanks,
        message: creating ? createdMessage(words.one) : words.saved,
      })
      close()
    },
    failure: 'silent',
  })
  return (
    <EntityForm entity={entity} label={words.form} labels={words.columns}>
      <TextField name="name" label={words.columns.name} />
      <SelectField
        name="region_id"
        label={words.columns.region_id}
        disabled={!creating}
        searchable={regions.length > 8}
        options={regions.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <NumberField name="discount_amount" label={words.columns.discount_amount} digits={2} suffix="%" />
    </EntityForm>
  )
}

const save = async (
  intent: Intent,
  values: TravelerSetForm,
  version: number | undefined,
): Promise<TravelerSetRecord> => {
  const body = travelerSetBody(values)
  if (intent.mode === 'create') return (await client.call(api.travelerSets.create, { body })).data
  const params = { id: intent.record.id }
  return (await client.call(api.travelerSets.update, { params, body, version })).data
}

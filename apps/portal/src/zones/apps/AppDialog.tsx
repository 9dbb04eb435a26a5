import { api, ConsumerApp, messageLanguages, signUps } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { DialogFrame } from '../../dialogs/DialogFrame.tsx'
import { Loaded } from '../../dialogs/Loaded.tsx'
import { useDialog } from '../../dialogs/stack.ts'
import { EntityForm } from '../../form/EntityForm.tsx'
import { MultiSelectField, SelectField, SwitchField, TelField, TextField } from '../../form/fields.tsx'
import { LogoField } from '../../form/LogoField.tsx'
import type { FormIntent } from '../../form/intent.ts'
import { useEntityForm } from '../../form/use-entity-form.ts'
import { createdMessage } from '../../notifications/notice.ts'
import { notify } from '../../notifications/notify.tsx'
import { consumerAppRecords } from '../../records/consumer-apps.ts'
import { messageLanguageWords } from '../../records/messages.ts'
import { appBody, AppForm, appValues } from './app-form.ts'
import { appStrings as words } from './strings.ts'

/** One app that passengers book with, or a new one. */
const AppDialog = () => {
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
      return <OneApp id={Number(id)} mode={mode} />
    case 'bulkedit':
    case 'booking':
      return null
  }
}
export default AppDialog

const OneApp = ({ id, mode }: { id: number; mode: 'view' | 'edit' }) => (
  <Loaded query={useQuery(consumerAppRecords.one(id))} title={words.one}>
    {(record) => (
      <DialogFrame title={record.name} id={`${words.columns.id} ${record.id}`} switchable>
        <Details key={mode} intent={{ mode, record }} />
      </DialogFrame>
    )}
  </Loaded>
)

type Intent = Exclude<FormIntent<ConsumerApp>, { mode: 'bulkedit' }>

const Details = ({ intent }: { intent: Intent }) => {
  const { close } = useDialog()
  const creating = intent.mode === 'create'
  const entity = useEntityForm({
    intent,
    schema: AppForm,
    record: ConsumerApp,
    toValues: appValues,
    save: (values, version) => save(intent, values, version),
    onSaved: (app) => {
      if (app) consumerAppRecords.saved(app)
      notify({
        type: 'success',
        title: creating ? words.one : words.thanks,
        message: creating ? createdMessage(words.one) : words.saved,
      })
      close()
    },
    failure: 'silent',
  })
  const { columns } = words
  return (
    <EntityForm entity={entity} label={words.form} labels={columns}>
      <TextField name="name" label={columns.name} />
      <TextField name="slug" label={columns.slug} />
      <TextField name="brand_name" label={columns.brand_name} />
      <TextField name="brand_color" label={columns.brand_color} placeholder="#0a7e7e" />
      <LogoField name="logo" label={columns.logo} send={addLogo} />
      <TextField name="host_names" label={columns.host_names} placeholder="ride.example.org" span={2} />
      <SelectField
        name="sign_up"
        label={columns.sign_up}
        options={signUps.map((value) => ({ value, label: words.signUps[value] }))}
      />
      <MultiSelectField
        name="locales"
        label={columns.locales}
        options={messageLanguages.map((value) => ({ value, label: messageLanguageWords[value] }))}
      />
      <TelField name="phone_number" label={columns.phone_number} />
      <SwitchField name="default" label={columns.default} />
    </EntityForm>
  )
}

const addLogo = async (content: string): Promise<string> =>
  (await client.call(api.consumerApps.addLogo, { body: { content } })).data.digest

const save = async (intent: Intent, values: AppForm, version: number | undefined): Promise<ConsumerApp> => {
  const body = appBody(values)
  if (intent.mode === 'create') return (await client.call(api.consumerApps.create, { body })).data
  const params = { id: intent.record.id }
  return (await client.call(api.consumerApps.update, { params, body, version })).data
}
